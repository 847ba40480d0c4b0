import { endpoints } from "@heliograph/contract";
import type { AlarmFleet } from "./alarms-seed.ts";
import { encodeRequest } from "./http-load.ts";

// The calls of bench/alarms.ts: what the pages of alarms and the bell request.

/** A call of one caller; its requests are made in turn. */
export interface AlarmCall {
  readonly name: string;
  readonly paths: readonly string[];
  /** Whether one of the responses must have rows. */
  readonly hasRows: boolean;
}

type Query = Readonly<Record<string, string | number>>;

const list = (query: Query) =>
  `/api${endpoints.alarm.list.path}?${new URLSearchParams({ pageSize: "50", ...(query as Record<string, string>) })}`;
const listCall = (name: string, ...queries: readonly Query[]): AlarmCall => ({
  name,
  paths: queries.map(list),
  hasRows: true,
});

const open = { status: "unresolved" } as const;
const device = { kind: "device", ...open } as const;
const SORTS = endpoints.alarm.list.query?.shape.sort.unwrap().options ?? [];

const sortCalls: readonly AlarmCall[] = SORTS.map((sort) =>
  listCall(
    `sorted by ${sort}`,
    ...(["asc", "desc"] as const).flatMap((order) => [
      { ...device, sort, order },
      { ...open, sort, order, page: 2 },
    ]),
  ),
);

/** Filters beside those of the pages: the plant is the first of the owner, the device is in it. */
function filterCalls({ stationId, deviceId }: AlarmFleet): readonly AlarmCall[] {
  return [
    listCall("open device alarms", device, { ...device, page: 2 }, { ...device, page: 3 }),
    listCall(
      "open threshold alarms",
      { ...open, kind: "threshold" },
      { ...open, kind: "threshold", page: 2 },
    ),
    listCall("open and resolved", { kind: "device" }, {}),
    listCall("resolved", { status: "resolved" }, { status: "resolved", kind: "device", page: 2 }),
    listCall("by severity", { ...device, severity: "fault" }, { ...open, severity: "alarm" }),
    listCall("condition present", { ...device, condition: "present" }),
    listCall("condition over", { ...device, condition: "gone" }),
    listCall("by fault code", { ...device, faultCode: "3" }),
    listCall(
      "by time",
      { ...device, toAt: "2026-02-01T00:00:00Z" },
      { ...device, fromAt: "2026-03-01T00:00:00Z", toAt: "2026-03-03T00:00:00Z" },
    ),
    listCall("of a plant", { ...device, stationId }, { stationId }),
    listCall("of a device", { deviceId }),
  ];
}

const searchCalls: readonly AlarmCall[] = [
  listCall("search a serial number", { ...device, search: "B0000001-" }),
  listCall("search a plant", { ...device, search: "Plant 20" }),
  listCall("search a place", { ...device, search: "A7" }),
  listCall("search a fault code", { ...device, search: "3" }),
  listCall("search what all have", { ...device, search: "plant" }),
  {
    ...listCall("search what none has", { ...device, search: "nowhere" }, { ...device, search: "zq" }),
    hasRows: false,
  },
];

const assigned = listCall("assigned to the caller", { ...device, assignedToMe: "true" });
const deepPage = { ...listCall("page 150", { ...device, page: 150 }), hasRows: false };
const otherCalls: readonly AlarmCall[] = [
  { name: "counts", paths: [`/api${endpoints.alarm.counts.path}`], hasRows: true },
  { name: "bell", paths: [`/api${endpoints.home.warningCount.path}`], hasRows: false },
];

/** All calls of a caller. */
export function listAlarmCalls(
  fleet: AlarmFleet,
  caller: "operator" | "company" | "owner",
): readonly AlarmCall[] {
  const calls = [
    ...filterCalls(fleet),
    ...(caller === "operator" ? [assigned, deepPage] : []),
    ...sortCalls,
    ...searchCalls,
    ...otherCalls,
  ];
  // Few plants need not have an alarm of each kind.
  return caller === "owner" ? calls.map((call) => ({ ...call, hasRows: false })) : calls;
}

/** Throws unless all responses are successful, and one has rows where some are expected. */
export async function checkAlarmCall(http: string, authorization: string, call: AlarmCall): Promise<void> {
  let hasRows = false;
  for (const path of call.paths) {
    const response = await fetch(http + path, { headers: { Authorization: authorization } });
    const text = await response.text();
    if (!response.ok) throw new Error(`${call.name} (${path}): ${response.status} ${text.slice(0, 300)}`);
    const { data } = JSON.parse(text) as { data?: { rows?: unknown[] } };
    hasRows ||= Boolean(data?.rows?.length);
  }
  if (call.hasRows && !hasRows) throw new Error(`${call.name} (${call.paths.join(", ")}): no rows`);
}

/** Requests of a call. */
export const encodeAlarmCall = (host: string, authorization: string, { paths }: AlarmCall): Buffer[] =>
  paths.map((path) => encodeRequest({ host, path, authorization }));
