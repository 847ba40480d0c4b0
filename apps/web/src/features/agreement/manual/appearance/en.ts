import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Language, theme and display density",
  blocks: [
    "The globe at the top right changes the language: Chinese, English, Portuguese and Thai, with their dates and numbers. The button next to it changes the theme and display density. Changes apply immediately, your input is kept, and this browser remembers your choice.",
    {
      picture: "appearance",
      alt: "Menu with the themes system default, light and dark, and the three display densities",
    },
    {
      list: [
        "**Theme**: light, dark or the system default.",
        "**Display density**: compact shows more rows, large is easier to use on a touch screen.",
        "**Device mode**: controls sized for a mouse (desktop) or for fingers (mobile). The console detects it and keeps your choice.",
        "The console scales with the window: pages are larger on a wall screen.",
        "A link can set the language: add `?lang=en` at its end.",
      ],
    },
  ],
  sections: [],
};
