import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "Alarms",
  blocks: [
    "The bell at the top counts the unresolved alarms of all plants you see; above 99 it says 99+. The number changes by itself.",
    { picture: "alarms", alt: "Bell at the top of the console with the number of unresolved alarms" },
    {
      list: [
        "A device raises an alarm with its report. However often it repeats, it is one alarm for each device and fault code.",
        "An alarm whose condition is over stays unresolved until somebody has dealt with it.",
        "Which devices are concerned shows on the plant's page: press fault, alarm or warning beside its name, and the list shows just those devices.",
        "At night and behind an offline gateway nothing is raised for missing power: a plant that sleeps is no fault.",
      ],
    },
  ],
  sections: [],
};
