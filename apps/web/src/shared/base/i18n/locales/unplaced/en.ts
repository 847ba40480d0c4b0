export const texts = {
  unplacedPage: {
    text: "Why data of a unit is missing: reports that were rejected, and reports that wait until what they lack is known. Of each gateway, the last 1,000 rejected reports are listed.",
    state: "Status",
    pending: "Pending",
    rejected: "Rejected",
    gateway: "Gateway",
    none: "No rejected or pending reports",
    noneText: "All reports of this plant were accepted.",
    units: "Rows",
    whole: "All",
  },
};
