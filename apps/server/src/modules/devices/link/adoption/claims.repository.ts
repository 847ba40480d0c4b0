import type { AuditType } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../../infra/postgres/database.ts";
import { writeAudit } from "../../../base/audit/audit.service.ts";

/** Sources whose wrong codes are counted for one gateway at a time. */
const MAX_SOURCES = 1000;

/** What is needed to identify a gateway. */
export interface Credentials {
  id: string;
  key: number;
  codeHash: Buffer | null;
  secretHash: Buffer | null;
  pendingSecretHash: Buffer | null;
  /** How often the secret was replaced. */
  secretRev: number;
  reclaimUntil: Date | null;
  claimsToday: number;
}

export async function findCredentials(db: Db, sn: string, today: string): Promise<Credentials | undefined> {
  const { rows } = await sql<Credentials>`
    select d.id, d.key, d.registration_code_hash as "codeHash", g.secret_hash as "secretHash",
      g.pending_secret_hash as "pendingSecretHash", coalesce(g.secret_rev, 0) as "secretRev",
      g.reclaim_until as "reclaimUntil",
      case when g.claim_day = ${today}::date then g.claims_on_day else 0 end as "claimsToday"
    from devices d left join gateways g on g.device_id = d.id
    where d.sn = ${sn} and d.type = 'DCON'`.execute(db);
  return rows[0];
}

/** Until when this source may not claim this gateway; undefined when it may. */
export async function findClaimLock(db: Db, gatewayId: string, source: string): Promise<Date | undefined> {
  const { rows } = await sql<{ lockedUntil: Date | null }>`
    select locked_until as "lockedUntil" from claim_failures
    where gateway_id = ${gatewayId} and source = ${source}`.execute(db);
  return rows[0]?.lockedUntil ?? undefined;
}

/** Counts a wrong code; the fifth in a row locks the serial number for its source and resets the count. */
export async function countFailedClaim(
  db: Db,
  gatewayId: string,
  { limit, now, lockMs, source }: { limit: number; now: number; lockMs: number; source: string },
): Promise<void> {
  const lockedUntil = new Date(now + lockMs);
  await db.transaction().execute(async (trx) => {
    await sql`
      delete from claim_failures
      where gateway_id = ${gatewayId} and failed_at < ${new Date(now - lockMs)}`.execute(trx);
    const { rows } = await sql<{ isLocked: boolean }>`
      insert into claim_failures as f (gateway_id, source, failures, failed_at)
      select ${gatewayId}, ${source}, 1, ${new Date(now)}
      where (select count(*) from claim_failures where gateway_id = ${gatewayId}) < ${MAX_SOURCES}
        or exists (select from claim_failures where gateway_id = ${gatewayId} and source = ${source})
      on conflict (gateway_id, source) do update set
        failed_at = excluded.failed_at,
        failures = case when f.failures + 1 >= ${limit} then 0 else f.failures + 1 end,
        locked_until = case when f.failures + 1 >= ${limit} then ${lockedUntil} else f.locked_until end
      returning coalesce(locked_until = ${lockedUntil}, false) as "isLocked"`.execute(trx);
    if (rows[0]?.isLocked !== true) return;
    await writeAudit(trx, {
      kind: "security",
      type: "device.claim-locked",
      objectType: "device",
      objectId: gatewayId,
      method: "link",
      address: source,
    });
  });
}

/** Resets the count of wrong codes from the same source after the correct one. */
export async function deleteFailedClaims(db: Db, gatewayId: string, source: string): Promise<void> {
  await sql`delete from claim_failures where gateway_id = ${gatewayId} and source = ${source}`.execute(db);
}

/** Stores a secret as pending, unless the day's claims are used up; returns whether it did. */
export async function storePendingSecret(
  db: Db,
  gatewayId: string,
  { hash, today, limit }: { hash: Buffer; today: string; limit: number },
): Promise<boolean> {
  return await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      insert into gateways as g (device_id, pending_secret_hash, claim_day, claims_on_day)
      values (${gatewayId}, ${hash}, ${today}::date, 1)
      on conflict (device_id) do update set
        pending_secret_hash = excluded.pending_secret_hash,
        claims_on_day = case when g.claim_day = excluded.claim_day then g.claims_on_day + 1 else 1 end,
        claim_day = excluded.claim_day
      where g.claim_day is distinct from excluded.claim_day or g.claims_on_day < ${limit}
      returning device_id`.execute(trx);
    if (rows.length === 0) return false;
    await auditClaim(trx, "device.claim", gatewayId);
    return true;
  });
}

/** The pending secret was used: it becomes the permanent one. */
export async function promotePendingSecret(db: Db, gatewayId: string, hash: Buffer): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`
      update gateways set secret_hash = pending_secret_hash, pending_secret_hash = null, reclaim_until = null,
        secret_rev = secret_rev + 1, secret_changed_at = clock_timestamp()
      where device_id = ${gatewayId} and pending_secret_hash = ${hash} returning device_id`.execute(trx);
    if (rows.length > 0) await auditClaim(trx, "device.claimed", gatewayId);
  });
}

/** Gateways whose secret was replaced in the last seconds, by the clock of the database. */
export async function listNewSecrets(db: Db, withinMs: number): Promise<{ sn: string; secretRev: number }[]> {
  const { rows } = await sql<{ sn: string; secretRev: number }>`
    select d.sn, g.secret_rev as "secretRev" from gateways g join devices d on d.id = g.device_id
    where g.secret_changed_at > clock_timestamp() - make_interval(secs => ${withinMs / 1000})`.execute(db);
  return rows;
}

async function auditClaim(trx: Transaction, type: AuditType, gatewayId: string): Promise<void> {
  await writeAudit(trx, {
    kind: "security",
    type,
    objectType: "device",
    objectId: gatewayId,
    method: "link",
  });
}
