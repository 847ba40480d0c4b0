import { randomInt } from "node:crypto";
import { chmod, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { hashPassword } from "./password-hash.ts";
import { deleteFactors } from "./second-factors.repository.ts";
import { lockIdentity, seedMatrix } from "./seed-matrix.ts";
import { endSessionsOf } from "./sessions.repository.ts";

/** The account every installation has; it is found by this email, so it keeps it. */
export const rootAccount = "root@heliograph.local";
// R5.15 allows 16 characters. Without I, O, l, 0 and 1, which look alike: 57 letters, 93 bits.
const letters = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789";
const passwordLength = 16;

export interface RootCredentials {
  account: string;
  password: string;
  /** File that holds both, readable by the server's user alone. */
  path: string;
}

function createRootPassword(): string {
  return Array.from({ length: passwordLength }, () => letters[randomInt(letters.length)]).join("");
}

async function writeCredentials(dataFolder: string, password: string): Promise<RootCredentials> {
  const path = join(dataFolder, "root-account.json");
  const draft = `${path}.new`;
  await writeFile(draft, `${JSON.stringify({ account: rootAccount, password })}\n`, { mode: 0o600 });
  // The mode above counts only for a file that was not there.
  await chmod(draft, 0o600);
  await rename(draft, path);
  return { account: rootAccount, password, path };
}

async function findRoot(trx: Transaction): Promise<{ id: string; companyId: string } | undefined> {
  const { rows } = await sql<{ id: string; companyId: string }>`
    select id, company_id as "companyId" from accounts where lower(email) = ${rootAccount}`.execute(trx);
  return rows[0];
}

async function insertRoot(trx: Transaction, companyId: string, passwordHash: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    insert into accounts (company_id, role_id, relation, user_name, email, email_verified_at, password_hash, email_notify)
    select ${companyId}, id, 'colleague', 'ROOT', ${rootAccount}, now(), ${passwordHash}, false from roles where code = 'ROOT'
    returning id`.execute(trx);
  const { id } = rows[0] as { id: string };
  await writeAudit(trx, {
    kind: "system",
    type: "account.root-made",
    companyId,
    objectType: "account",
    objectId: id,
    method: "start",
  });
}

/**
 * At every start: what every installation has (operator, customer types, built-in roles, ROOT) is made where it is
 * missing. Answers the ROOT credentials when this process made the account; of several machines starting at once only
 * one does, and the file lies there.
 */
export async function ensureRootAccount(options: {
  db: Db;
  dataFolder: string;
}): Promise<RootCredentials | undefined> {
  const password = createRootPassword();
  return await options.db.transaction().execute(async (trx) => {
    await lockIdentity(trx);
    const { companyId } = await seedMatrix(trx);
    if (await findRoot(trx)) return undefined;
    await insertRoot(trx, companyId, await hashPassword(password));
    // Inside the transaction: without the file nobody could sign in, so then the account is not made either.
    return await writeCredentials(options.dataFolder, password);
  });
}

/** Gives ROOT a new password, takes its second factors, opens the account again if it was disabled, and ends all its sessions. */
export async function resetRootAccount(options: {
  db: Db;
  clock: Clock;
  dataFolder: string;
}): Promise<RootCredentials> {
  const { db, clock, dataFolder } = options;
  const password = createRootPassword();
  const passwordHash = await hashPassword(password);
  return await db.transaction().execute(async (trx) => {
    await lockIdentity(trx);
    const { companyId } = await seedMatrix(trx);
    const root = await findRoot(trx);
    if (!root) {
      await insertRoot(trx, companyId, passwordHash);
      return await writeCredentials(dataFolder, password);
    }
    await sql`
      update accounts set password_hash = ${passwordHash}, disabled_at = null, updated_at = now(),
        role_id = (select id from roles where code = 'ROOT'), company_id = ${companyId}
      where id = ${root.id}`.execute(trx);
    // Whoever holds the machine may also have lost the phone.
    await deleteFactors(trx, root.id);
    const ended = await endSessionsOf(trx, {
      accountId: root.id,
      reason: "root-reset",
      endedAt: new Date(clock.now()),
    });
    await writeAudit(trx, {
      kind: "security",
      type: "account.root-reset",
      companyId,
      objectType: "account",
      objectId: root.id,
      new: { endedSessions: ended },
      method: "terminal",
    });
    return await writeCredentials(dataFolder, password);
  });
}
