export const texts = {
  fleetEarnings: {
    intro:
      "All plants that show you their earnings, by currency. Days are those of each plant's own calendar.",
    byCurrency: "Earnings by currency",
    plants_one: "{{figure}} plant",
    plants_other: "{{figure}} plants",
    chart: "Earnings in {{currency}}",
    plantList: "Plants",
    perKwp: "Per kWp",
    share: "Share",
    none: "No plants with earnings",
    noneText: "Earnings appear here when a plant with a price reports energy.",
    emptyText: "Earnings appear here when plants report energy.",
    exportText:
      "Exports a row for each plant of every currency, with its earnings by period, energy and energy without a price.",
  },
};
