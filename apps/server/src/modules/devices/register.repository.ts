import type { DeviceType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { companiesInScope, plantsInScope } from "../access/access.service.ts";

export interface RegisterEntry {
  readonly sn: string;
  readonly type: DeviceType;
  readonly model: string;
  readonly codeHash: Buffer;
}

/**
 * Enters devices; the serial numbers that are taken come back and nothing of them is written. A unit that a gateway
 * brought before it was registered gets its code now. The register knows what a device is, a gateway only claims it:
 * where the types differ, the register's counts and the unit leaves the plant that adopted it.
 */
export async function insertRegisterEntries(
  trx: Transaction,
  scope: Scope,
  entries: readonly RegisterEntry[],
): Promise<{ taken: string[] }> {
  const entered = sql`unnest(${entries.map((entry) => entry.sn)}::text[], ${entries.map((entry) => entry.type)}::text[],
    ${entries.map((entry) => entry.model)}::text[], ${entries.map((entry) => entry.codeHash)}::bytea[]) as e (sn, type, model, hash)`;
  await sql`
    update device_links l set to_at = greatest(now(), l.from_at + interval '1 millisecond')
    from ${entered} join devices d on d.sn = e.sn
    where l.device_id = d.id and l.to_at is null and d.registration_code_hash is null and d.type <> e.type`.execute(
    trx,
  );
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
  /** The entry is free, or reserved for a company in the caller's reach. */
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
): Promise<{ gridConnectionDate: string; timeZone: string; companyId: string } | undefined> {
  const { rows } = await sql<{ gridConnectionDate: string; timeZone: string; companyId: string }>`
    select p.grid_connection_date as "gridConnectionDate", p.time_zone as "timeZone", p.company_id as "companyId"
    from plants p where p.id = ${plantId} and ${plantsInScope(scope)}`.execute(trx);
  return rows[0];
}

/** Ends an adopted unit's link: who brings its code takes it over. */
export async function endLink(trx: Transaction, _scope: Scope, deviceId: string, at: Date): Promise<void> {
  await sql`update device_links set to_at = greatest(${at}::timestamptz, from_at + interval '1 millisecond')
    where device_id = ${deviceId} and to_at is null`.execute(trx);
}

export async function insertLink(
  trx: Transaction,
  scope: Scope,
  link: { deviceId: string; type: DeviceType; plantId: string; fromAt: Date; alias: string },
): Promise<void> {
  await sql`update devices set alias = ${link.alias}, adopted_at = null, updated_at = now() where id = ${link.deviceId}`.execute(
    trx,
  );
  // A unit hangs under the plant's gateway where there is only one; a birth that names it says more.
  await sql`
    insert into device_links (device_id, plant_id, parent_id, from_at, created_by)
    select ${link.deviceId}::uuid, ${link.plantId}::uuid,
      case when ${link.type} <> 'DCON' then (
        select (array_agg(g.device_id))[1] from gateways g join device_links gl on gl.device_id = g.device_id and gl.to_at is null
        where gl.plant_id = ${link.plantId} having count(*) = 1) end,
      ${link.fromAt}::timestamptz, ${scope.accountId ?? null}::uuid`.execute(trx);
  if (link.type === "DCON") {
    await sql`insert into gateways (device_id) values (${link.deviceId}) on conflict do nothing`.execute(trx);
  }
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
