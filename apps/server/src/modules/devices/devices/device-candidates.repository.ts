import { GOOD_SIGNAL_DBM, WEAK_SIGNAL_DBM } from "@heliograph/contract/signal-levels";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { seesAllPlants } from "../../base/access/scope-sql.ts";
import { isGatewaySilent } from "../status/device-status-sql.ts";
import { chosenPlants } from "./chosen-plants-sql.ts";
import type { DeviceFilter } from "./device-conditions-sql.ts";
import { boundOfLastSeen, FINDINGS, patternOf, sleepTime } from "./device-conditions-sql.ts";

// Which devices of a large fleet can match a filter, so that not all of them are examined.

/** Query of the devices (`device_id`) that can match a filter, and what is left to examine of each. */
export interface CandidateSource {
  readonly devices: RawBuilder<unknown>;
  readonly rest: DeviceFilter;
}

/** What is known before all devices are examined. */
export interface Candidates {
  /** The only devices that can match, where these are few. */
  readonly ids?: readonly string[] | undefined;
  /** Where they are many, how they are found. */
  readonly source?: CandidateSource | undefined;
}

export interface Search {
  readonly now: Date;
  readonly filter: DeviceFilter;
  /** Whether the fleet is large, where that is known. */
  readonly isLarge?: boolean;
  /** Undefined where every device of a small fleet is examined. */
  readonly candidates?: Candidates | undefined;
}

/** So many devices are examined in some 40 ms. */
const MAX_EXAMINED = 5_000;
const MAX_CANDIDATES = 2_500;

/** Whether all plants are chosen, so that a query of all devices finds theirs soon. */
const areAllChosen = (scope: Scope, { filter }: Search) =>
  seesAllPlants(scope) && filter.stationId === undefined && filter.companyId === undefined;

/** Whether the chosen plants have more devices than are examined for one list. */
export async function isLargeFleet(db: Db, scope: Scope, search: Search): Promise<boolean> {
  // Of all plants every device that is in use: a deleted plant has none.
  const links = areAllChosen(scope, search)
    ? sql`device_links l where l.to_at is null`
    : sql`chosen p join device_links l on l.plant_id = p.id and l.to_at is null`;
  const { rows } = await sql<{ count: number }>`
    ${chosenPlants(scope, search, false)}
    select count(*)::int as count from (select from ${links} limit ${MAX_EXAMINED + 1}) counted`.execute(db);
  return (rows[0]?.count ?? 0) > MAX_EXAMINED;
}

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

/**
 * Devices of which some are offline, or asleep, or either: those of gateways that do not communicate, and the units that are
 * silent alone, which are known as of the last minute.
 */
export function silentDevices(status: "offline" | "asleep" | "either", now: Date): RawBuilder<unknown> {
  const isTimeOfStatus = status === "either" ? sql`true` : sql`${sleepTime} = ${status === "asleep"}`;
  return sql`
    with silent_gateways as materialized (
      select g.device_id from gateways g
      -- Units of one that has just connected are known to be silent alone a minute later.
      where ${isGatewaySilent(now)} or g.online_since > ${now}::timestamptz - interval '2 minutes'
    ), silent as (
      select own.device_id from silent_gateways g join device_links own on own.device_id = g.device_id and own.to_at is null
      where ${status !== "asleep"}
      union all
      select unit.device_id from silent_gateways g join device_links unit on unit.parent_id = g.device_id and unit.to_at is null
      union all
      select unit.device_id from silent_gateways g
      join device_links above on above.parent_id = g.device_id and above.to_at is null
      join device_links unit on unit.parent_id = above.device_id and unit.to_at is null
      union all
      select u.device_id from silent_units u
      join device_links unit on unit.device_id = u.device_id and unit.to_at is null
      left join device_links above on above.device_id = unit.parent_id and above.to_at is null
      -- Each device once.
      where u.device_id not in (select device_id from silent_gateways)
        and (unit.parent_id in (select device_id from silent_gateways)) is not true
        and (above.parent_id in (select device_id from silent_gateways)) is not true
    )
    select l.device_id from silent
    join device_links l on l.device_id = silent.device_id and l.to_at is null
    join devices d on d.id = l.device_id
    join chosen p on p.id = l.plant_id and (${isTimeOfStatus} or d.type = 'DCON')`;
}

/** A column of the blocks of latest values (`v`), of which a device (`s`) has a position. */
const sampleAt = sql.raw("v.sample_at");
const signal = sql.raw("v.rs");

// Of a whole block first, which leaves out most blocks. A missing number is NaN, which is not less than any other.
const isLess = (column: RawBuilder<unknown>, bound: RawBuilder<unknown>) =>
  sql`${bound} > any(${column}) and ${column}[s.position] < ${bound}`;
