import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../../shared/ui/table/use-table.ts";

export const maintenanceTable = defineTable({
  name: "maintenance",
  endpoint: endpoints.maintenance.list,
  order: "desc",
  filters: ["kind"],
});
