import { endpoints } from "virtual:endpoints";
import type { TableOf } from "../../shared/ui/table/use-table.ts";
import { defineTable } from "../../shared/ui/table/use-table.ts";

/** The list of plants (R3.9), those that need attention first. */
export const plantList = defineTable({
  name: "plants",
  endpoint: endpoints.station.list,
  sort: "status",
  order: "desc",
  filters: [
    "status",
    "companyId",
    "installer",
    "country",
    "tag",
    "currency",
    "gap",
    "minCapacityKwp",
    "maxCapacityKwp",
  ],
});

export type PlantListTable = TableOf<typeof plantList>;
