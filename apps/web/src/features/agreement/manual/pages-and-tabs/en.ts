import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Pages, tabs and menu",
  blocks: [
    "The areas are at the top, the pages of an area on the left. The button at the bottom of the sidebar collapses it to icons.",
    {
      picture: "tabs",
      alt: "Top of the console with areas, open tabs and the collapsed sidebar on the left",
    },
    "Pages stay open as **tabs**: home, plants, forms and lists keep their scroll position, filters, selection and input while you work on other pages. Return to them with the tab, the menu or the browser's Back button.",
    {
      list: [
        "Home is always the first tab. Up to eight pages stay open; the least recently viewed one is closed first, but never Home or a page with unsaved input.",
        "The pages of a plant share one tab. It closes when the plant is deleted or you no longer have access to it.",
        "A dot on a tab marks unsaved changes. Closing the tab or the window asks for confirmation.",
        "Reloading opens the page again from its address. Unsaved input of a form can be restored for 30 days, also on another device; passwords are not kept.",
      ],
    },
  ],
  sections: [],
};
