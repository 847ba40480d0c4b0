import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Pages, tabs and menu",
  blocks: [
    "The areas stand at the top, the pages of an area at the left. The button at the foot of the menu folds it to symbols.",
    { picture: "tabs", alt: "Top of the console with areas, open tabs and the folded menu at the left" },
    "Pages you work with stay open as **tabs**: home, plants, forms and lists keep their scroll, filters, selection and what is half typed, while you look at something else. Going back by tab, menu or the browser's Back shows them as they were.",
    {
      list: [
        "Home is always the first tab. At most eight pages are kept; the one not viewed for longest is closed first, but never Home or a page with unsaved input.",
        "A dot on a tab means: not saved yet. Closing it asks first, and so does closing the window.",
        "Reloading the page opens it anew, with what its address says. A form that was not saved is offered back where it stood, on another device too, for 30 days; passwords are not kept.",
      ],
    },
  ],
  sections: [],
};
