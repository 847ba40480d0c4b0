import type { DeviceType, endpoints, QueryOf } from "@heliograph/contract";
import { deviceStatus } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { hiddenParts, listedInScope } from "../../base/access/scope-sql.ts";
import { hasAlarmOfMany, isNotOffline, statusJoins, statusOf } from "../status/device-status-sql.ts";
import { latestValue } from "./latest-values-sql.ts";

type ListQuery = QueryOf<typeof endpoints.device.list>;
export type DeviceSort = ListQuery["sort"];

export interface DeviceFilter {
  readonly stationId?: string | undefined;
  readonly companyId?: string | undefined;
  readonly type?: DeviceType | undefined;
  readonly status?: ListQuery["status"];
  readonly softwareVersion?: string | undefined;
  readonly search?: string | undefined;
}

export interface DevicePage {
  readonly sort: DeviceSort;
  readonly order: "asc" | "desc";
  readonly offset: number;
  readonly limit: number;
}

/** Sort expressions; names with numbers are not sorted alphabetically. */
function sortKeys(sort: DeviceSort, now: Date): RawBuilder<unknown>[] {
  switch (sort) {
    case "sn":
      return [];
    case "alias":
      return [sql`d.alias`];
    case "type":
      return [sql`d.type`];
    case "model":
      return [sql`d.model`];
    case "softwareVersion":
      return [sql`d.software_version`];
    case "stationName":
      return [sql`p.name`, sql`p.id`];
    case "companyName":
      return [sql`(select name from companies where id = p.company_id)`];
    // A2 before A10: the letters first, then the number in them.
    case "slotLabel":
      return [
        sql`regexp_replace(coalesce(slot.label, ''), '\\d+', '', 'g')`,
        sql`nullif(regexp_replace(coalesce(slot.label, ''), '\\D', '', 'g'), '')::numeric`,
      ];
    case "status":
      return [sql`array_position(${[...deviceStatus.options]}::text[], ${statusOf(now, hasAlarmOfMany)})`];
    case "updatedAt":
      return [sql`coalesce(s.last_sample_at, own.power_at)`];
    case "onlineAt":
      return [sql`coalesce(own.online_since, s.online_since)`];
    default:
      return [latestValue(sort)];
  }
}

function conditions(filter: DeviceFilter, now: Date): RawBuilder<unknown> {
  const { type, status, softwareVersion } = filter;
  const parts = [sql`true`];
  if (type !== undefined) parts.push(sql`d.type = ${type}`);
  if (softwareVersion !== undefined) parts.push(sql`d.software_version = ${softwareVersion}`);
  if (filter.search) {
    const search = `%${filter.search.replace(/[\\%_]/g, "\\$&")}%`;
    parts.push(
      sql`(d.sn ilike ${search} or d.alias ilike ${search} or (slot.label ilike ${search} and not p.hides_layout))`,
    );
  }
  // These two need only alarms that are faults.
  if (status === "online") parts.push(isNotOffline(now, hasAlarmOfMany));
  else if (status === "offline") parts.push(sql`not ${isNotOffline(now, hasAlarmOfMany)}`);
  else if (status !== undefined) parts.push(sql`${statusOf(now, hasAlarmOfMany)} = ${status}`);
  return sql.join(parts, sql` and `);
}

/**
 * Ids of the devices on a page of the list, in order, and the total count. Only columns of the filter and the order are
 * read: the database removes joins without references, so the cost depends on the query, not on the size of the fleet.
 */
export async function searchDevices(
  db: Db,
  scope: Scope,
  query: { now: Date; filter: DeviceFilter; page: DevicePage },
): Promise<{ ids: string[]; total: number }> {
  const { now, filter, page } = query;
  const direction = sql.raw(page.order === "asc" ? "asc nulls first" : "desc nulls last");
  const keys = [...sortKeys(page.sort, now), sql`d.sn`].map((key) => sql`${key} ${direction}`);
  const found = sql`
    from chosen p
    join device_links l on l.plant_id = p.id and l.to_at is null
    join devices d on d.id = l.device_id
    left join slots slot on slot.id = l.slot_id
    ${statusJoins}
    where ${conditions(filter, now)}`;
  const chosen = sql`
    with chosen as (
      select p.id, p.name, p.company_id, p.latitude, p.longitude, 'layout' = any(${hiddenParts(scope)}) as hides_layout from plants p
      where ${listedInScope(scope, "devices")}
        and (${filter.stationId ?? null}::uuid is null or p.id = ${filter.stationId ?? null})
        and (${filter.companyId ?? null}::uuid is null or p.company_id = ${filter.companyId ?? null})
    )`;
  const { rows } = await sql<{ id: string; total: number }>`
    ${chosen} select d.id, (count(*) over ())::int as total ${found}
    order by ${sql.join(keys)} offset ${page.offset} limit ${page.limit}`.execute(db);
  const [first] = rows;
  if (first !== undefined || page.offset === 0)
    return { ids: rows.map(({ id }) => id), total: first?.total ?? 0 };
  const counted = await sql<{ total: number }>`${chosen} select count(*)::int as total ${found}`.execute(db);
  return { ids: [], total: counted.rows[0]?.total ?? 0 };
}

/** Filter choices of the devices visible to the caller. */
export async function listDeviceChoices(
  db: Db,
  scope: Scope,
): Promise<{ companies: { companyId: string; companyName: string }[]; softwareVersions: string[] }> {
  const companies = await sql<{ companyId: string; companyName: string }>`
    select c.id as "companyId", c.name as "companyName" from companies c
    where c.id in (
      select p.company_id from plants p
      where ${listedInScope(scope, "devices")} and not 'contacts' = any(${hiddenParts(scope)})
    )
    order by c.name, c.id`.execute(db);
  const versions = await sql<{ version: string }>`
    select distinct d.software_version as version from plants p
    join device_links l on l.plant_id = p.id and l.to_at is null
    join devices d on d.id = l.device_id
    where ${listedInScope(scope, "devices")} and d.software_version <> '' order by 1`.execute(db);
  return { companies: companies.rows, softwareVersions: versions.rows.map(({ version }) => version) };
}
