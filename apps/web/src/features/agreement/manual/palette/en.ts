import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Finding anything: Ctrl-K",
  blocks: [
    "Press `Ctrl` and `K` anywhere (on a Mac `⌘` and `K`), or the search field at the top. Type a few letters of a plant, a serial number or a page.",
    { picture: "palette", alt: "Search window with plants, devices and pages that fit what was typed" },
    "The arrow keys choose, Enter opens, Escape closes. You find only what your account may see.",
  ],
  sections: [],
};
