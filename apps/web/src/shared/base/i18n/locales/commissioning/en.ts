export const texts = {
  commissioning: {
    summary: "{{found}} of {{expected}} found",
    source: {
      list: "Expected: the serial numbers of this plant’s list.",
      layout:
        "Expected: the places of the published layout and the devices of the plant. Save a list to compare with serial numbers.",
      devices:
        "Expected: the devices that were added to the plant. Save a list to compare with serial numbers.",
    },
    byState: "Devices by result",
    state: {
      found: "Found",
      missing: "Missing",
      unknown: "Unknown",
    },
    rowState: { found: "Found", missing: "Missing", unknown: "Unknown" },
    reason: {
      notAdded: "not added to the plant",
      notReported: "no report yet",
      emptyPlace: "no device at this place",
    },
    weakCount_one: "{{count}} device with a weak signal",
    weakCount_other: "{{count}} devices with a weak signal",
    weak: "Weak signal",
    result: "Result",
    parent: "Wired to",
    sharedPlace: "Also the location of {{sn}}",
    firstAt: "First report",
    editList: "Edit expected devices",
    report: "Create acceptance report",
    reportStarted: "The acceptance report is being written and will be downloaded.",
    none: "No devices expected yet",
    noneText: "Add devices to the plant, publish its layout or save a list of serial numbers.",
    listTitle: "Expected devices",
    listText:
      "The list is compared with the devices that report at this plant. Without a list, the published layout and the devices of the plant are expected.",
    file: "Read from a file",
    fileHint:
      "An .xlsx or .csv file with a column of serial numbers, and one of locations if you have it: at most {{max}} rows. It replaces the list below.",
    serials: "Serial numbers",
    serialsHint: "One per line. A location can follow after a tab, a comma or a semicolon.",
    save: "Save list",
    problem: {
      format:
        "Line {{line}}: “{{text}}” is not a serial number. Use 4–32 characters of A–Z, 0–9 and hyphens.",
      repeated: "Line {{line}}: {{text}} is listed twice.",
      place: "Line {{line}}: the location of {{text}} is longer than 40 characters.",
    },
    moreProblems_one: "{{count}} more line is wrong.",
    moreProblems_other: "{{count}} more lines are wrong.",
    tooMany: "The list has more than {{max}} serial numbers.",
  },
};
