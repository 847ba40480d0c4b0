import type { Chapter } from "../../document.ts";

export const chapter: Chapter = {
  title: "A plant's page",
  blocks: [
    "The overview shows the plant's current power, today's energy and how it performs. It updates automatically as reports arrive. The tabs below the header lead to the other pages of the plant: layout, devices, alarms, earnings, reports, corrections, commands and members. Status, its reason and the contacts are the same on all of them.",
    {
      picture: "plant",
      alt: "Overview of a plant: power flow, measured and expected power of the day, power now, and energy by day",
    },
  ],
  sections: [
    {
      heading: "Now",
      blocks: [
        "The current power, its share of the installed capacity, and the energy of today, this month, this year and in total. A note below the energy says whether it is **complete**, **backfilled** or **partly estimated**; hover over the note to see the shares. Outdated values are shown in grey italics or replaced by “no recent data”. At night the card says when the sun rises.",
      ],
    },
    {
      heading: "Power flow",
      blocks: [
        "Where the power flows now: modules, strings, inverter with AC meter, and grid, as far as the plant meters them. **Counted** marks the level whose power and energy count for the plant. Devices with a fault, with a warning or offline are marked and lead to their list. At night, and without recent data, nothing moves and the card says why.",
      ],
    },
    {
      heading: "Power today",
      blocks: [
        "The filled curve shows measured power. The line shows expected power, calculated from irradiance measured by a gateway or, without it, from a clear sky. Gaps mean that nothing was reported. Use the arrows or the date field to show another day. Days follow the plant's time zone.",
        "With measured irradiance, the share of **expected power** rates the performance of the plant. Without it, the share of **clear-sky power** only indicates how sunny it was. Both compare only the times that have measured and expected power.",
        "**Compare with** adds the line of another day, or the median of the 30 days before: at each quarter hour, half of these days had more power and half had less. The energy of each line is shown next to its name. On a day that is not over, it is the energy so far: until the last measured power. If a gateway measures irradiance or air temperature, both are drawn below.",
      ],
    },
    {
      heading: "Energy",
      blocks: [
        "Bars by day, week, month or year. Select the bar of a year, month or week to see its months or days. Backfilled and estimated energy is marked in the bar. If a counter rises by more than its device can have produced, the rise is **implausible**: it is not counted, and the bar is marked.",
        "The question mark opens **What changed these figures**: late data, implausible values, counter resets, corrections, devices that were added or removed, and new prices of the period shown, each with its time.",
      ],
    },
    {
      heading: "Layout",
      blocks: [
        "The **physical** view shows every module at its place, coloured by power, energy of the day, voltage, current, temperature or its ratio to peers: units of the same type on the same plane. The states never share a colour: producing, **zero**, **no data**, **shut down** and **asleep** (no power while the sun is low); close up, each has a mark of its own. Drag to move, scroll or pinch to zoom; close up a module shows its value and the end of its serial number. A plant without a published layout is arranged automatically, with a row for each string, and marked as such.",
        "Click a module to see its curve of the day beside those next to it. Hold Ctrl and click, hold Shift and drag, or use **Select an area** to compare up to 20; of a larger area, the 20 whose power differs most from their peers are compared. The scale is **fixed** over the day, or **relative to peers**: between the values of the units at this moment, which shows small differences. The list below the roof has the same values for keyboard and screen reader.",
        "The slider chooses the moment of the day, **Play** runs through it, **Latest** follows the reports. The **logical** view shows how the plant is wired: gateway, strings with their totals, units in series, and how many have no data. A slot of the layout without a unit is **missing**. A **mismatch** is a unit whose power is more than 10% above or below the median of its string's units on the same plane, or a string that differs as much from the other strings on its plane; in the dark nothing is marked. **Next mismatch** leads from one to the next. The address contains the view, value, moment, zoom and selection: send it, and it opens the same.",
        "**Edit layout** is for owners, administrators and the installer company. Groups have rows and columns; drag them, turn them, align and distribute them, or enter everything as numbers. Switch to **Modules** to assign units: drag one from the list, or use **Assign serial numbers** for a pasted list. Changes are saved as a draft that all editors share; **Publish** shows what changes before it replaces the layout. **Versions** lists what was published, by whom and when; choose a version to see it drawn and how it differs from the draft or from another version. **Restore to draft** replaces the draft by it in one step that Undo reverses; units that are no longer in the plant are named and left out, and nothing is published. **Import or export** writes the layout to a JSON, CSV or Excel file and reads it from one; a row that cannot be read is named. In the view, **Save as picture** and **Save as PDF** keep the roof for paper.",
      ],
    },
    {
      heading: "Performance",
      blocks: [
        "The **specific yield** is the energy divided by the installed capacity. The **performance ratio** after IEC 61724 divides it by the irradiation in the plane of the modules, measured by a gateway, over the last 30 complete days; the figure names the side, AC or DC. Without measured irradiance the **share of clear sky** is shown.",
        "**CO₂ avoided** is the plant's energy, converted to AC where it is measured on the DC side, times what the grid of its country emits per kWh. The country is that of the plant's time zone; source and year are shown. No figure is assumed for a country without one.",
      ],
    },
    {
      heading: "Corrections",
      blocks: [
        "Measured energy can differ from the meter. The tab **Corrections** lists the days whose energy was set to a reference, with the source, the energy after the correction and the measured generation. A chart shows the energy of these days before and after. **Correct a day** enters the energy of a day that is over, beside what was measured on it, and asks before it saves less than a third or more than three times of that; totals follow immediately, and measured data, the power curve and the energy of the last 24 hours do not change.",
        "With **automatic correction**, each day is set to the reading of the AC meter at the gateway after midnight in the plant's time zone. Switching it on or off asks first. A correction can be cancelled: the measured energy counts again, and that day is not corrected automatically any more. Corrected days have the mark ◆ in the energy chart.",
      ],
    },
    {
      heading: "Earnings",
      blocks: [
        "Bars show what the plant has earned by day, month or year: its energy of each 15 minutes × the price at that time. The list beside them shows the sum, the earnings since the first day, each price of the period, and the payback, which is the investment ÷ the average yearly earnings. It appears after 30 days.",
        "The table below lists each period with its energy, earnings and the average of a priced kWh. Select a day for its power. The sum is compared with the period before, as far as its days are over.",
        "Energy at times without a price is **not priced**: it is shown beside the sum and is not counted as 0. A corrected day without measured energy earns at a fixed price; under time-of-use prices it is not priced, because the times of its energy are unknown. A negative price reduces the sum. If energy is measured on the DC side, it is multiplied by the **DC to AC factor**, 0.96 at first, and the sum is marked **estimated**. A new price changes no earnings of earlier days.",
        "**Export** writes the periods shown as a CSV or Excel file. Tables by price and by time of day follow: on sheets of their own in Excel, below the periods in CSV. The card is hidden from participants if the plant's settings hide its earnings.",
      ],
    },
    {
      heading: "Gateways",
      blocks: [
        "On the tab **Devices**: the gateways of the plant and whether they are online. **Rejected reports** lists invalid reports of a gateway with the reason, such as a wrong clock, an impossible value or a unit of another plant.",
      ],
    },
    {
      heading: "Strings and modules",
      blocks: [
        "Every device with its location, power, input and output voltage and current, temperature, lifetime energy, signal and last report. Filter by type or status, search by serial number, and sort by any column.",
        {
          picture: "plant-units",
          alt: "List of strings and modules with location, serial number, power, voltages, currents, temperature and last report",
        },
      ],
    },
  ],
};
