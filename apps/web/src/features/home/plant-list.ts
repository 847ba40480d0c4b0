import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../shared/ui/data-table/use-table.ts";
import { plantStatuses } from "./plant-statuses.ts";

/** The list of plants (R3.9): what the server sorts by and what the address says. */
export const plantList = defineTable({
  name: "plants",
  endpoint: endpoints.station.list,
  sorts: [
    "number",
    "status",
    "name",
    "powerW",
    "energyTodayKwh",
    "energyMonthKwh",
    "energyYearKwh",
    "energyTotalKwh",
    "installedCapacityKwp",
    "createdAt",
    "updatedAt",
  ],
  sort: "createdAt",
  filters: { status: plantStatuses },
});
