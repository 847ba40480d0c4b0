import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { PLANNED_EACH_TIME } from "../../../infra/postgres/preparing-client.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";
import {
  devicesWithFindings,
  isGatewaySilent,
  isSleepTime,
  latestJoins,
  statusJoins,
} from "../status/device-status-sql.ts";
import type { DeviceFilter, DeviceOrder, DevicePage, DeviceSort } from "./device-conditions-sql.ts";
import {
  conditionsOf,
  directionOf,
  hasConditions,
  orderOf,
  patternOf,
  STATUS_ORDER,
  sleepTime,
} from "./device-conditions-sql.ts";

/** The only devices that can match, when these are few; "many"; or undefined when nothing is known before all are examined. */
type Candidates = readonly string[] | "many" | undefined;

const isList = (candidates: Candidates): candidates is readonly string[] => Array.isArray(candidates);

interface Search {
  readonly now: Date;
  readonly filter: DeviceFilter;
  /** Whether the fleet is large, where that is known. */
  readonly isLarge?: boolean;
  readonly candidates?: Candidates;
}

/** Of a list whose matches are not all read. */
const MAX_TOTAL = 5_000;
const MAX_CANDIDATES = 1_000;
/** So many devices are examined in some 40 ms. */
const MAX_EXAMINED = 5_000;

/** Devices whose serial number, alias or place has the text, by the indices of texts; undefined when these are many. */
async function findByText(db: Db, search: string): Promise<string[] | undefined> {
  const pattern = patternOf(search);
  const limit = MAX_CANDIDATES + 1;
  const { rows } = await sql<{ id: string }>`
    (select d.id from devices d where d.sn ilike ${pattern} or d.alias ilike ${pattern} limit ${limit})
    union all
    (select l.device_id from slots slot join device_links l on l.slot_id = slot.id and l.to_at is null
      where slot.label ilike ${pattern} limit ${limit})
    limit ${limit}`.execute(db);
  return rows.length > MAX_CANDIDATES ? undefined : rows.map(({ id }) => id);
}

const plannedEachTime = sql.raw(PLANNED_EACH_TIME);

/** Plants that the filter chooses of those in scope, as a table expression `chosen`. */
const chosenPlants = (scope: Scope, { now, filter }: Search, isMaterialized = true) => sql`${plannedEachTime}
  with chosen as ${isMaterialized ? sql`materialized` : sql`not materialized`} (
    select p.id, p.name, c.name as company_name, coalesce(${isSleepTime(now)}, false) as is_sleep_time,
      'layout' = any(${hiddenParts(scope)}) as hides_layout
    from plants p left join companies c on c.id = p.company_id
    where ${listedInScope(scope, "devices")}
      and ${filter.stationId === undefined ? sql`true` : sql`p.id = ${filter.stationId}`}
      and ${filter.companyId === undefined ? sql`true` : sql`p.company_id = ${filter.companyId}`}
      and ${filter.status === "asleep" ? isSleepTime(now) : sql`true`}
  )`;

