import { endpoints } from "virtual:endpoints";
import { defineTable } from "../../../shared/ui/data-table/use-table.ts";

export const logKinds = ["operation", "system", "security"] as const;
export const tabs = [...logKinds, "refusals"] as const;

const isId = (value: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
/** Types and objects are offered by the page, and judged by the server. */
const isCode = (value: string): boolean => /^[\w.-]{1,60}$/.test(value);

/** Rows of one log in a window (R3.14); kind and window are parameters of the page. */
export const logTable = defineTable({
  name: "logs",
  endpoint: endpoints.log.list,
  sorts: ["at", "type", "number"],
  sort: "at",
  order: "desc",
  pageSize: 50,
  filters: { type: isCode, objectType: isCode, actorId: isId, stationId: isId },
});

export const refusalTable = defineTable({
  name: "refusals",
  endpoint: endpoints.log.refusals,
  sorts: ["minute", "total", "endpoint"],
  sort: "minute",
  order: "desc",
  pageSize: 50,
});
