import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Home",
  blocks: [
    "Home answers two questions: is everything all right, and if not, where?",
    {
      picture: "home",
      alt: "Home: number of plants by status, tiles with power and energy of all plants, and the list of plants",
    },
  ],
  sections: [
    {
      heading: "Plants by status",
      blocks: [
        "At the top stands how many plants you see and how many are in each state. A press on a state shows only those plants; another press shows all again.",
        {
          terms: [
            ["Normal", "Reports arrive and nothing is wrong. At night: normal, asleep."],
            ["Warning", "A device reports something that should be looked at."],
            ["Alarm", "A value is beyond a limit."],
            ["Fault", "A device has failed."],
            ["Offline", "No gateway of the plant was heard for three report intervals."],
            ["Waiting for gateway", "No gateway of the plant has reported yet."],
            ["Shut down", "The plant was shut down by command."],
          ],
        },
      ],
    },
    {
      heading: "Totals",
      blocks: [
        "The tiles show power now and the energy of today, this month, this year and in total, for all plants you see. Large figures are shortened (kWh, MWh, GWh); rest the pointer on one to read it exactly.",
      ],
    },
    {
      heading: "The list of plants",
      blocks: [
        "A press on a plant opens it; a press on a column's title sorts by it. The search finds names and numbers. Power and state change by themselves as reports arrive. What you chose is in the address, so a copied link shows the same list.",
      ],
    },
  ],
};
