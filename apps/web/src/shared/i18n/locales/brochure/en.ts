export const texts = {
  brochure: {
    title: "Every module, every minute",
    lead: "Heliograph watches solar plants module by module: what each one gives now, what it gave, and where something is amiss.",
    see: {
      title: "The one module that falls behind",
      text: "Voltage, current, temperature and energy of each module stand beside those of its neighbours and move as the reports come in. A shaded or failing module is seen on the day it begins, not on the yearly bill.",
    },
    keep: {
      title: "Acknowledged means stored",
      text: "A gateway keeps each report until the server has it on the disk and says so. Lines break, servers start anew, reports come late or twice: the energy comes to the same figure.",
    },
    sure: {
      title: "Every figure says how sure it is",
      text: "What was measured, what was sent later, what is estimated and what is missing stands beside the energy. A gap stays a gap and never turns into a nought; an old value looks old.",
    },
    own: {
      title: "Your server, your data",
      text: "Open source under the Apache licence, started with one command, with its databases inside. The console fetches nothing from anywhere else, and the device link is an open protocol that anyone may build a gateway for.",
    },
    days: {
      title: "Days of the plant",
      text: "Days, months and prices follow the time zone of the plant, daylight saving included. Money stays in its currency.",
    },
    people: {
      title: "Each sees what is theirs",
      text: "Companies, account types and roles decide what a person sees and may do. The server checks it at every single call.",
    },
    screens: {
      title: "From the roof to the control room",
      text: "Four languages, light and dark, from the phone in a hand to the widest screen on a wall.",
    },
    figures: "The figures: datasheet",
  },
} as const;
