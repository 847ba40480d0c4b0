import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../shared/ui/table/use-table.ts";

/** The list of plants (R3.9). */
export const plantList = defineTable({
  name: "plants",
  endpoint: endpoints.station.list,
  filters: ["status"],
});
