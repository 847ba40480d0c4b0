import { randomBytes } from "node:crypto";
import { cp, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readPhoneNumber } from "@heliograph/contract";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { createLogger } from "../../../infra/logger.ts";
import { migratePostgres } from "../../../infra/postgres/migrate-postgres.ts";

const migrations = fileURLToPath(new URL("../../../../migrations/postgres", import.meta.url));
const logger = createLogger({ logLevel: "silent" });
const name = `own_${randomBytes(6).toString("hex")}`;
let folder: string;
let shared: pg.Client;
let client: pg.Client;

// An older database: migrated up to 0012, then to 0013.
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heliograph-test-"));
  shared = new pg.Client({ connectionString: inject("databaseUrl") });
  await shared.connect();
  await shared.query(`create database ${name}`);
  client = new pg.Client({ connectionString: inject("databaseUrl").replace(/\/[^/]+$/, `/${name}`) });
  await client.connect();
  await migrateTo("0012");
});
afterAll(async () => {
  await client.end();
  await shared.query(`drop database ${name} with (force)`);
  await shared.end();
  await rm(folder, { recursive: true, force: true });
});

async function migrateTo(last: string): Promise<void> {
  for (const file of await readdir(migrations))
    if (file.slice(0, 4) <= last) await cp(join(migrations, file), join(folder, file));
  await migratePostgres(client, logger, folder);
}

let lastMinute = 0;
async function insert(account: {
  email?: string;
  phone?: string;
  password?: string | null;
}): Promise<string> {
  lastMinute += 1;
  const { rows } = await client.query<{ id: string }>(
    `insert into accounts (company_id, role_id, relation, user_name, email, phone, password_hash, created_at)
     select c.id, r.id, 'customer', 'Ana', $1, $2, $3, timestamptz '2026-01-01' + $4 * interval '1 minute'
     from companies c, roles r returning id`,
    [
      account.email ?? null,
      account.phone ?? null,
      account.password === undefined ? "x" : account.password,
      lastMinute,
    ],
  );
  return rows[0]?.id as string;
}
async function log(id: string, type: string, method: string, fields: string[] = []): Promise<void> {
  lastMinute += 1;
  await client.query(
    `insert into audit (at, kind, type, object_type, object_id, new, method)
     values (timestamptz '2026-01-01' + $5 * interval '1 minute', 'operation', $2, 'account', $1, $3, $4)`,
    [id, type, JSON.stringify({ fields }), method, lastMinute],
  );
}

// Every country code, with the national trunk zero.
const dialled = Array.from({ length: 999 }, (_, n) => `+${n + 1}05123456${String(n).padStart(3, "0")}`);

