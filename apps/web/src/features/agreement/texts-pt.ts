import { agreement } from "./agreement-text/pt.ts";
import type { Chapter } from "./document.ts";
import type { Library } from "./library.ts";
import { byFolder } from "./library.ts";
import sizes from "./pictures/pt/sizes.json";
import { collectPictures } from "./pictures.ts";

export const library: Library = {
  agreement,
  manual: byFolder(import.meta.glob<Chapter>("./manual/*/pt.ts", { eager: true, import: "chapter" })),
  pictures: collectPictures(
    import.meta.glob<string>("./pictures/pt/*.webp", { eager: true, import: "default", query: "?url" }),
    sizes as unknown as Record<string, [number, number]>,
  ),
};
