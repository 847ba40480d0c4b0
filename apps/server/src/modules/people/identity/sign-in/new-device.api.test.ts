import { randomInt } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../../test/app.ts";
import { createTestApp } from "../../../../../test/app.ts";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createAccount } from "../../../../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
const password = "Blue-roof-77";
/** Unique to this test: addresses with many failures are throttled. */
const group = (): string => randomInt(0x1000, 0x10000).toString(16);
const createAddress = (): string => `2001:db8::${group()}:${group()}`;
const [first, second, third] = [createAddress(), createAddress(), createAddress()];

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp({ ...engines, environment: { TRUST_PROXY: "1" } });
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

async function signIn(account: string, device: { address: string; userAgent: string }): Promise<void> {
  const { envelope } = await server.call("POST", "/token/login", {
    body: { account, password, endpoint: "WEB" },
    headers: { "x-forwarded-for": device.address, "user-agent": device.userAgent },
  });
  expect(envelope.code).toBe("0");
}

async function listMails(email: string): Promise<{ subject: string; body: string }[]> {
  const { rows } = await sql<{ subject: string; body: string }>`
    select subject, body from outbox where recipient = ${email} order by created_at`.execute(engines.db);
  return rows;
}

test("mails a sign-in from a new device or address, in the account's language, and not the very first one", async () => {
  const { email } = await createAccount(engines.db, { password, language: "pt" });
  const home = { address: first, userAgent: "Browser 1" };
  await signIn(email, home);
  await signIn(email, home);
  expect(await listMails(email)).toEqual([]);
  await signIn(email, { ...home, userAgent: "Browser 2\u0085X" });
  await signIn(email, { ...home, address: second });
  const mails = await listMails(email);
  expect(mails.map(({ subject }) => subject)).toEqual(
    Array(2).fill("Heliograph: acesso de um novo dispositivo"),
  );
  // Both were created in the same moment of the test's clock.
  const bodies = mails.map(({ body }) => body).join();
  expect(bodies).toContain(`${first}\nBrowser 2 X\n`);
  expect(bodies).toContain(`${second}\nBrowser 1\n`);
  await signIn(email, { ...home, address: second });
  expect(await listMails(email)).toHaveLength(2);
});

test("sends nothing to users without notifications, and after a failed sign-in", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  await signIn(email, { address: third, userAgent: "Browser 1" });
  await server.call("POST", "/token/login", {
    body: { account: email, password: "Wrong-1", endpoint: "WEB" },
  });
  expect(await listMails(email)).toEqual([]);
  await sql`update accounts set email_notify = false where id = ${id}`.execute(engines.db);
  await signIn(email, { address: third, userAgent: "Browser 2" });
  expect(await listMails(email)).toEqual([]);
});