test("normalizes phone numbers and marks contacts as verified by the log, when an older database is migrated", async () => {
  await client.query(`insert into companies (name) values ('C')`);
  await client.query(`insert into customer_types (code, name, permission_ids) values ('t', 'T', '{}')`);
  await client.query(
    `insert into roles (company_id, customer_type_id, code, name, permission_ids)
     select c.id, t.id, 'r', 'R', '{}' from companies c, customer_types t`,
  );
  const ids = {
    root: await insert({ email: "root@heliograph.local" }),
    bare: await insert({ phone: "13800000001" }),
    older: await insert({ phone: "008613800000002", email: "older@example.org" }),
    younger: await insert({ phone: "13800000002", email: "younger@example.org" }),
    before: await insert({ phone: "13800000003", email: "before@example.org" }),
    exact: await insert({ phone: "+8613800000003" }),
    trunk: await insert({ phone: "+4901761234567" }),
    unread: await insert({ phone: "0301234567" }),
    // Typed by another user in normalized form, after its owner had registered with another spelling.
    prover: await insert({ phone: "13911112222" }),
    typed: await insert({ phone: "+8613911112222" }),
    third: await insert({ phone: "008613911112222", email: "third@example.org" }),
    // Both verified it: the last one keeps it.
    former: await insert({ phone: "+8613911113333", email: "former@example.org" }),
    latter: await insert({ phone: "8613911113333" }),
    waiting: await insert({ phone: "+8613911114444", password: null }),
    usable: await insert({ phone: "13911114444" }),
    registered: await insert({ email: "registered@example.org", phone: "+14155550132" }),
    invited: await insert({ email: "invited@example.org", phone: "+14155550133" }),
    open: await insert({ email: "open@example.org", password: null }),
    changed: await insert({ email: "changed@example.org" }),
    bound: await insert({ email: "bound@example.org" }),
    reset: await insert({ email: "reset@example.org" }),
  };
  const countries = new Map<string, string>();
  for (const phone of dialled) countries.set(await insert({ phone }), phone);
  await log(ids.bare, "account.register", "registration");
  await log(ids.younger, "account.update", "code", ["phone"]);
  for (const id of [ids.prover, ids.former, ids.latter]) await log(id, "account.register", "registration");
  await log(ids.registered, "account.register", "registration");
  await log(ids.registered, "account.update", "api", ["phone"]);
  await log(ids.invited, "account.register", "invitation");
  await log(ids.changed, "account.register", "registration");
  await log(ids.changed, "account.update", "api", ["email"]);
  await log(ids.bound, "account.update", "api", ["email"]);
  await log(ids.bound, "account.update", "code", ["email"]);
  await log(ids.reset, "account.register", "registration");
  await log(ids.reset, "account.reset-password", "api");
  await migrateTo("0013");
  const { rows } = await client.query(
    `select id, phone, (email_verified_at is not null) as "email", (phone_verified_at is not null) as "proved" from accounts`,
  );
  const seen = new Map(rows.map(({ id, phone, email, proved }) => [id, [phone, email, proved]]));
  expect(Object.fromEntries(Object.entries(ids).map(([key, id]) => [key, seen.get(id)]))).toEqual({
    root: [null, true, false],
    bare: ["+8613800000001", false, true],
    older: ["008613800000002", false, false],
    younger: ["+8613800000002", false, true],
    before: ["13800000003", false, false],
    exact: ["+8613800000003", false, false],
    trunk: ["+491761234567", false, false],
    unread: ["0301234567", false, false],
    prover: ["+8613911112222", false, true],
    typed: ["13911112222", false, false],
    third: ["008613911112222", false, false],
    former: ["8613911113333", true, false],
    latter: ["+8613911113333", false, true],
    waiting: ["13911114444", false, false],
    usable: ["+8613911114444", false, false],
    registered: ["+14155550132", true, false],
    invited: ["+14155550133", true, false],
    open: [null, false, false],
    changed: [null, false, false],
    bound: [null, true, false],
    reset: [null, false, false],
  });
  for (const [id, phone] of countries) expect(seen.get(id)?.[0]).toBe(readPhoneNumber(phone));
});

test("clears the verification of a changed contact, unless the change sets one", async () => {
  const proved = async (change: string) => {
    const { rows } = await client.query(
      `with made as (
         insert into accounts (company_id, role_id, relation, user_name, email, phone, email_verified_at, phone_verified_at)
         select c.id, r.id, 'customer', 'Ana', gen_random_uuid() || '@example.org', '+1' || (1e9 + random() * 1e9)::bigint,
           now(), now() from companies c, roles r returning id)
       select id from made`,
    );
    const response = await client.query(
      `update accounts set ${change} where id = $1
       returning (email_verified_at is not null) as email, (phone_verified_at is not null) as phone`,
      [rows[0].id],
    );
    return response.rows[0];
  };
  expect(await proved("user_name = 'Bo', email = upper(email)")).toEqual({ email: true, phone: true });
  expect(await proved("email = 'other@example.org'")).toEqual({ email: false, phone: true });
  expect(await proved("phone = null")).toEqual({ email: true, phone: false });
  expect(await proved("phone = '+4915112345678', phone_verified_at = clock_timestamp()")).toEqual({
    email: true,
    phone: true,
  });
});
