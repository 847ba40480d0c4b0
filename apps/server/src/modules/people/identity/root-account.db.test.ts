import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { permissionIds, seededMatrix } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createPasskey } from "../../../../test/fixtures.ts";
import { openOwnDatabase } from "../../../../test/own-database.ts";
import { ensureRootAccount, resetRootAccount } from "./root-account.service.ts";

let engines: TestEngines;
let own: Awaited<ReturnType<typeof openOwnDatabase>>;
let server: TestApp;
let dataFolder: string;

beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(async () => {
  await engines.close();
});

beforeEach(async () => {
  own = await openOwnDatabase();
  server = await createTestApp({ ...engines, db: own.db });
  dataFolder = await mkdtemp(join(tmpdir(), "heliograph-root-"));
  return async () => {
    await server.close();
    await own.close();
    await rm(dataFolder, { recursive: true });
  };
});

const ensure = () => ensureRootAccount({ db: own.db, dataFolder });
const signIn = (account: string, password: string) =>
  server.call("POST", "/token/login", { body: { account, password, endpoint: "WEB" } });

test("creates the ROOT account at the first start, with a random password that signs in", async () => {
  const root = await ensure();
  expect(root?.account).toBe("root@heliograph.local");
  expect(root?.password).toMatch(/^[A-HJ-NP-Za-km-z2-9]{16}$/);
  const { envelope } = await signIn("root@heliograph.local", root?.password as string);
  const session = { authorization: `Bearer ${envelope.data.access_token}` };
  expect((await server.call("GET", "/user/isSuper", session)).envelope.data).toBe(true);
  const { perms, roles } = (await server.call("GET", "/permission/getPermission", session)).envelope.data;
  expect(roles).toEqual(["ROOT"]);
  expect(perms.sort()).toEqual([...permissionIds].sort());
});

test("keeps the password in a file for the server's user alone, and nowhere in the database", async () => {
  const root = await ensure();
  const path = join(dataFolder, "root-account.json");
  expect(root?.path).toBe(path);
  expect(JSON.parse(await readFile(path, "utf8"))).toEqual({
    account: root?.account,
    password: root?.password,
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readdir(dataFolder)).toEqual(["root-account.json"]);
  const { rows } = await sql<{ text: string }>`
    select a::text || coalesce((select string_agg(l::text, '') from audit l), '') as text from accounts a`.execute(
    own.db,
  );
  expect(rows[0]?.text).not.toContain(root?.password);
  expect(rows[0]?.text).toContain("$argon2id$v=19$m=19456,t=2,p=1$");
});

test("seeds customer types and roles below one operator company", async () => {
  await ensure();
  const { rows } = await sql<{ code: string; type: string; permissionIds: string[] }>`
    select r.code, ct.code as type, r.permission_ids as "permissionIds"
    from roles r join customer_types ct on ct.id = r.customer_type_id
      join companies c on c.id = r.company_id and c.upstream_id is null`.execute(own.db);
  const expected = seededMatrix.flatMap((type) =>
    type.roles.map((role) => ({ code: role.code, type: type.code, permissionIds: [...role.permissionIds] })),
  );
  expect(rows).toHaveLength(expected.length);
  expect(rows).toEqual(expect.arrayContaining(expected));
});

test("creates one account when several servers start concurrently, and changes nothing at later starts", async () => {
  const made = await Promise.all([ensure(), ensure(), ensure()]);
  expect(made.filter((root) => root !== undefined)).toHaveLength(1);
  const password = made.find((root) => root !== undefined)?.password as string;
  expect(await ensure()).toBeUndefined();
  expect(JSON.parse(await readFile(join(dataFolder, "root-account.json"), "utf8")).password).toBe(password);
  expect((await signIn("root@heliograph.local", password)).envelope.code).toBe("0");
});

test("gives ROOT the permissions of a newer version", async () => {
  await ensure();
  await sql`update roles set permission_ids = '{station}' where code = 'ROOT'`.execute(own.db);
  await ensure();
  const { rows } = await sql<{ total: number }>`
    select cardinality(permission_ids) as total from roles where code = 'ROOT'`.execute(own.db);
  expect(rows[0]?.total).toBe(permissionIds.length);
});

test("creates no account when its password cannot be written", async () => {
  await expect(ensureRootAccount({ db: own.db, dataFolder: join(dataFolder, "missing") })).rejects.toThrow(
    "ENOENT",
  );
  const { rows } = await sql`select from accounts`.execute(own.db);
  expect(rows).toHaveLength(0);
});

test("gives ROOT a new password, ends its sessions, deletes its second factors and audits it", async () => {
  const old = await ensure();
  const { envelope } = await signIn("root@heliograph.local", old?.password as string);
  const ids = await sql<{ id: string }>`update accounts set disabled_at = now() returning id`.execute(own.db);
  await createPasskey(own.db, ids.rows[0]?.id as string);
  const fresh = await resetRootAccount({ db: own.db, clock: server.clock, dataFolder });
  expect(fresh.password).not.toBe(old?.password);
  const authorization = `Bearer ${envelope.data.access_token}`;
  expect((await server.call("GET", "/user/isSuper", { authorization })).envelope.code).toBe("A0230");
  expect((await signIn(fresh.account, old?.password as string)).envelope.code).toBe("A0200");
  expect((await signIn(fresh.account, fresh.password)).envelope.code).toBe("0");
  expect(JSON.parse(await readFile(fresh.path, "utf8")).password).toBe(fresh.password);
  const { rows } = await sql`
    select kind, new from audit where type = 'account.root-reset'`.execute(own.db);
  expect(rows).toEqual([{ kind: "security", new: { endedSessions: 1 } }]);
});
