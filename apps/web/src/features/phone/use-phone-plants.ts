import { endpoints } from "virtual:endpoints";
import type { DataOf, PlantStatus, StationRow } from "@heliograph/contract";
import { call } from "../../shared/api/api.ts";
import { ApiError } from "../../shared/api/api-error.ts";
import { canReadAlarms } from "./alarm-access.ts";
import { loadPages, useReloaded } from "./use-reloaded.ts";

const PAGE = 30;
/** Maximum rows of one response. */
const MAX_ALARMS = 200;

type Overview = DataOf<typeof endpoints.home.getOverview>;

/** Open alarms by plant; undefined where they are not visible. */
export interface AlarmCounts {
  readonly byPlant: ReadonlyMap<string, number>;
  /** There are more open alarms than were read: the counts are minimums. */
  readonly isPartial: boolean;
}

export interface PhonePlants {
  readonly rows: readonly StationRow[];
  readonly total: number;
  readonly overview: Overview;
  readonly alarmCounts: AlarmCounts | undefined;
}

interface Asked {
  readonly search: string;
  readonly status: PlantStatus | undefined;
}

/** The caller's plants, those that need attention first, with their totals and open alarms. */
export function usePhonePlants({ search, status }: Asked) {
  return useReloaded(`${status} ${search}`, async (pages, signal): Promise<PhonePlants> => {
    const filters = { ...(search !== "" && { search }), ...(status !== undefined && { status }) };
    const [list, overview, alarmCounts] = await Promise.all([
      loadPages(pages, async (page) => {
        const query = { page, pageSize: PAGE, sort: "status", order: "desc", ...filters } as const;
        const response = await call(endpoints.station.list, { query, signal, refusalIn: "card" });
        return orFail(response).data;
      }),
      call(endpoints.home.getOverview, { signal, refusalIn: "card" }),
      countAlarms(signal),
    ]);
    return { ...list, overview: orFail(overview).data, alarmCounts };
  });
}

function orFail<Response>(response: Response | undefined): Response {
  if (response === undefined) throw new ApiError("");
  return response;
}

async function countAlarms(signal: AbortSignal): Promise<AlarmCounts | undefined> {
  if (!(await canReadAlarms(signal))) return undefined;
  const query = { status: "unresolved", sort: "severity", order: "desc", pageSize: MAX_ALARMS } as const;
  const { rows, total } = orFail(await call(endpoints.alarm.list, { query, signal, refusalIn: "card" })).data;
  const byPlant = new Map<string, number>();
  for (const { stationId } of rows) byPlant.set(stationId, (byPlant.get(stationId) ?? 0) + 1);
  return { byPlant, isPartial: total > rows.length };
}
