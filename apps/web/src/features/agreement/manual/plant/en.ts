import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "A plant's page",
  blocks: [
    "One page shows what a plant does now, what it did today, and what each of its devices last said. It changes by itself as reports arrive; there is no need to load it again.",
    {
      picture: "plant",
      alt: "Page of a plant: power now, the day's curve beside the expected one, energy by day, and the gateways",
    },
  ],
  sections: [
    {
      heading: "Now",
      blocks: [
        "Power now, its share of the installed capacity, and the energy of today, the month, the year and in total. Under a figure stands how much of it was **measured**, how much was **received later** or is **estimated**. A value that is too old to be trusted stands in grey and italics, or is replaced by “no current report”.",
      ],
    },
    {
      heading: "Power of the day",
      blocks: [
        "The filled curve is what was measured. The line is what the modules should give: from the irradiance a gateway measures, else from a clear sky. Holes mean that nothing was reported. The arrows or the day field show another day; days begin and end by the plant's own clock.",
        "With measured irradiance the share of **expected** is a judgement; without it the share of **clear sky** only tells how sunny it was.",
      ],
    },
    {
      heading: "Energy",
      blocks: [
        "Bars by days, months or years. A press on a bar of a year or month goes to the finer ones. What came late or is estimated is set apart in the bar. A counter that rises by more than its device can have produced is **implausible**: the rise is not counted, and the bar is marked.",
      ],
    },
    {
      heading: "Gateways",
      blocks: [
        "Which gateways the plant has and whether they are online. **Reports set aside** lists what a gateway sent that cannot be right, with the reason: a wrong clock, an impossible value, a unit that belongs elsewhere.",
      ],
    },
    {
      heading: "Strings and modules",
      blocks: [
        "Every device with its place, power, voltages and currents at input and output, temperature, energy since it was made, signal, and when it was last heard. Filter by kind or by state, search by serial number, sort by any column.",
        {
          picture: "plant-units",
          alt: "List of strings and modules with place, serial number, power, voltages, currents, temperature and time last seen",
        },
      ],
    },
  ],
};