const isNotLess = (column: RawBuilder<unknown>, bound: RawBuilder<unknown>) =>
  sql`${bound} <= any(${column}) and ${column}[s.position] >= ${bound}`;

/** Query of devices by a condition on their values, block by block, so that it ends early where many match. */
const withValues = (condition: RawBuilder<unknown>) => sql`
  select s.device_id from latest_values v
  cross join lateral (select device_id, position from device_states where block_id = v.id offset 0) s
  where ${condition}`;

/** Whether a device has no values; `id` is an expression of its id. */
const hasNoValues = (id: RawBuilder<unknown>) => sql`
  not exists (select from device_states s join latest_values v on v.id = s.block_id where s.device_id = ${id})`;

const withoutValues = sql`
  select l.device_id from device_links l where l.to_at is null and ${hasNoValues(sql`l.device_id`)}`;

/** Query of gateways without values of their own by when they computed the power of their plant. */
const gatewaysByPower = (condition: RawBuilder<unknown>) => sql`
  select g.device_id from gateways g where ${condition} and ${hasNoValues(sql`g.device_id`)}`;

// As `wasSeen` and `hasSignal` of device-conditions-sql.ts decide of one device.

function seenDevices(lastSeen: NonNullable<DeviceFilter["lastSeen"]>, now: Date): RawBuilder<unknown> {
  if (lastSeen === "never")
    return sql`${withoutValues}
      and not exists (select from gateways g where g.device_id = l.device_id and g.power_at is not null)`;
  const bound = boundOfLastSeen(lastSeen, now);
  return lastSeen === "hour"
    ? sql`${withValues(isNotLess(sampleAt, bound))} union all ${gatewaysByPower(sql`g.power_at >= ${bound}`)}`
    : sql`${withValues(isLess(sampleAt, bound))} union all ${gatewaysByPower(sql`g.power_at < ${bound}`)}`;
}

const toReal = (value: number | "NaN") => sql`${value}::real`;

function devicesBySignal(level: NonNullable<DeviceFilter["signal"]>): RawBuilder<unknown> {
  const [good, weak, none] = [toReal(GOOD_SIGNAL_DBM), toReal(WEAK_SIGNAL_DBM), toReal("NaN")];
  switch (level) {
    case "good":
      return withValues(sql`${isNotLess(signal, good)} and ${isLess(signal, none)}`);
    case "fair":
      return withValues(sql`${isNotLess(signal, weak)} and ${isLess(signal, good)}`);
    case "weak":
      return withValues(isLess(signal, weak));
    case "none":
      return sql`${withValues(isNotLess(signal, none))} union all ${withoutValues}`;
  }
}

/** Where to begin with a filter that few may match. */
function sourceOf({ now, filter }: Search): CandidateSource | undefined {
  const { status, lastSeen, signal: level } = filter;
  if (status === "offline" || status === "asleep")
    return { devices: silentDevices(status, now), rest: filter };
  if (lastSeen !== undefined)
    return { devices: seenDevices(lastSeen, now), rest: { ...filter, lastSeen: undefined } };
  if (level !== undefined) return { devices: devicesBySignal(level), rest: { ...filter, signal: undefined } };
  return undefined;
}

/** Devices of a query, if they are few; many are not transferred. */
async function findFew(
  db: Db,
  scope: Scope,
  { devices, ...search }: Search & { devices: RawBuilder<unknown> },
): Promise<string[] | undefined> {
  const { rows } = await sql<{ ids: string[] | null }>`
    ${chosenPlants(scope, search)}
    select case when count(*) <= ${MAX_CANDIDATES} then coalesce(array_agg(device_id), '{}')::text[] end as ids
    from (select device_id from (${devices}) found limit ${MAX_CANDIDATES + 1}) few`.execute(db);
  return rows[0]?.ids ?? undefined;
}

export async function findCandidates(db: Db, scope: Scope, search: Search): Promise<Candidates | undefined> {
  const { search: text, status, lastSeen, signal: level } = search.filter;
  const byText = text ? await findByText(db, text) : undefined;
  if (byText) return { ids: byText };
  // Fault, alarm and warning begin with the few devices that have one.
  if (FINDINGS.has(status) || (status ?? lastSeen ?? level) === undefined) return undefined;
  if (!(search.isLarge ?? (await isLargeFleet(db, scope, search)))) return undefined;
  const source = sourceOf(search);
  const ids = source && (await findFew(db, scope, { ...search, devices: source.devices }));
  if (ids) return { ids };
  return areAllChosen(scope, search) ? { source } : {};
}
