import type { RawBuilder } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import { hasFullAccess } from "../../base/access/history-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts } from "../../base/access/scope-sql.ts";
import type { AlarmScope, SelectAlarms } from "./alarm-filters.repository.ts";
import { withTables } from "./alarm-filters.repository.ts";

/** Plants that a text may match at most for their alarms to be read plant by plant. */
const MAX_PLANTS = 1_000;
/** Where a text matches more plants than this, the newest alarms are checked first: they may fill the page. */
const MAX_SORTED_PLANTS = 200;
/** Devices that a text may match at most for their alarms to be read device by device. */
const MAX_DEVICES = 2_000;

/** The alarms of so few plants are searched without looking up what the text matches in the fleet. */
const MAX_UNINDEXED_PLANTS = 20;

/** A pattern of `ilike` for this text alone, in upper or lower case. */
const toWholePattern = (text: string): string => text.replace(/[\\%_]/g, "\\$&");

/** A pattern of `ilike` for texts that contain this one. */
export const toPattern = (text: string): string => `%${toWholePattern(text)}%`;

const toCode = (search: string) => search.toUpperCase();

const matchingSlots = (pattern: string) =>
  sql`select slot.id from slots slot where slot.label ilike ${pattern}`;

/** The plant of a link `l`, where it decides whether the layout is visible. */
const joinLayout = (scope: Scope) => (hasFullAccess(scope) ? sql`` : sql`join plants p on p.id = l.plant_id`);
const seesLayout = (scope: Scope) =>
  hasFullAccess(scope) ? sql`true` : sql`not 'layout' = any(${hiddenParts(scope)})`;

/** Devices at these places; none where the caller does not see the layout. */
const devicesAt = (scope: Scope, slots: RawBuilder<unknown>) => sql`
  select l.device_id as id from (${slots}) slot
  join device_links l on l.slot_id = slot.id and l.to_at is null ${joinLayout(scope)}
  where ${seesLayout(scope)}`;

/** Devices at a place whose label contains the text. */
const placedDevices = (scope: Scope, pattern: string) => devicesAt(scope, matchingSlots(pattern));

const namedDevices = (pattern: string) =>
  sql`select d.id from devices d where d.sn ilike ${pattern} or d.alias ilike ${pattern}`;

/** Ids of devices by serial number, alias and place. */
export const devicesMatching = (scope: Scope, pattern: string): RawBuilder<unknown> =>
  sql`${namedDevices(pattern)} union all ${placedDevices(scope, pattern)}`;

const namedPlants = (pattern: string) => sql`select p.id from plants p where p.name ilike ${pattern}`;

/** What is searched for, and the pattern that names, serial numbers and places must match. */
interface Text {
  readonly search: string;
  readonly pattern: string;
}

/** Ids of what a text matches; undefined where there are too many. */
interface Candidates {
  readonly plantIds: readonly string[] | undefined;
  /** By serial number, alias and, unless there are too many places, by place. */
  readonly deviceIds: readonly string[] | undefined;
  readonly hasManyPlaces: boolean;
}

