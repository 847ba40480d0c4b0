import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Exporting a list",
  blocks: [
    "Lists with **Export** can be saved as a CSV file and opened in a spreadsheet program.",
    { picture: "export", alt: "Export dialog with the file name and the content" },
    {
      steps: [
        "Filter and sort the list, and show the columns you want. To export only some rows, select them; rows stay selected across pages.",
        "Select **Export**, enter a file name and confirm.",
        "The file is created in the background. The task list at the top shows the progress; you can continue working or cancel the export there.",
      ],
    },
    "The list of plants is exported by the server, as a CSV or Excel file: select **Export**, then the format. The task list shows the export in every browser where you are signed in, also after a reload, and keeps the file for seven days. The browser that started the export downloads the file when it is ready. If you lose access to one of the plants, the file can no longer be downloaded; export it again.",
    "The file contains the rows your account has access to at that time. Cells that a spreadsheet program would interpret as a formula are marked as text.",
  ],
  sections: [
    {
      heading: "Reports",
      blocks: [
        "A report covers a day, a month or a year as a PDF or Excel file: energy, specific yield, earnings, data coverage, alarms and corrections, with a chart. Open a plant and select **Reports**, or open **Reports** in the menu for all plants or those with a tag. Select **Create report**; the browser downloads the file when it is ready, and the page keeps it for seven days. Days without data are shown as missing, not as zero.",
        { picture: "reports", alt: "Dialog that creates a report, with kind, period, format and language" },
      ],
    },
    {
      heading: "Reports by email",
      blocks: [
        "To receive a report regularly, select **Create report** and **After each period, by email** instead of **Now**, then **Save schedule**. The report of each day, month or year is sent to the verified email of your account an hour after the period has ended in the time zones of all its plants. Without a verified email, add one in the personal centre first.",
        "**Scheduled by email** lists your schedules, each with the next report and the last one sent; schedules of other users are not shown. You can edit and delete them there, and every email has a link that ends its schedule. A schedule stops, and shows the reason, if you lose access to its plants or your email is no longer verified: save it to start it again.",
      ],
    },
  ],
};
