import type { DeviceType } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { plantZones } from "../../base/access/plant-zones-sql.ts";
import type { Scope } from "../../base/access/scope.ts";
import { companiesInScope, plantsInScope } from "../../base/access/scope-sql.ts";

export interface RegisterEntry {
  readonly sn: string;
  readonly type: DeviceType;
  readonly model: string;
  readonly codeHash: Buffer;
}

/** Devices adopted by a gateway before they were registered, with another type than the register's. */
export async function listMistypedDevices(
  trx: Transaction,
  entries: readonly Pick<RegisterEntry, "sn" | "type">[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id
    from unnest(${entries.map(({ sn }) => sn)}::text[], ${entries.map(({ type }) => type)}::text[]) as e (sn, type)
    join devices d on d.sn = e.sn
    where d.registration_code_hash is null and d.type <> e.type`.execute(trx);
  return rows.map(({ id }) => id);
}

/**
 * Inserts devices and returns the serial numbers that already exist, of which nothing is written. A unit adopted by a
 * gateway before it was registered gets its code and the type of the register.
 */
export async function insertRegisterEntries(
  trx: Transaction,
  scope: Scope,
  entries: readonly RegisterEntry[],
): Promise<{ taken: string[] }> {
  const entered = sql`unnest(${entries.map((entry) => entry.sn)}::text[], ${entries.map((entry) => entry.type)}::text[],
    ${entries.map((entry) => entry.model)}::text[], ${entries.map((entry) => entry.codeHash)}::bytea[]) as e (sn, type, model, hash)`;
  const { rows } = await sql<{ sn: string }>`
    insert into devices (sn, type, model, registration_code_hash, registered_by)
    select sn, type, model, hash, ${scope.accountId ?? null}::uuid from ${entered}
    on conflict (sn) do update set type = excluded.type, registration_code_hash = excluded.registration_code_hash,
      model = excluded.model, registered_by = excluded.registered_by, updated_at = now()
      where devices.registration_code_hash is null
    returning sn`.execute(trx);
  const written = new Set(rows.map((row) => row.sn));
  return { taken: entries.map((entry) => entry.sn).filter((sn) => !written.has(sn)) };
}

export interface Registered {
  readonly id: string;
  readonly type: DeviceType;
  readonly codeHash: Buffer | null;
  /** The entry is free, or reserved for a company in the caller's scope. */
  readonly isForCaller: boolean;
  readonly isAdopted: boolean;
  readonly openLink: { plantId: string; companyId: string; isInScope: boolean } | null;
  readonly lastLinkEndAt: Date | null;
}

/** The register entry of a serial number, locked until the transaction ends. */
export async function findRegisteredForUpdate(
  trx: Transaction,
  scope: Scope,
  sn: string,
): Promise<Registered | undefined> {
  return (await listRegisteredForUpdate(trx, scope, [sn])).get(sn);
}

/** The register entries of serial numbers, locked until the transaction ends. */
export async function listRegisteredForUpdate(
  trx: Transaction,
  scope: Scope,
  serialNumbers: readonly string[],
): Promise<Map<string, Registered>> {
  const { rows } = await sql<Registered & { sn: string }>`
    select d.id, d.sn, d.type, d.registration_code_hash as "codeHash", d.adopted_at is not null as "isAdopted",
      (d.company_id is null or exists (select from companies c where c.id = d.company_id and ${companiesInScope(scope)})) as "isForCaller",
      (select jsonb_build_object('plantId', p.id, 'companyId', p.company_id, 'isInScope', ${plantsInScope(scope)})
        from device_links l join plants p on p.id = l.plant_id where l.device_id = d.id and l.to_at is null) as "openLink",
      (select max(to_at) from device_links where device_id = d.id) as "lastLinkEndAt"
    from devices d where d.sn = any(${serialNumbers}::text[]) order by d.id for update of d`.execute(trx);
  return new Map(rows.map(({ sn, ...device }) => [sn, device]));
}

export async function findPlantStart(
  trx: Transaction,
  scope: Scope,
  plantId: string,
): Promise<{ gridConnectionDate: string; zones: PlantZones; companyId: string } | undefined> {
  const { rows } = await sql<{ gridConnectionDate: string; zones: PlantZones; companyId: string }>`
    select p.grid_connection_date as "gridConnectionDate", ${plantZones} as zones, p.company_id as "companyId"
    from plants p where p.id = ${plantId} and ${plantsInScope(scope)}`.execute(trx);
  return rows[0];
}

export async function hasGateway(db: Db, scope: Scope, plantId: string): Promise<boolean> {
  const { rows } = await sql`
    select from device_links l
    join devices d on d.id = l.device_id and d.type = 'DCON'
    join plants p on p.id = l.plant_id and ${plantsInScope(scope)}
    where p.id = ${plantId} and l.to_at is null limit 1`.execute(db);
  return rows.length > 0;
}

/** What a device gets when it is added to a plant, beside its link. */
export async function updateAdded(
  trx: Transaction,
  device: { deviceId: string; type: DeviceType; alias: string },
): Promise<void> {
  await sql`update devices set alias = ${device.alias}, adopted_at = null, updated_at = now() where id = ${device.deviceId}`.execute(
    trx,
  );
  if (device.type === "DCON")
    await sql`insert into gateways (device_id) values (${device.deviceId}) on conflict do nothing`.execute(
      trx,
    );
}

/** This account's wrong codes since then: all, and for this serial number. */
export async function countAddFailures(
  trx: Transaction,
  scope: Scope,
  query: { sn: string; since: Date },
): Promise<{ byAccount: number; bySn: number }> {
  const { rows } = await sql<{ byAccount: number; bySn: number }>`
    select count(*)::int as "byAccount", (count(*) filter (where sn = ${query.sn}))::int as "bySn"
    from device_add_failures
    where failed_at > ${query.since}::timestamptz and account_id = ${scope.accountId ?? null}`.execute(trx);
  return rows[0] ?? { byAccount: 0, bySn: 0 };
}

export async function insertAddFailure(
  db: Db,
  scope: Scope,
  failure: { sn: string; at: Date },
): Promise<void> {
  await sql`insert into device_add_failures (account_id, sn, failed_at)
    values (${scope.accountId ?? null}, ${failure.sn}, ${failure.at})`.execute(db);
}

/** This account's wrong codes since then, by serial number. */
export async function listAddFailures(
  trx: Transaction,
  scope: Scope,
  since: Date,
): Promise<{ sn: string; total: number }[]> {
  const { rows } = await sql<{ sn: string; total: number }>`
    select sn, count(*)::int as total from device_add_failures
    where failed_at > ${since}::timestamptz and account_id = ${scope.accountId ?? null} group by sn`.execute(
    trx,
  );
  return rows;
}

export async function insertAddFailures(
  trx: Transaction,
  scope: Scope,
  { serialNumbers, at }: { serialNumbers: readonly string[]; at: Date },
): Promise<void> {
  await sql`insert into device_add_failures (account_id, sn, failed_at)
    select ${scope.accountId ?? null}::uuid, sn, ${at}::timestamptz
    from unnest(${serialNumbers}::text[]) as failed (sn)`.execute(trx);
}

/** As `updateAdded`, for many devices. */
export async function updateAllAdded(
  trx: Transaction,
  devices: readonly { readonly deviceId: string; readonly type: DeviceType; readonly alias: string }[],
): Promise<void> {
  await sql`update devices d set alias = u.alias, adopted_at = null, updated_at = now()
    from unnest(${devices.map(({ deviceId }) => deviceId)}::uuid[], ${devices.map(({ alias }) => alias)}::text[])
      as u (id, alias)
    where d.id = u.id`.execute(trx);
  const gatewayIds = devices.filter(({ type }) => type === "DCON").map(({ deviceId }) => deviceId);
  await sql`insert into gateways (device_id) select unnest(${gatewayIds}::uuid[]) on conflict do nothing`.execute(
    trx,
  );
}

export async function updateAlias(trx: Transaction, deviceId: string, alias: string): Promise<void> {
  await sql`update devices set alias = ${alias}, updated_at = now()
    where id = ${deviceId} and alias <> ${alias}`.execute(trx);
}

/** Devices of a plant that others can be connected below, and the labels of its places with a device. */
export async function listPlantUnits(
  trx: Transaction,
  plantId: string,
): Promise<{ id: string; sn: string; type: DeviceType; place: string | null }[]> {
  const { rows } = await sql<{ id: string; sn: string; type: DeviceType; place: string | null }>`
    select d.id, d.sn, d.type, s.label as place
    from device_links l join devices d on d.id = l.device_id left join slots s on s.id = l.slot_id
    where l.plant_id = ${plantId} and l.to_at is null`.execute(trx);
  return rows;
}

/** Those of the serial numbers that are registered. */
export async function listRegistered(trx: Transaction, serialNumbers: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ sn: string }>`
    select sn from devices where sn = any(${serialNumbers}::text[]) and registration_code_hash is not null`.execute(
    trx,
  );
  return rows.map(({ sn }) => sn);
}

export async function deleteAddFailures(db: Db, before: Date): Promise<void> {
  await sql`delete from device_add_failures where failed_at < ${before}`.execute(db);
}
