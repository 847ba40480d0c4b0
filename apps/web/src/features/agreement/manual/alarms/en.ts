import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Alarms",
  blocks: [
    "The bell at the top shows the number of unresolved alarms of all plants you have access to; above 99 it shows 99+. The number updates automatically.",
    { picture: "alarms", alt: "Bell at the top of the console with the number of unresolved alarms" },
    {
      list: [
        "A device raises an alarm with its report. Repeated alarms are counted as one for each device and fault code.",
        "An alarm whose condition has ended stays unresolved until a user resolves it.",
        "To see the affected devices, select fault, alarm or warning next to the plant's name. The list then shows only those devices.",
        "No alarms are raised for missing power at night or while the gateway is offline.",
      ],
    },
  ],
  sections: [],
};
