import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Data list: devices of all plants",
  blocks: [
    "**Data** at the top shows the devices of all plants you have access to: gateways, strings, optimizers and shutdown switches.",
    {
      picture: "data-list",
      alt: "Data list with filters at the top and a row for each device with plant, type, status and values",
    },
    {
      list: [
        "Filter by type, status, plant or company, and search by serial number, location or alias.",
        "Select a column title to sort by it. **Columns** shows or hides columns; this browser remembers your choice.",
        "Values update automatically as reports arrive.",
        "Select a device to open it on its plant's page.",
        "Filters, order and page are part of the address, so a link shows a colleague the same list.",
      ],
    },
  ],
  sections: [],
};
