import type { PlantPart } from "@heliograph/contract";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { PlantInScope } from "./in-scope.ts";
import type { PlantAccess, PlantLevel } from "./plant-access.ts";
import { highestLevel } from "./plant-access.ts";
import type { Scope } from "./scope.ts";
import {
  companiesInScope,
  hiddenParts,
  isKept,
  isPlantOfCompanies,
  listedInScope,
  participantsOperate,
  plantsInstalled,
  plantsOfKey,
  plantsOperatedBy,
  rolesInScope,
} from "./scope-sql.ts";

interface PlantRow {
  key: number;
  isPublic: boolean;
  isOwner: boolean;
  isOfCompany: boolean;
  isInstaller: boolean;
  grantId: string | null;
  grantEndsAt: Date | null;
  grantLevel: "participant" | "administrator" | null;
  grantMayOperate: boolean | null;
  hiddenParts: PlantPart[];
}

function toLevel(row: PlantRow): Omit<PlantAccess, keyof PlantInScope> | undefined {
  const levels: PlantLevel[] = [];
  if (row.isPublic) levels.push("public");
  if (row.isOwner) levels.push("owner");
  if (row.isOfCompany) levels.push("administrator");
  if (row.isInstaller) levels.push("installer");
  const withoutGrant = highestLevel(levels);
  if (row.grantLevel) levels.push(row.grantLevel);
  const level = highestLevel(levels);
  if (level === undefined) return undefined;
  const mayOperate = row.grantMayOperate ?? false;
  const access = { plantKey: row.key, level, mayOperate, hiddenParts: row.hiddenParts };
  if (row.grantId === null || level === withoutGrant) return access;
  return { ...access, grant: { grantId: row.grantId, endsAt: row.grantEndsAt } };
}

/** The caller's access to a plant; undefined when it does not exist or the caller has none. */
export async function findPlantAccess(
  db: Db | Transaction,
  scope: Scope,
  plantId: string,
): Promise<PlantAccess | undefined> {
  const accountId = scope.accountId ?? null;
  // An owner has every level: the companies above the plant need not be read.
  const isOwner = sql<boolean>`coalesce(p.owner_id = ${accountId}::uuid, false)`;
  // Joins companies and grant only once: every call about a plant runs this query, and most of its time is planning.
  const isSeenWhole = sql<boolean>`(
    relation.by_owning or relation.by_company or relation.by_installing or granted.level = 'administrator'
  )`;
  const isShared = sql<boolean>`(granted.id is not null)`;
  const { rows } = await sql<PlantRow>`
    select p.key, p.visibility = 'public' as "isPublic", relation.by_owning as "isOwner",
      relation.by_company as "isOfCompany", relation.by_installing as "isInstaller",
      granted.id as "grantId", granted.ends_at as "grantEndsAt", granted.level as "grantLevel", granted.may_operate and ${participantsOperate} as "grantMayOperate",
      ${hiddenParts(scope, { isSeenWhole, isShared })} as "hiddenParts"
    from plants p
    cross join lateral (
      select ${isOwner} as by_owning, not ${isOwner} and ${isPlantOfCompanies(scope)} as by_company,
        ${plantsInstalled(scope)} as by_installing offset 0
    ) relation
    left join plant_grants granted on granted.plant_id = p.id and granted.account_id = ${accountId}::uuid
      and granted.state = 'active' and (granted.ends_at is null or granted.ends_at > now())
    where p.id = ${plantId} and ${isKept} and ${plantsOfKey(scope)}`.execute(db);
  const [row] = rows;
  const access = row && toLevel(row);
  return access && ({ ...access, plantId } as PlantAccess);
}

/** Plants that accounts may operate, in one query for all of them; none for an account without any. */
export async function listOperablePlants(
  db: Db,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const { rows } = await sql<{ accountId: string; plantIds: string[] }>`
    select a.id as "accountId", array_agg(operable.id) as "plantIds"
    from accounts a cross join lateral (${plantsOperatedBy}) operable
    where a.id = any(${[...accountIds]}::uuid[]) group by a.id`.execute(db);
  return new Map(rows.map(({ accountId, plantIds }) => [accountId, new Set(plantIds)]));
}

/** The plant a device is linked to; undefined for a device without a link and for an unknown one. */
export async function findPlantOfDevice(db: Db, deviceId: string): Promise<string | undefined> {
  const { rows } = await sql<{ plantId: string }>`
    select plant_id as "plantId" from device_links where device_id = ${deviceId} and to_at is null`.execute(
    db,
  );
  return rows[0]?.plantId;
}

export async function findPlantOfAlarm(db: Db, alarmId: string): Promise<string | undefined> {
  const { rows } = await sql<{ plantId: string }>`
    select plant_id as "plantId" from alarms where id = ${alarmId}`.execute(db);
  return rows[0]?.plantId;
}

/** Plants in scope, with the parts that are hidden from the caller. */
export async function listPlants(db: Db, scope: Scope): Promise<ReadonlyMap<string, readonly PlantPart[]>> {
  const { rows } = await sql<{ id: string; hiddenParts: PlantPart[] }>`
    select p.id, ${hiddenParts(scope)} as "hiddenParts" from plants p where ${listedInScope(scope)}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.id, row.hiddenParts]));
}

export async function isCompanyInScope(db: Db, scope: Scope, companyId: string): Promise<boolean> {
  const { rows } =
    await sql`select from companies c where c.id = ${companyId} and ${companiesInScope(scope)}`.execute(db);
  return rows.length > 0;
}

/** Cancelled accounts are in no scope. */
export async function isAccountInScope(db: Db, scope: Scope, accountId: string): Promise<boolean> {
  const { rows } = await sql`
    select from accounts a join companies c on c.id = a.company_id
    where a.id = ${accountId} and a.cancelled_at is null and ${companiesInScope(scope)}`.execute(db);
  return rows.length > 0;
}

export async function isRoleInScope(db: Db, scope: Scope, roleId: string): Promise<boolean> {
  const { rows } = await sql`select from roles r where r.id = ${roleId} and ${rolesInScope(scope)}`.execute(
    db,
  );
  return rows.length > 0;
}
