export const texts = {
  fleet: {
    allPlants: "All plants",
    localDay: "each plant's local day",
    last24h: "Last 24 h",
    openAlarms: "Unresolved alarms",
    noAlarms: "none",
    deviceAlarms: "Device {{figure}}",
    thresholdAlarms: "Threshold {{figure}}",
    noPermission: "Your role does not include alarms",
    without_one: "without {{figure}} plant that hides this from you",
    without_other: "without {{figure}} plants that hide this from you",
  },
};
