import type { QueryInputOf } from "@heliograph/contract";
import { endpoints, envelope } from "@heliograph/contract";
import type { HttpCall, HttpCaller } from "./http-calls.ts";
import {
  defineCall,
  defineCurve,
  defineDetail,
  defineList,
  defineOverview,
  MODULES_PER_PLANT,
  ofPlant,
} from "./http-calls.ts";
import { dayMs } from "./queries-data.ts";

/** A call of bench/queries.ts. */
export interface QueryCall extends HttpCall {
  readonly caller: "owners" | "operators";
  /** Goal of the p95. */
  readonly goalMs?: number;
}

const DAYS_OF_SAMPLES = 2;
const DAYS_OF_WEEK = 7;
const SAMPLES_PER_DAY = 288;
const ROWS_PER_PAGE = 20;

/** UTC days up to a caller's day, all of which have samples at `places`. */
function daysOf({ day }: Pick<HttpCaller, "day">, days: number) {
  const toAt = Date.parse(day) + dayMs;
  return { fromAt: new Date(toAt - days * dayMs).toISOString(), toAt: new Date(toAt).toISOString() };
}

const moduleSamples = defineCall({
  name: "one module's samples of two days",
  endpoint: endpoints.device.data,
  queryOf: (caller) => ({ deviceId: caller.moduleIds?.[0] ?? "", ...daysOf(caller, DAYS_OF_SAMPLES) }),
  isWhole: ({ rows }) => rows.length === DAYS_OF_SAMPLES * SAMPLES_PER_DAY,
});

/** Three values of the first modules of a plant over a week, by five minutes. */
const defineWeek = (name: string, modules: number): HttpCall =>
  defineCall({
    name,
    endpoint: endpoints.devicePage.series,
    queryOf: (caller) => ({
      ...daysOf(caller, DAYS_OF_WEEK),
      deviceIds: (caller.moduleIds ?? []).slice(0, modules).join(","),
      fields: "powerW,inputVoltageV,temperatureC",
      stepS: 300,
    }),
    isWhole: ({ series }) =>
      series.length === modules &&
      series.every(({ steps }) => steps.length === DAYS_OF_WEEK * SAMPLES_PER_DAY),
  });

function defineBars(name: string, by: "month" | "year"): HttpCall {
  return defineCall({
    name,
    endpoint: endpoints.station.energy,
    queryOf: (caller) => ({ ...ofPlant(caller), by }),
    isWhole: ({ bars, totalWh }) => bars.length > 0 && totalWh > 0,
  });
}

function defineSortedList(name: string, plants: number, query: object): HttpCall {
  return defineCall({
    name,
    endpoint: endpoints.station.list,
    queryOf: () => query,
    isWhole: ({ rows, total }) => total === plants && rows.length > 0,
  });
}

/** Every plant has a gateway and modules. */
const countDevices = (plants: number) => plants * (1 + MODULES_PER_PLANT);

type DeviceListQuery = Partial<QueryInputOf<typeof endpoints.device.list>>;

/** As the page of all devices is opened. */
const bySn: DeviceListQuery = { sort: "sn" };

/** The device list by each way that its page offers; some of these devices match. */
const deviceLists: readonly (readonly [name: string, query: DeviceListQuery])[] = [
  ["of a type", { type: "OPT" }],
  ["of a type that few have", { type: "DCON" }],
  ["normal", { status: "normal" }],
  ["faulty", { status: "fault" }],
  ["offline", { status: "offline" }],
  ["heard of within an hour", { lastSeen: "hour" }],
  ["not heard of for a day", { lastSeen: "overDay" }],
  ["with a weak signal", { signal: "weak" }],
  ["by part of a serial number", { search: "0000777" }],
  ["sorted by power", { sort: "powerW", order: "desc" }],
  ["sorted by status", { sort: "status", order: "desc" }],
  ["sorted by plant", { sort: "stationName" }],
  ["sorted by place", { sort: "slotLabel" }],
];

function defineDeviceLists(plants: number): HttpCall[] {
  return [
    defineCall({
      name: "device list",
      endpoint: endpoints.device.list,
      queryOf: () => bySn,
      isWhole: ({ rows, total, isTotalCapped }) =>
        rows.length === ROWS_PER_PAGE && (isTotalCapped || total === countDevices(plants)),
    }),
    ...deviceLists.map(([name, query]) =>
      defineCall({
        name: `device list, ${name}`,
        endpoint: endpoints.device.list,
        queryOf: () => ({ ...bySn, ...query }),
        isWhole: ({ total }) => total <= countDevices(plants),
      }),
    ),
  ];
}

/** Columns of the list beside the power and the creation time, which are those of the calls before. */
const listSorts = [
  "number",
  "status",
  "name",
  "efficiency",
  "energyTodayKwh",
  "energyMonthKwh",
  "energyYearKwh",
  "energyTotalKwh",
  "specificYieldKwhPerKwp",
  "earningsToday",
  "openAlarms",
  "installedCapacityKwp",
  "updatedAt",
  "expectedShare",
] as const;

