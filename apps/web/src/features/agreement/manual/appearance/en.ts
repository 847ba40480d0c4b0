import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Language, theme and size",
  blocks: [
    "The globe at the top right changes the language: Chinese, English, Portuguese and Thai, with their dates and numbers. The symbol beside it changes theme and size. Everything changes at once, nothing you have typed is lost, and this browser remembers it.",
    { picture: "appearance", alt: "Menu with the themes as the system, light and dark, and the three sizes" },
    {
      list: [
        "**Theme**: light, dark, or as your system.",
        "**Size**: how dense tables and forms are. Compact shows more rows, large is easier to touch.",
        "**Device mode**: controls sized for a mouse (desktop) or for fingers (mobile). The console detects it and keeps your choice.",
        "The console grows with the window: on a wall screen the same page is simply larger.",
        "A link may carry a language: `?lang=en` at its end.",
      ],
    },
  ],
  sections: [],
};
