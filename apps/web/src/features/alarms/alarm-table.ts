import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../shared/ui/table/use-table.ts";

/** Alarms of the fleet or of one plant (R3.13); kind, plant and period may be the page's own. */
export const alarmTable = defineTable({
  name: "alarms",
  endpoint: endpoints.alarm.list,
  sort: "lastAt",
  order: "desc",
  pageSize: 50,
  filters: ["kind", "status", "severity", "stationId", "deviceId", "faultCode", "condition", "assignedToMe"],
});

/** Unresolved alarms grouped under the alarm of their parent, on its page. */
export const groupedTable = defineTable({
  name: "alarms",
  endpoint: endpoints.alarm.list,
  sort: "lastAt",
  order: "desc",
  pageSize: 20,
  prefix: "grouped",
});
