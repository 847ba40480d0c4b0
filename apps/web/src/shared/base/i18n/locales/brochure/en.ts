export const texts = {
  brochure: {
    title: "Every module, every minute",
    lead: "Heliograph monitors solar plants module by module: what each module produces now, what it has produced, and where there is a problem.",
    see: {
      title: "Find the underperforming module",
      text: "Voltage, current, temperature and energy of each module are shown next to those of adjacent modules and update with every report. You see a shaded or failing module on the first day, not on the yearly bill.",
    },
    keep: {
      title: "Acknowledged means stored",
      text: "A gateway keeps each report until the server has written it to disk and acknowledged it. Connections drop, servers restart, reports arrive late or twice: the energy stays the same.",
    },
    sure: {
      title: "Every figure shows its data quality",
      text: "Each energy figure shows how much of it was measured, backfilled or estimated and how much is missing. A gap stays a gap and never becomes a zero, and outdated values are marked as outdated.",
    },
    own: {
      title: "Your server, your data",
      text: "Open source under the Apache licence, started with one command, databases included. The console loads nothing from other servers, and the device link is an open protocol for which anyone can build a gateway.",
    },
    days: {
      title: "Days in the plant’s time zone",
      text: "Days, months and prices follow the time zone of the plant, including daylight saving time. Amounts stay in the plant’s currency.",
    },
    people: {
      title: "The right access for everyone",
      text: "Companies, account types and roles define what users can see and do. The server checks every request.",
    },
    screens: {
      title: "One console for every screen",
      text: "Four languages, light and dark themes, from a phone to the widest wall screen.",
    },
    figures: "See the datasheet",
  },
} as const;
