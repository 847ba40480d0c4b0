import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Exporting a list",
  blocks: [
    "Lists with **Export** can be saved as a CSV file, which spreadsheets open.",
    { picture: "export", alt: "Question before an export: the name of the file and what it will hold" },
    {
      steps: [
        "Filter and sort the list, and show the columns you want. To export only some rows, tick them; they stay ticked over pages.",
        "Press **Export**, give the file a name, and confirm.",
        "The file is written in the background. The task tray at the top shows how far it is; you can go on working or stop it there.",
      ],
    },
    "The file holds the rows your account may see at that moment. Cells that a spreadsheet would take for a formula are marked as text.",
  ],
  sections: [],
};
