import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../../test/app.ts";
import { createAccount } from "../../../../../test/fixtures.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const password = "Blue-roof-77";

/** Security alarms about failed sign-ins from an address. */
async function listAlarms(headers: { "x-forwarded-for": string }): Promise<unknown[]> {
  const { rows } = await sql<{ new: unknown }>`
    select new from audit
    where kind = 'security' and type = 'session.many-failures' and address = ${headers["x-forwarded-for"]}`.execute(
    engines.db,
  );
  return rows.map((row) => row.new);
}

/** A separate address, so that no test throttles another. */
let lastAddress = 0;
async function createServerBehindProxy() {
  return await createTestApp({ ...engines, environment: { TRUST_PROXY: "1" } });
}
const newAddress = () => {
  lastAddress += 1;
  return { "x-forwarded-for": `198.51.100.${lastAddress}` };
};

test("throttles one account from one address from the tenth failure, 1 s doubling to 60 s, and no other caller", async () => {
  const slow = await createServerBehindProxy();
  const { email } = await createAccount(engines.db, { password });
  const headers = newAddress();
  const attempt = (typed: string, from = headers) =>
    slow.call("POST", "/token/login", {
      body: { account: email, password: typed, endpoint: "WEB" },
      headers: from,
    });
  for (let failure = 1; failure <= 10; failure += 1) {
    expect((await attempt("Wrong-word-1")).envelope.code).toBe("A0200");
  }
  expect(await listAlarms(headers)).toEqual([]);
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const refused = await attempt(password);
    expect(refused.statusCode).toBe(429);
    expect(refused.envelope.code).toBe("A0501");
    waits.push(Number(refused.headers["retry-after"]));
    slow.clock.advance((waits.at(-1) as number) * 1_000);
    expect((await attempt("Wrong-word-1")).envelope.code).toBe("A0200");
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  // The series that goes on after the first wait is one row of the log.
  expect(await listAlarms(headers)).toEqual([{ failures: 10 }]);
  expect((await attempt(password, newAddress())).envelope.code).toBe("0");
  slow.clock.advance(60_000);
  expect((await attempt(password)).envelope.code).toBe("0");
  expect((await attempt("Wrong-word-1")).envelope.code).toBe("A0200");
  await slow.close();
});