const isOneOf = (column: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<unknown>[] =>
  ids.length === 0 ? [] : [sql`${column} = any(${ids}::uuid[])`];

/** As isOneOf, for a check of alarm after alarm: the ids are hashed, not compared one by one. */
const isHashedOneOf = (column: RawBuilder<unknown>, ids: readonly string[]): RawBuilder<unknown>[] =>
  ids.length === 0 ? [] : [sql`${column} in (select unnest(${ids}::uuid[]))`];

/**
 * Condition that an alarm `a` has the fault code, or that its plant, device or place contains the text; checked of each
 * alarm, which the offsets keep so: otherwise whole tables may be read for a few. Ids that are known need no check.
 */
function matchesText(scope: Scope, { search, pattern }: Text, known: Candidates): RawBuilder<unknown> {
  const { plantIds, deviceIds, hasManyPlaces } = known;
  const ofPlant = plantIds
    ? isHashedOneOf(sql`a.plant_id`, plantIds)
    : [sql`exists (select from plants p where p.id = a.plant_id and p.name ilike ${pattern} offset 0)`];
  const ofDevice = deviceIds
    ? isHashedOneOf(sql`a.device_id`, deviceIds)
    : [
        sql`exists (
          select from devices d where d.id = a.device_id and (d.sn ilike ${pattern} or d.alias ilike ${pattern}) offset 0
        )`,
      ];
  const ofPlace =
    hasManyPlaces || !deviceIds
      ? [
          sql`exists (
            select from device_links l join slots slot on slot.id = l.slot_id ${joinLayout(scope)}
            where l.device_id = a.device_id and l.to_at is null and slot.label ilike ${pattern}
              and ${seesLayout(scope)} offset 0
          )`,
        ]
      : [];
  return sql`(${sql.join([sql`a.fault_code = ${toCode(search)}`, ...ofPlant, ...ofDevice, ...ofPlace], sql` or `)})`;
}

/**
 * The alarms that match a text among few: each of their devices and plants is checked once, however many alarms it has.
 */
function selectFew(scope: Scope, { search, pattern }: Text, each: SelectAlarms): SelectAlarms {
  return (columns, condition) => {
    const devices = sql`
      select d.id from (${each(sql`distinct a.device_id as id`, condition)}) alarmed join devices d on d.id = alarmed.id
      where d.sn ilike ${pattern} or d.alias ilike ${pattern} or exists (
        select from device_links l join slots slot on slot.id = l.slot_id ${joinLayout(scope)}
        where l.device_id = d.id and l.to_at is null and slot.label ilike ${pattern} and ${seesLayout(scope)} offset 0
      )`;
    const plants = sql`
      select p.id from (${each(sql`distinct a.plant_id as id`, condition)}) alarmed join plants p on p.id = alarmed.id
      where p.name ilike ${pattern}`;
    return each(
      columns,
      sql`${condition} and (a.fault_code = ${toCode(search)} or a.plant_id in (${plants}) or a.device_id in (${devices}))`,
    );
  };
}

/** The plants whose alarms are visible, as a table of the statement. */
const visibleTables = ({ tables, plantIds }: AlarmScope): readonly RawBuilder<unknown>[] =>
  plantIds === undefined
    ? tables
    : [sql`visible as materialized (select id from unnest(${plantIds}::uuid[]) id)`];

/** Plants and devices that the text matches, found by indexes. */
async function findCandidates(
  db: Db,
  scope: Scope,
  { text, inScope }: { text: Text; inScope: AlarmScope },
): Promise<Candidates> {
  const { pattern } = text;
  const ofVisible = (plantId: RawBuilder<unknown>) =>
    inScope.isAll ? sql`` : sql` and ${plantId} in (select id from visible)`;
  const slots = sql`${matchingSlots(pattern)}${ofVisible(sql`slot.plant_id`)}`;
  const plants = sql`${namedPlants(pattern)}${ofVisible(sql`p.id`)}`;
  const limit = MAX_DEVICES + 1;
  // Places are limited before their devices are found: for a label that every plant has, the planner reads all links.
  const places = sql`places as materialized (${slots} limit ${limit})`;
  const { rows } = await sql<{ of: "place" | "plant" | "device"; id: string }>`
    ${withTables(...visibleTables(inScope), places)}
    (select 'place' as of, id from places where (select count(*) from places) = ${limit} limit 1)
    union all (select 'plant', id from (${plants}) f limit ${MAX_PLANTS + 1})
    union all (select 'device', id from (${namedDevices(pattern)}) f limit ${limit})
    union all (
      select 'device', id from (${devicesAt(scope, sql`select id from places`)}) f
      where (select count(*) from places) < ${limit} limit ${limit}
    )`.execute(db);
  const idsOf = (found: "plant" | "device", max: number) => {
    const ids = rows.filter((row) => row.of === found).map(({ id }) => id);
    return ids.length > max ? undefined : ids;
  };
  return {
    plantIds: idsOf("plant", MAX_PLANTS),
    deviceIds: idsOf("device", MAX_DEVICES),
    hasManyPlaces: rows.some((row) => row.of === "place"),
  };
}

/** Alarms by fault code, of plants and of devices, each by its own index and without those before it. */
function selectCandidates(
  { search }: Text,
  { plantIds, deviceIds }: { plantIds: readonly string[]; deviceIds: readonly string[] },
  inScope: AlarmScope,
): SelectAlarms {
  const ways = [
    sql`a.fault_code = ${toCode(search)}`,
    ...isOneOf(sql`a.plant_id`, plantIds),
    ...isOneOf(sql`a.device_id`, deviceIds),
  ];
  return (columns, condition) => {
    const parts = ways.map((isOf, index) => {
      const before = ways.slice(0, index).map((way) => sql`not ${way}`);
      const conditions = sql.join([isOf, ...before, inScope.condition, condition], sql` and `);
      return sql`select ${columns} from alarms a where ${conditions}`;
    });
    return sql.join(parts, sql` union all `);
  };
}

/** Joins, because the planner may check a list of many ids again for each alarm. */
const selectBroadly =
  (scope: Scope, { search, pattern }: Text, inScope: AlarmScope): SelectAlarms =>
  (columns, condition) =>
    sql`
      select ${columns} from alarms a
      left join (select distinct id from (${namedPlants(pattern)}) f) named_plant on named_plant.id = a.plant_id
      left join (
        select distinct id from (${devicesMatching(scope, pattern)}) f
      ) named_device on named_device.id = a.device_id
      where (a.fault_code = ${toCode(search)} or named_plant.id is not null or named_device.id is not null)
        and ${inScope.condition} and ${condition}`;

/** One or two letters; two Chinese or Thai characters are as good as a word. */
const isShort = (search: string): boolean => /^[\x20-\x7e]{1,2}$/.test(search);

/** How the alarms that match a text are read. */
export interface TextSelect {
  readonly select: SelectAlarms;
  /** Condition on an alarm `a`, where alarms of many plants are read and much matches: the newest are checked first. */
  readonly isMatch?: RawBuilder<unknown>;
}

/**
 * How the alarms that match a text are read: by what the text matches where that is little; otherwise of each alarm in
 * scope, by the devices and plants of the alarms where these are few, and by joins where they are all. Where the plants are many, a text of one or two letters is part of so much that
 * it finds only what it names as a whole: a fault code, a place.
 */
export async function findTextSelect(
  db: Db,
  scope: Scope,
  { search, inScope, few }: { search: string; inScope: AlarmScope; few: SelectAlarms | undefined },
): Promise<TextSelect> {
  const { isAll, isSmall } = inScope;
  const isPart = few !== undefined || isSmall;
  const isWhole = !isPart && isShort(search);
  const text = { search, pattern: isWhole ? toWholePattern(search) : toPattern(search) };
  // A part of one or two letters has no index.
  const isUnindexed = [...search].length < 3 || (inScope.plantIds ?? []).length <= MAX_UNINDEXED_PLANTS;
  if (few !== undefined || (isSmall && isUnindexed))
    return { select: selectFew(scope, text, few ?? inScope.select) };
  const known = await findCandidates(db, scope, { text, inScope });
  const { plantIds, deviceIds, hasManyPlaces } = known;
  const isMatch = matchesText(scope, text, known);
  if (plantIds && deviceIds && !hasManyPlaces) {
    const select = selectCandidates(text, { plantIds, deviceIds }, inScope);
    return !isSmall && plantIds.length > MAX_SORTED_PLANTS ? { select, isMatch } : { select };
  }
  if (isSmall) return { select: selectFew(scope, text, inScope.select) };
  if (isAll) return { select: selectBroadly(scope, text, inScope), isMatch };
  return {
    select: (columns, condition) => inScope.select(columns, sql`${condition} and ${isMatch}`),
    isMatch,
  };
}
