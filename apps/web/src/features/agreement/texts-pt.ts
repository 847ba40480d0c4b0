import { texts } from "virtual:manual/pt";
import type { Library } from "./library.ts";
import sizes from "./pictures/pt/sizes.json";
import { collectPictures } from "./pictures.ts";

const urls = import.meta.glob<string>("./pictures/pt/*.webp", {
  eager: true,
  import: "default",
  query: "?url",
});

export const library: Library = { ...texts, pictures: collectPictures(urls, sizes) };
