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
  const { rows } = await sql<Registered>`
    select d.id, d.type, d.registration_code_hash as "codeHash", d.adopted_at is not null as "isAdopted",
      (d.company_id is null or exists (select from companies c where c.id = d.company_id and ${companiesInScope(scope)})) as "isForCaller",
      (select jsonb_build_object('plantId', p.id, 'companyId', p.company_id, 'isInScope', ${plantsInScope(scope)})
        from device_links l join plants p on p.id = l.plant_id where l.device_id = d.id and l.to_at is null) as "openLink",
      (select max(to_at) from device_links where device_id = d.id) as "lastLinkEndAt"
    from devices d where d.sn = ${sn} for update of d`.execute(trx);
  return rows[0];
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

export async function deleteAddFailures(db: Db, before: Date): Promise<void> {
  await sql`delete from device_add_failures where failed_at < ${before}`.execute(db);
}
