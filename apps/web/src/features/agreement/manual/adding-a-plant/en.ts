import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Adding and editing a plant",
  blocks: [
    "If your account can add plants, you find **Add plant** in the menu and on the home page.",
    {
      picture: "add-plant",
      alt: "Form of a new plant with sections for the plant, price, contacts and location",
    },
    {
      steps: [
        "**Plant**: name, installed capacity in kWp, grid connection date, time zone and currency. Reports are counted from the grid connection date. Type numbers as the console shows them, such as 1,500 or 12.5.",
        "**Price**: a fixed price per kilowatt-hour or time-of-use prices. Periods must not overlap; hours without a period are shown as not priced.",
        "**Contacts**: who to contact if something goes wrong.",
        "**Location**: coordinates are used to calculate sun position and expected power. Anyone can view a public plant without an account; a private plant is only visible to users with access.",
        "Select **Add plant**. Missing or invalid values are marked at their fields.",
      ],
    },
  ],
  sections: [
    {
      heading: "Metering level",
      blocks: [
        "A plant can be measured at the modules, at the strings and at an AC meter. Power and energy are calculated at exactly one of these levels. The others are shown but never added, because they measure the same energy.",
      ],
    },
    {
      heading: "Editing",
      blocks: [
        "“Edit” on the plant's page opens the same form. If someone else has saved changes in the meantime, the form shows their values and keeps your input, so nothing is overwritten unnoticed. A new price is valid from the day you enter; earlier days keep their price. If you enter a past day, the form shows what past earnings would be, and **Recalculate past earnings** applies it.",
      ],
    },
    {
      heading: "Leaving the form",
      blocks: [
        "You can open other pages and return: the form stays as you left it in its tab. Closing a tab with unsaved changes asks for confirmation. **Cancel** discards what you typed, after a confirmation. If you close the browser or reload the page, your input is kept, and the form offers to restore it.",
      ],
    },
  ],
};
