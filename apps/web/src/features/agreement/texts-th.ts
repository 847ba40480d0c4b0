import { texts } from "virtual:manual/th";
import type { Library } from "./library.ts";
import sizes from "./pictures/th/sizes.json";
import { collectPictures } from "./pictures.ts";

const urls = import.meta.glob<string>("./pictures/th/*.webp", {
  eager: true,
  import: "default",
  query: "?url",
});

export const library: Library = { ...texts, pictures: collectPictures(urls, sizes) };
