import { texts } from "virtual:manual/zh-cn";
import type { Library } from "./library.ts";
import sizes from "./pictures/zh-cn/sizes.json";
import { collectPictures } from "./pictures.ts";

const urls = import.meta.glob<string>("./pictures/zh-cn/*.webp", {
  eager: true,
  import: "default",
  query: "?url",
});

export const library: Library = { ...texts, pictures: collectPictures(urls, sizes) };