/** Whether the chosen plants have more devices than are examined for one list. */
async function isLargeFleet(db: Db, scope: Scope, search: Search): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    ${chosenPlants(scope, search, false)}
    select count(*)::int as count from (
      select from chosen p join device_links l on l.plant_id = p.id and l.to_at is null limit ${MAX_EXAMINED + 1}
    ) counted`.execute(db);
  return (rows[0]?.count ?? 0) > MAX_EXAMINED;
}

/**
 * Devices of which some are offline, or asleep: those of gateways that do not communicate, and the units that are silent by
 * themselves, which are known as of the last minute.
 */
async function findSilent(
  db: Db,
  scope: Scope,
  { status, ...search }: Search & { status: "offline" | "asleep" },
): Promise<Candidates> {
  const isTimeOfStatus = sql`${sleepTime} = ${status === "asleep"}`;
  const { rows } = await sql<{ id: string }>`
    ${chosenPlants(scope, search)}, silent_gateways as materialized (
      select g.device_id from gateways g
      -- Units of one that has just connected are known to be silent alone a minute later.
      where ${isGatewaySilent(search.now)} or g.online_since > ${search.now}::timestamptz - interval '2 minutes'
    ), silent as (
      select own.device_id from silent_gateways g join device_links own on own.device_id = g.device_id and own.to_at is null
      where ${status === "offline"}
      union all
      select unit.device_id from silent_gateways g join device_links unit on unit.parent_id = g.device_id and unit.to_at is null
      union all
      select unit.device_id from silent_gateways g
      join device_links above on above.parent_id = g.device_id and above.to_at is null
      join device_links unit on unit.parent_id = above.device_id and unit.to_at is null
      union all
      select device_id from silent_units
    )
    select l.device_id as id from silent
    join device_links l on l.device_id = silent.device_id and l.to_at is null
    join devices d on d.id = l.device_id
    join chosen p on p.id = l.plant_id and (${isTimeOfStatus} or d.type = 'DCON')
    limit ${MAX_CANDIDATES + 1}`.execute(db);
  return rows.length > MAX_CANDIDATES ? "many" : rows.map(({ id }) => id);
}

async function findCandidates(db: Db, scope: Scope, search: Search): Promise<Candidates> {
  const { search: text, status } = search.filter;
  const byText = text ? await findByText(db, text) : undefined;
  // Fault, alarm and warning begin with the few devices that have one.
  if (byText !== undefined || status === undefined || FINDINGS.has(status)) return byText;
  if (!(search.isLarge ?? (await isLargeFleet(db, scope, search)))) return undefined;
  return status === "offline" || status === "asleep"
    ? await findSilent(db, scope, { ...search, status })
    : "many";
}

const FINDINGS: ReadonlySet<DeviceFilter["status"]> = new Set(["fault", "alarm", "warning"]);

/** The chosen plants' devices with their open links, beginning with those few that a status can come from, if there are such. */
const chosenDevices = ({ status }: DeviceFilter) =>
  FINDINGS.has(status)
    ? sql`(select distinct device_id from (${devicesWithFindings}) found) few
        join device_links l on l.device_id = few.device_id and l.to_at is null
        join chosen p on p.id = l.plant_id`
    : sql`chosen p join device_links l on l.plant_id = p.id and l.to_at is null`;

/** What the devices `d` of links `l` are matched by, and what the sort order reads; the database leaves out what neither needs. */
const joined = ({ now, filter, candidates }: Search, sort?: DeviceSort) => sql`
  left join slots slot on slot.id = l.slot_id
  ${filter.status !== undefined || sort === "status" ? statusJoins : latestJoins}
  where ${conditionsOf(filter, now)} and ${isList(candidates) ? sql`d.id = any(${candidates}::uuid[])` : sql`true`}`;

/** The chosen plants' devices that match. */
const matching = (search: Search, sort?: DeviceSort) => sql`
  from ${chosenDevices(search.filter)}
  join devices d on d.id = l.device_id
  ${joined(search, sort)}`;

/**
 * As many of them as the caller counts. Plant by plant, because the rows of a plant are stored side by side; but all together
 * where few of them match, so that all are read.
 */
function matchingToCount(search: Search): RawBuilder<unknown> {
  const { lastSeen } = search.filter;
  if (lastSeen !== undefined && lastSeen !== "hour") return matching(search);
  const examined = hasConditions(search.filter)
    ? sql`join devices d on d.id = l.device_id ${joined(search)} and`
    : sql`where`;
  return sql`
    from chosen p cross join lateral (
      select from device_links l ${examined} l.plant_id = p.id and l.to_at is null offset 0
    ) device`;
}

export interface FoundDevices {
  readonly ids: string[];
  readonly total: number;
  /** Whether more match than `total`. */
  readonly isTotalCapped: boolean;
}

/**
 * Whether a page is read apart from the number of all. Not where few can match, nor where each device has to be examined anyway:
 * for its status in a small fleet, or for its status or values in an order without an index.
 */
const mayBeMany = ({ sort }: DeviceOrder, { filter, candidates }: Search): boolean => {
  const { status, lastSeen, signal } = filter;
  if (isList(candidates)) return false;
  if (status !== undefined) return candidates === "many" && sort === "sn";
  return sort === "sn" || (lastSeen === undefined && signal === undefined);
};

/** How many match, up to one more than the limit, as a query. */
const countOfMany = (search: Search) => sql`
  (select count(*)::int from (select ${matchingToCount(search)} limit ${MAX_TOTAL + 1}) found)`;

const toFound = (ids: string[], count: number): FoundDevices => ({
  ids,
  total: Math.min(count, MAX_TOTAL),
  isTotalCapped: count > MAX_TOTAL,
});

/** Ids of a page of many, as a query. */
function pageOfMany({ page, ...search }: Search & { page: DevicePage }): RawBuilder<unknown> {
  const order = orderOf(page, search.now);
  const bounds = sql`offset ${page.offset} limit ${page.limit}`;
  if (page.sort !== "stationName")
    return sql`select d.id ${matching(search, page.sort)} order by ${order} ${bounds}`;
  // Plant by plant in the order of their names, which must be written as in the order of the page, until that is full.
  const direction = directionOf(page);
  return sql`
    select d.id from (select * from chosen order by name ${direction}, id ${direction}) p cross join lateral (
      select d.id, d.sn from device_links l join devices d on d.id = l.device_id ${joined(search)}
        and l.plant_id = p.id and l.to_at is null offset 0
    ) d order by ${order} ${bounds}`;
}

/**
 * A page of many, and how many they are up to a limit. In the order of serial numbers, which has an index, they are read
 * until the page is full; those of one plant are few and sorted.
 */
async function readOfMany(
  db: Db,
  scope: Scope,
  { page, ...search }: Search & { page: DevicePage },
): Promise<FoundDevices> {
  const isReadInOrder = page.sort === "sn" && search.filter.stationId === undefined;
  const { rows } = await sql<{ ids: string[]; total: number }>`
    ${chosenPlants(scope, search, !isReadInOrder)}
    select array(${pageOfMany({ ...search, page })})::text[] as ids,
      ${countOfMany(search)} as total`.execute(db);
  const { ids = [], total = 0 } = rows[0] ?? {};
  return toFound(ids, total);
}

/**
 * A page in the order of statuses of a large fleet: its devices of one status after the other, each begun with those that may
 * have it. Undefined for a page so far behind that it is not known where it begins.
 */
async function readByStatus(
  db: Db,
  scope: Scope,
  { page, ...search }: Search & { page: DevicePage },
): Promise<FoundDevices | undefined> {
  const { now, filter } = search;
  const ids: string[] = [];
  let { offset } = page;
  for (const status of page.order === "asc" ? STATUS_ORDER : STATUS_ORDER.toReversed()) {
    const limit = page.limit - ids.length;
    const ofStatus = { sort: "sn", order: page.order, offset, limit } as const;
    const found = await readPage(db, scope, {
      ...{ now, filter: { ...filter, status }, page: ofStatus },
      isLarge: true,
    });
    ids.push(...found.ids);
    if (ids.length === page.limit) break;
    if (found.isTotalCapped) return undefined;
    offset = Math.max(0, offset - found.total);
  }
  const { rows } = await sql<{ total: number }>`
    ${chosenPlants(scope, search, false)} select ${countOfMany(search)} as total`.execute(db);
  return toFound(ids, rows[0]?.total ?? 0);
}

/** A page of few, of which each is examined once. */
async function readOfFew(
  db: Db,
  scope: Scope,
  { page, ...search }: Search & { page: DevicePage },
): Promise<FoundDevices> {
  const chosen = chosenPlants(scope, search);
  const { rows } = await sql<{ id: string; total: number }>`
    ${chosen} select d.id, (count(*) over ())::int as total ${matching(search, page.sort)}
    order by ${orderOf(page, search.now)} offset ${page.offset} limit ${page.limit}`.execute(db);
  const [first] = rows;
  if (first !== undefined || page.offset === 0)
    return { ids: rows.map(({ id }) => id), total: first?.total ?? 0, isTotalCapped: false };
  const all = await sql<{ total: number }>`
    ${chosen} select count(*)::int as total ${matching(search)}`.execute(db);
  return { ids: [], total: all.rows[0]?.total ?? 0, isTotalCapped: false };
}

async function readPage(
  db: Db,
  scope: Scope,
  { page, ...search }: Search & { page: DevicePage },
): Promise<FoundDevices> {
  const known = { ...search, candidates: await findCandidates(db, scope, search) };
  const read = mayBeMany(page, known) ? readOfMany : readOfFew;
  return await read(db, scope, { page, ...known });
}

/**
 * Ids of the devices on a page of the list, in order, and how many match. Only columns of the filter and the order are
 * read: the database removes joins without references, so the cost depends on the query, not on the size of the fleet.
 */
export async function searchDevices(
  db: Db,
  scope: Scope,
  query: { now: Date; filter: DeviceFilter; page: DevicePage },
): Promise<FoundDevices> {
  if (query.page.sort === "status" && !hasConditions(query.filter) && (await isLargeFleet(db, scope, query)))
    return (await readByStatus(db, scope, query)) ?? (await readPage(db, scope, query));
  return await readPage(db, scope, query);
}

/** Ids of all devices that match, in order, for an export. */
export async function listDeviceIds(
  db: Db,
  scope: Scope,
  { order, ...search }: Search & { order: DeviceOrder },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    ${chosenPlants(scope, search)} select d.id ${matching(search, order.sort)} order by ${orderOf(order, search.now)}`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
