import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../../shared/ui/table/use-table.ts";

export const firmwareTable = defineTable({
  name: "firmware",
  endpoint: endpoints.firmware.list,
  order: "desc",
  filters: ["type", "permission"],
});
