import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../../shared/ui/data-table/use-table.ts";

export const kinds = ["web", "app"] as const;

export const maintenanceTable = defineTable({
  name: "maintenance",
  endpoint: endpoints.maintenance.list,
  sorts: ["serviceStopAt", "serviceRestartAt", "previewAt", "name", "kind", "isOn", "updatedAt"],
  sort: "serviceStopAt",
  order: "desc",
  filters: { kind: kinds },
});
