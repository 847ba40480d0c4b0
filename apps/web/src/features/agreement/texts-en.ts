import { texts } from "virtual:manual/en";
import type { Library } from "./library.ts";
import sizes from "./pictures/en/sizes.json";
import { collectPictures } from "./pictures.ts";

const urls = import.meta.glob<string>("./pictures/en/*.webp", {
  eager: true,
  import: "default",
  query: "?url",
});

export const library: Library = { ...texts, pictures: collectPictures(urls, sizes) };
