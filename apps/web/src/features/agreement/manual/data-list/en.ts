import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Data list: devices of all plants",
  blocks: [
    "**Data** at the top shows every device you may see, whatever its plant: gateways, strings, optimizers, shutdown switches.",
    {
      picture: "data-list",
      alt: "Data list with filters at the top and a row for each device with plant, type, state and values",
    },
    {
      list: [
        "Filter by kind, state, plant or company, and search by serial number, place or alias.",
        "Sort by any column whose title can be pressed. **Columns** shows or hides columns; this browser remembers it.",
        "Values of the plants on screen change as reports arrive.",
        "A press on a device opens its plant's page with that device.",
        "Filters, order and page are in the address, so a link shows the same list to a colleague.",
      ],
    },
  ],
  sections: [],
};
