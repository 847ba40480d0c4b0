import { texts } from "virtual:manual/pt";
import type { Library } from "./library.ts";
import { collectPictures } from "./pictures.ts";

const urls = import.meta.glob<string>("./pictures/pt/*.webp", {
  eager: true,
  import: "default",
  query: "?url",
});

export const library: Library = {
  agreement: texts.agreement,
  manual: texts.manual,
  pictures: collectPictures(urls, texts.sizes),
};
