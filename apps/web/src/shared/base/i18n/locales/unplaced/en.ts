export const texts = {
  unplacedPage: {
    text: "Why data of a unit is missing: reports that were rejected, and reports that are pending until they can be placed. The last 1,000 rejected reports of each gateway are listed.",
    state: "Status",
    pending: "Pending",
    rejected: "Rejected",
    gateway: "Gateway",
    none: "No rejected or pending reports",
    noneText: "All reports of this plant were accepted.",
    units: "Rows",
    whole: "All",
    some: "Some",
  },
};