/** Earnings of all plants by day of this month. */
const defineEarnings = (): HttpCall =>
  defineCall({
    name: "earnings of all plants by day of a month",
    endpoint: endpoints.home.earningsPeriods,
    queryOf: () => ({ by: "day" }) as const,
    isWhole: ({ currencies }) => currencies.some(({ plantCount }) => plantCount > 0),
  });

/** What home reads of all plants beside the overview each time it is opened. */
const defineHome = (plants: number): HttpCall[] => [
  defineCall({
    name: "home, earnings of today",
    endpoint: endpoints.home.earnings,
    isWhole: ({ currencies }) => currencies.reduce((sum, { plantCount }) => sum + plantCount, 0) === plants,
  }),
  defineCall({
    name: "home, CO₂",
    endpoint: endpoints.home.co2,
    isWhole: ({ totalKg }) => Number(totalKg) > 0,
  }),
  defineCall({
    name: "home, trend of 30 days",
    endpoint: endpoints.home.trend,
    isWhole: ({ days }) => days.some(({ energyWh }) => Number(energyWh) > 0),
  }),
  defineCall({
    name: "home, losses of yesterday",
    endpoint: endpoints.home.losses,
    queryOf: () => ({ days: "1" }) as const,
    isWhole: ({ isCompared }) => isCompared,
  }),
  defineCall({
    name: "home, map",
    endpoint: endpoints.home.map,
    isWhole: ({ points, missingCount }) => points.length + missingCount === plants,
  }),
];

/** Filters of the list that some plants match, and the share of plants that match at most. */
const listFilters: readonly (readonly [
  name: string,
  query: QueryInputOf<typeof endpoints.station.list>,
  shareOf: number,
])[] = [
  // Two of twelve places are in Brazil.
  ["of a country", { country: "BR" }, 1 / 4],
  ["with a fault", { status: "fault" }, 1 / 10],
  ["by part of a name", { search: "Plant 77" }, 1 / 10],
  ["of a range of capacity", { minCapacityKwp: 1, maxCapacityKwp: 100, sort: "powerW", order: "desc" }, 1],
  ["of an installer", { installer: "Installer 7" }, 1 / 10],
  ["with a tag", { tag: "South" }, 1 / 4],
];

/** Calls with `plants` stored, of whom an owner sees `ownPlants`. */
export function defineQueryCalls(plants: number, ownPlants: number): QueryCall[] {
  const sorted = { sort: "powerW", order: "desc" } as const;
  const middle = Math.max(1, Math.floor(plants / ROWS_PER_PAGE / 2));
  const ofOperators = [
    defineList("list of all plants", plants),
    defineSortedList("list of all plants, a page in the middle", plants, { page: middle }),
    defineSortedList("list of all plants, sorted by power", plants, sorted),
    ...listSorts.map((sort) =>
      defineSortedList(`list of all plants, sorted by ${sort}`, plants, { sort, order: "desc" }),
    ),
    ...listFilters.map(([name, query, shareOf]) =>
      defineCall({
        name: `list of all plants ${name}`,
        endpoint: endpoints.station.list,
        queryOf: () => query,
        isWhole: ({ total }) => total > 0 && total <= plants * shareOf,
      }),
    ),
    defineOverview(plants),
    ...defineHome(plants),
    defineEarnings(),
    ...defineDeviceLists(plants),
  ];
  const ofOwners = [
    defineDetail(),
    defineCurve(),
    defineBars("bars of a year's months", "month"),
    defineBars("bars of all years", "year"),
    moduleSamples,
    defineWeek("one module's week, three values", 1),
  ];
  return [
    ...ofOperators.map((call) => ({ ...call, caller: "operators", goalMs: 50 }) as const),
    { ...defineList("list of an owner's plants", ownPlants), caller: "owners", goalMs: 50 },
    ...ofOwners.map((call) => ({ ...call, caller: "owners", goalMs: 30 }) as const),
    {
      ...defineWeek(`${MODULES_PER_PLANT} modules' week, three values`, MODULES_PER_PLANT),
      caller: "owners",
      goalMs: 300,
    },
  ];
}

/** Finds the modules of a caller's plant. */
export async function findModulesOf(http: string, caller: HttpCaller): Promise<string[]> {
  const query = new URLSearchParams({ ...ofPlant(caller), type: "OPT", pageSize: String(MODULES_PER_PLANT) });
  const response = await fetch(`${http}/api${endpoints.device.list.path}?${query}`, {
    headers: { Authorization: caller.authorization, "Accept-Language": "en" },
  });
  const { data } = envelope(endpoints.device.list.data).parse(await response.json());
  const moduleIds = data?.rows.map(({ deviceId }) => deviceId) ?? [];
  if (moduleIds.length < MODULES_PER_PLANT) throw new Error("a plant lacks modules");
  return moduleIds;
}
