import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Adding and editing a plant",
  blocks: [
    "**Add plant** stands in the menu and on the home page, if your account may add plants.",
    {
      picture: "add-plant",
      alt: "Form of a new plant with sections for the plant, its price, people and place",
    },
    {
      steps: [
        "**Plant**: name, installed capacity in kWp, the day of grid connection, time zone and currency. Reports count from the day of grid connection on.",
        "**Price**: one price for a kilowatt hour, or prices by time of day. Periods may not overlap; hours without one are shown as not priced.",
        "**People**: whom to call when something is wrong.",
        "**Place**: with coordinates the console knows the sun, and so the expected power. A public plant is seen without an account; a concealed one only by people with access.",
        "Press **Add plant**. Whatever is wrong or missing is said at its field.",
      ],
    },
  ],
  sections: [
    {
      heading: "What counts",
      blocks: [
        "A plant may be measured at the modules, at the strings and at an AC meter. Exactly one of them makes its power and energy; the others are shown and never added, because they measure the same energy.",
      ],
    },
    {
      heading: "Editing",
      blocks: [
        "The plant's page leads to the same form with what is stored. If somebody else has saved meanwhile, your change is refused and you are told; nothing is overwritten unseen. A new price holds from the day you give and leaves the past as it was.",
      ],
    },
    {
      heading: "Leaving the form",
      blocks: [
        "You may look at other pages and come back: the form stays as you left it in its tab. Closing a tab with something unsaved asks first.",
      ],
    },
  ],
};
