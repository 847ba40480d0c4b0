import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../../shared/ui/table/use-table.ts";

export const logKinds = ["operation", "system", "security", "device"] as const;
export const tabs = [...logKinds, "alarms", "refusals"] as const;

/** Rows of one log in a window (R3.14); kind and window are parameters of the page. */
export const logTable = defineTable({
  name: "logs",
  endpoint: endpoints.log.list,
  pageSize: 50,
  filters: ["type", "objectType", "actorId", "stationId", "deviceType", "deviceId"],
});

export const refusalTable = defineTable({
  name: "refusals",
  endpoint: endpoints.log.refusals,
  pageSize: 50,
});
