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
        "Filter by type, status or plant, and search by serial number, location or alias. **More filters** has company, model, software, signal and last report. Devices that sleep because the sun is low have a status of their own and are not among those that are offline.",
        "Select a column title to sort by it. **Columns** shows or hides columns; this browser remembers your choice.",
        "Values update automatically as reports arrive.",
        "Select a device to open it beside the list: latest values, its day and its alarms, and a link to its page. The arrows go through the list.",
        "**Views** saves search, filters, order and columns for your account. **Export** writes the devices that match to a CSV or Excel file.",
        "Values of a device that does not report are its last ones, shown dimmed; point at one to see its time.",
        "Filters, order and page are part of the address, so a link shows a colleague the same list.",
      ],
    },
  ],
  sections: [],
};
