import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../shared/ui/table/use-table.ts";

/** Devices of all plants (R2.8). */
export const dataList = defineTable({
  name: "data",
  endpoint: endpoints.device.list,
  sort: "sn",
  pageSize: 50,
  filters: ["type", "status", "stationId", "companyId", "softwareVersion"],
});
