export const texts = {
  fleetEarnings: {
    intro:
      "Earnings of all plants whose earnings you can view, by currency. Days follow each plant’s time zone.",
    byCurrency: "Earnings by currency",
    plants_one: "{{count, number}} plant",
    plants_other: "{{count, number}} plants",
    chart: "Earnings in {{currency}}",
    plantList: "Plants in {{currency}}",
    noMatch: "No plant with earnings in {{currency}} matches",
    perKwp: "Per kWp",
    share: "Share",
    none: "No plants with earnings",
    noneText: "Earnings appear here when a plant with a price reports energy.",
    emptyText: "Earnings appear here when plants report energy.",
    exportText:
      "Exports a row for each plant of every currency, with its earnings by period, energy and energy without a price.",
    all: "All plants",
    change: "Change",
    compared: "{{compared, number}} of {{plants}} compared, those with data since then",
    setPriceOf: "Set price of {{name}}",
    unpriced_one: "{{count, number}} plant has {{energy}} without a price, which earn nothing.",
    unpriced_other: "{{count, number}} plants have {{energy}} without a price, which earn nothing.",
    showUnpriced: "Show first in the list",
  },
};
