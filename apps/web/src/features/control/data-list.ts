import { endpoints } from "virtual:endpoints";
import type { TableOf } from "../../shared/ui/table/use-table.ts";
import { defineTable } from "../../shared/ui/table/use-table.ts";

/** Devices of all plants (R2.8). */
export const dataList = defineTable({
  name: "data",
  endpoint: endpoints.device.list,
  sort: "sn",
  pageSize: 50,
  filters: ["type", "status", "stationId", "companyId", "model", "softwareVersion", "signal", "lastSeen"],
});

export type DataListTable = TableOf<typeof dataList>;
