import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Search: Ctrl-K",
  blocks: [
    "Press `Ctrl` and `K` anywhere (on a Mac `⌘` and `K`), or the search field at the top. Type a few letters of a plant, a serial number or a page.",
    { picture: "palette", alt: "Search window with matching plants, devices and pages" },
    "Use the arrow keys to select a result, Enter to open it and Escape to close the search. You only find what your account has access to.",
  ],
  sections: [],
};
