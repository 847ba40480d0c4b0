import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { digestTables } from "../../../../test/actors.ts";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession } from "../../../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;

beforeAll(async () => {
  // An own database, since sweeping and counting affect the rows of all accounts.
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function createUser() {
  const account = await createAccount(engines.db);
  return {
    ...account,
    ...(await createSession(engines.db, { accountId: account.id, steppedUpAt: new Date() })),
  };
}
type User = Awaited<ReturnType<typeof createUser>>;

const save = async ({ authorization }: User, body: unknown) =>
  (await server.call("POST", "/user/draft", { authorization, body })).envelope;
const find = async ({ authorization }: User, query: object) =>
  (await server.call("GET", "/user/draft", { authorization, query })).envelope.data;

const form = "/workData/powerStation/update";

test("stores a draft by account, form and record, and returns it on another device [R8.2]", async () => {
  const [user, other] = [await createUser(), await createUser()];
  const [id, elsewhere] = [randomUUID(), randomUUID()];
  const body = { changes: { name: "Half a roof", periods: [{ start: "08:00" }] }, odd: "a\u0000b\ud800" };
  expect(await save(user, { form, id, revision: "17", body })).toMatchObject({ code: "0", data: null });
  const phone = { ...user, ...(await createSession(engines.db, { accountId: user.id })) };
  const savedAt = new Date(server.clock.now()).toISOString();
  expect(await find(phone, { form, id })).toMatchObject({
    body: { changes: body.changes },
    revision: "17",
    savedAt,
  });
  expect(await find(other, { form, id })).toBeNull();
  for (const query of [{ form }, { form, id: elsewhere }, { form: "/workData/powerStation/add" }])
    expect(await find(user, query)).toBeNull();
  await save(phone, { form, id, body: { changes: { name: "A whole roof" } } });
  expect(await find(user, { form, id })).toMatchObject({
    body: { changes: { name: "A whole roof" } },
    revision: null,
  });
  await save(other, { form, id, body: null });
  expect(await find(user, { form, id })).not.toBeNull();
  expect((await save(user, { form, id, body: null })).code).toBe("0");
  expect(await find(user, { form, id })).toBeNull();
});

test("refuses fields named like passwords and codes at any depth, and bodies that are no form [R8.2]", async () => {
  const user = await createUser();
  const deep = (depth: number): object => (depth === 0 ? {} : { inner: deep(depth - 1) });
  const refused: unknown[] = [
    { password: "Blue-roof-77" },
    { confirmPassword: "" },
    { target: "a@example.org", code: "123456" },
    { rows: [{ registrationCode: "AAAA" }] },
    { inner: { refresh_token: "x" } },
    ...["pwd", "newPwd", "pass", "pin", "cardPin", "card_pin", "otp", "codes"].map((name) => ({
      [name]: "",
    })),
    { constructor: {} },
    deep(20),
    { text: "x".repeat(32 * 1_024) },
    { text: "ü".repeat(17 * 1_024) },
  ];
  expect((await save(user, { form, body: { spin: 1, compass: 2, passive: 3, codec: 4 } })).code).toBe("0");
  await save(user, { form, body: null });
  for (const body of refused) {
    const response = await save(user, { form, body });
    expect([response.code, response.data.fields[0].message]).toEqual([
      "A0400",
      "This cannot be saved as a draft.",
    ]);
  }
  expect((await save(user, { form: "/token/login", body: {} })).code).toBe("A0400");
  expect((await save(user, { form, id: "../x", body: {} })).code).toBe("A0400");
  expect((await save(user, { form, body: "text" })).code).toBe("A0400");
  expect((await save(user, { form, body: {}, accountId: randomUUID() })).code).toBe("A0400");
  expect(await find(user, { form })).toBeNull();
});

test("stores column names in a body as plain data, and refuses __proto__ [R8.2]", async () => {
  const user = await createUser();
  const unseen = ["drafts", "sessions", "tokens"];
  const before = await digestTables(engines.db, unseen);
  const columns = await sql<{ name: string }>`
    select distinct column_name as name from information_schema.columns
    where table_schema = 'public' and column_name !~* 'passw|secret|token|credential|codes?$'`.execute(
    engines.db,
  );
  const body = Object.fromEntries(columns.rows.map(({ name }) => [name, "ROOT"]));
  expect((await save(user, { form, body })).code).toBe("0");
  const poisoned = await server.app.inject({
    method: "POST",
    url: "/api/user/draft",
    headers: { authorization: user.authorization, "content-type": "application/json" },
    payload: `{"form":"${form}","body":{"__proto__":{"isSuper":true}}}`,
  });
  expect(poisoned.statusCode).toBe(400);
  expect(await digestTables(engines.db, unseen)).toEqual(before);
  expect(Object.keys(await find(user, { form })).sort()).toEqual(["body", "revision", "savedAt"]);
});

test("keeps the 50 newest drafts of an account, also when many are saved concurrently [R8.2]", async () => {
  const user = await createUser();
  const ids = Array.from({ length: 60 }, () => randomUUID());
  const oldest = randomUUID();
  await save(user, { form, id: oldest, body: { name: "old" } });
  server.clock.advance(1_000);
  await Promise.all(ids.map((id) => save(user, { form, id, body: { name: id } })));
  const { rows } = await sql<{ total: number }>`
    select count(*)::int as total from drafts where account_id = ${user.id}`.execute(engines.db);
  expect(rows[0]?.total).toBe(50);
  expect(await find(user, { form, id: oldest })).toBeNull();
});

test("deletes a draft 30 days after it was last saved, and with its account [R8.2, R7.8]", async () => {
  const [user, leaving] = [await createUser(), await createUser()];
  await save(user, { form, body: { name: "Barn" } });
  await save(leaving, { form, body: { name: "Shed" } });
  await server.call("POST", "/user/logoff", { authorization: leaving.authorization, body: {} });
  const count = async (accountId: string) =>
    (await sql`select from drafts where account_id = ${accountId}`.execute(engines.db)).rows.length;
  expect([await count(user.id), await count(leaving.id)]).toEqual([1, 0]);
  server.clock.advance(30 * 86_400_000 - 1_000);
  await server.services.drafts.sweep();
  expect(await count(user.id)).toBe(1);
  server.clock.advance(2_000);
  await server.services.drafts.sweep();
  expect(await count(user.id)).toBe(0);
});
