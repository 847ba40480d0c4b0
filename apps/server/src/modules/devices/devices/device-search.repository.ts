import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { devicesWithFindings, latestJoins, statusJoins } from "../status/device-status-sql.ts";
import { chosenPlants } from "./chosen-plants-sql.ts";
import type { Search } from "./device-candidates.repository.ts";
import { findCandidates, isLargeFleet, silentDevices } from "./device-candidates.repository.ts";
import type { DeviceFilter, DeviceOrder, DevicePage, DeviceSort } from "./device-conditions-sql.ts";
import {
  conditionsOf,
  directionOf,
  FINDINGS,
  hasConditions,
  orderOf,
  STATUS_ORDER,
} from "./device-conditions-sql.ts";

/** Of a list whose matches are not all read. */
const MAX_TOTAL = 5_000;
/** Of devices that are not online, or not normal, in a fleet of which most are. */
const MAX_OTHERS = 5_000;

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
  where ${conditionsOf(filter, now)}
    and ${candidates?.ids ? sql`d.id = any(${candidates.ids}::uuid[])` : sql`true`}`;

/** The chosen plants' devices that match. */
const matching = (search: Search, sort?: DeviceSort) => sql`
  from ${chosenDevices(search.filter)}
  join devices d on d.id = l.device_id
  ${joined(search, sort)}`;

// Left out where no condition reads it.
const devicesIfRead = sql`left join devices d on d.id = l.device_id`;

/** Whether a filter names a kind of device that usually few have: the database knows how many, and begins with them. */
const isOfRareKind = ({ type, model, softwareVersion }: DeviceFilter) =>
  type === "DCON" || type === "SCON" || model !== undefined || softwareVersion !== undefined;

/** As many of them as the caller counts. */
function matchingToCount(search: Search): RawBuilder<unknown> {
  const { filter, candidates } = search;
  if (candidates?.source) {
    const { devices, rest } = candidates.source;
    // Each has only to be in use, which an index says: a deleted plant has no devices.
    if (!hasConditions(rest))
      return sql`
        from (${devices}) candidate cross join lateral (
          select from device_links l where l.device_id = candidate.device_id and l.to_at is null offset 0
        ) l`;
    return sql`
      from (${devices}) candidate cross join lateral (
        select l.* from device_links l where l.device_id = candidate.device_id and l.to_at is null offset 0
      ) l join chosen p on p.id = l.plant_id ${devicesIfRead} ${joined({ ...search, filter: rest })}`;
  }
  if (isOfRareKind(filter)) return matching(search);
  const examined = hasConditions(filter) ? sql`${devicesIfRead} ${joined(search)} and` : sql`where`;
  // Plant by plant, because the rows of a plant are stored side by side.
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
  if (candidates?.ids) return false;
  if (status !== undefined) return candidates !== undefined && sort === "sn";
  return sort === "sn" || (lastSeen === undefined && signal === undefined);
};

/** How many match, up to one more than the limit, as a query. */
const countOfMany = (search: Search) => sql`
  (select count(*)::int from (select ${matchingToCount(search)} limit ${MAX_TOTAL + 1}) found)`;

/** Whether a filter asks only for the devices that are online, or normal. */
const isForHealthy = ({ status, ...filter }: DeviceFilter) =>
  (status === "online" || status === "normal") && !hasConditions(filter);

/**
 * Whether more devices of a large fleet than are counted are online, or normal, because few are silent or have a fault or an
 * alarm: without examining each, and like the silent ones as of the last minute.
 */
async function areManyHealthy(db: Db, scope: Scope, { now, filter }: Search): Promise<boolean> {
  const ofAnyStatus = { now, filter: { ...filter, status: undefined } };
  const countUpTo = (limit: number, rows: RawBuilder<unknown>) =>
    sql`(select count(*) from (select from ${rows} limit ${limit}) counted)`;
  const { rows } = await sql<{ capped: boolean }>`
    ${chosenPlants(scope, ofAnyStatus)}
    select ${countUpTo(MAX_TOTAL + MAX_OTHERS, chosenDevices(ofAnyStatus.filter))}
      - ${countUpTo(MAX_OTHERS, sql`(${silentDevices("either", now)}) silent`)}
      - ${countUpTo(MAX_OTHERS, sql`(${devicesWithFindings}) found`)} > ${MAX_TOTAL} as capped`.execute(db);
  return rows[0]?.capped ?? false;
}

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
  const isCapped = isForHealthy(search.filter) && (await areManyHealthy(db, scope, search));
  const { rows } = await sql<{ ids: string[]; total: number }>`
    ${chosenPlants(scope, search, !isReadInOrder)}
    select array(${pageOfMany({ ...search, page })})::text[] as ids,
      ${isCapped ? sql`${MAX_TOTAL + 1}::int` : countOfMany(search)} as total`.execute(db);
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
  const { filter } = search;
  const ids: string[] = [];
  let { offset } = page;
  for (const status of page.order === "asc" ? STATUS_ORDER : STATUS_ORDER.toReversed()) {
    const limit = page.limit - ids.length;
    const ofStatus = { sort: "sn", order: page.order, offset, limit } as const;
    const found = await readPage(db, scope, {
      ...search,
      filter: { ...filter, status },
      page: ofStatus,
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
  if (query.page.sort !== "status" || hasConditions(query.filter)) return await readPage(db, scope, query);
  const search = { ...query, isLarge: await isLargeFleet(db, scope, query) };
  const byStatus = search.isLarge ? await readByStatus(db, scope, search) : undefined;
  return byStatus ?? (await readPage(db, scope, search));
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