test("throttles an address that tries many accounts from the sixtieth failure, and no other caller", async () => {
  const sprayed = await createServerBehindProxy();
  const { email } = await createAccount(engines.db, { password });
  const headers = newAddress();
  const attempt = (account: string, typed = "Wrong-word-1", from = headers) =>
    sprayed.call("POST", "/token/login", {
      body: { account, password: typed, endpoint: "WEB" },
      headers: from,
    });
  const stranger = () => `${randomUUID()}@example.org`;
  const spray = await Promise.all(Array.from({ length: 70 }, () => attempt(stranger())));
  const codes = spray.map(({ envelope }) => envelope.code);
  expect(codes.filter((code) => code === "A0200")).toHaveLength(60);
  expect(codes.filter((code) => code === "A0501")).toHaveLength(10);
  const waits: number[] = [];
  for (let round = 0; round < 8; round += 1) {
    const refused = await attempt(email, password);
    expect(refused.statusCode).toBe(429);
    waits.push(Number(refused.headers["retry-after"]));
    sprayed.clock.advance((waits.at(-1) as number) * 1_000);
    expect((await attempt(stranger())).envelope.code).toBe("A0200");
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  expect(await listAlarms(headers)).toEqual([{ failures: 60 }]);
  expect((await attempt(email, password, newAddress())).envelope.code).toBe("0");
  sprayed.clock.advance(15 * 60_000);
  expect((await attempt(email, password)).envelope.code).toBe("0");
  await sprayed.close();
});

test("keeps an address's failures with other accounts after a correct sign-in", async () => {
  const mixed = await createServerBehindProxy();
  const { email } = await createAccount(engines.db, { password });
  const headers = newAddress();
  const attempt = (account: string, typed: string) =>
    mixed.call("POST", "/token/login", { body: { account, password: typed, endpoint: "WEB" }, headers });
  for (let round = 0; round < 6; round += 1) {
    await Promise.all(Array.from({ length: 10 }, () => attempt(`${randomUUID()}@example.org`, password)));
    if (round < 5) expect((await attempt(email, password)).envelope.code).toBe("0");
  }
  expect((await attempt(email, password)).envelope.code).toBe("A0501");
  await mixed.close();
});

test("counts every spelling of one account together", async () => {
  const guarded = await createServerBehindProxy();
  const { id } = await createAccount(engines.db);
  const digits = `49${Date.now()}${id.replace(/\D/g, "")}`.slice(0, 18);
  await sql`update accounts set phone = ${digits}, email = ${`${digits}-ida@example.org`} where id = ${id}`.execute(
    engines.db,
  );
  const spell = (index: number) => `${digits.slice(0, index)}${index % 2 ? " " : "-"}${digits.slice(index)}`;
  const spellings = {
    phone: spell,
    email: (index: number) =>
      `${digits}-ida@example.org`.replace(/[a-z]/g, (letter, at: number) =>
        (at + index) % 3 ? letter : letter.toUpperCase(),
      ),
  };
  for (const spellingOf of Object.values(spellings)) {
    const headers = newAddress();
    const responses: string[] = [];
    for (let index = 1; index <= 11; index += 1) {
      const body = { account: spellingOf(index), password: "Wrong-word-1", endpoint: "WEB" };
      responses.push((await guarded.call("POST", "/token/login", { body, headers })).envelope.code);
    }
    expect(responses).toEqual([...Array.from({ length: 10 }, () => "A0200"), "A0501"]);
  }
  await guarded.close();
});

test("counts concurrent tries, so that none exceeds the limit", async () => {
  const { email } = await createAccount(engines.db, { password });
  const body = { account: email, password: "Wrong-word-1", endpoint: "WEB" };
  const attempt = () => server.call("POST", "/token/login", { body });
  const responses = await Promise.all(Array.from({ length: 30 }, () => attempt()));
  const codes = responses.map(({ envelope }) => envelope.code);
  expect(codes.filter((code) => code === "A0200")).toHaveLength(10);
  expect(codes.filter((code) => code === "A0501")).toHaveLength(20);
});

test("limits the anonymous sessions of one address per minute", async () => {
  const busy = await createServerBehindProxy();
  const headers = newAddress();
  const start = () => busy.call("POST", "/token/anonymous", { body: { endpoint: "WEB" }, headers });
  for (let session = 0; session < 60; session += 1) expect((await start()).statusCode).toBe(200);
  expect((await start()).envelope.code).toBe("A0501");
  busy.clock.advance(61_000);
  expect((await start()).statusCode).toBe(200);
  await busy.close();
});

test.each([
  ["wrong passwords", "/token/login", 10],
  ["anonymous sessions", "/token/anonymous", 60],
  ["passkeys begun", "/token/passkey/begin", 60],
])("counts %s from one customer's IPv6 addresses together", async (_, path, max) => {
  const busy = await createServerBehindProxy();
  const { email } = await createAccount(engines.db, { password });
  // Unique to this test.
  const prefix = () => `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}`;
  const bodies: Record<string, object> = {
    "/token/login": { account: email, password: "Wrong-word-1", endpoint: "WEB" },
    "/token/anonymous": { endpoint: "WEB" },
  };
  const from = (address: string) =>
    busy.call("POST", path, {
      body: bodies[path] ?? {},
      headers: { "x-forwarded-for": address, origin: "http://localhost:8080", host: "localhost:8080" },
    });
  const own = prefix();
  for (let n = 1; n <= max; n += 1)
    expect((await from(`${own}::${n.toString(16)}`)).envelope.code).not.toBe("A0501");
  expect((await from(`${own}::ffff`)).envelope.code).toBe("A0501");
  expect((await from(`${prefix()}::1`)).envelope.code).not.toBe("A0501");
  await busy.close();
});
