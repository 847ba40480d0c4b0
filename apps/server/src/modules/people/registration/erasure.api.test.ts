import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { obtainCode } from "../../../../test/outbox.ts";

let engines: TestEngines;
let server: TestApp;

// An own database, since processing code requests affects those of all accounts.
beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
  await ensurePlatform(engines.db);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

const password = "Blue-roof-77";

/** Registers a user, whose company is named after them unless a name is given, and steps up. */
async function register(userName: string, companyName = "") {
  const target = `${randomUUID()}@example.org`;
  const code = await obtainCode(server, engines.db, { target, purpose: "register" });
  const { envelope } = await server.call("POST", "/registry/register", {
    body: { target, code, password, confirmPassword: password, userName, companyName, agree: true },
  });
  const authorization = `Bearer ${envelope.data.access_token}`;
  await server.call("POST", "/user/stepUp", { authorization, body: { password } });
  const info = await server.call("GET", "/user/settings/getUserInfo", { authorization });
  return { authorization, companyId: info.envelope.data.companyId as string };
}
type Person = Awaited<ReturnType<typeof register>>;

async function rename({ authorization }: Person, userName: string): Promise<void> {
  const body = { userName };
  const { envelope } = await server.call("POST", "/user/settings/updateUserInfo", { authorization, body });
  expect(envelope.code).toBe("0");
}

async function logOff({ authorization }: { authorization: string }): Promise<void> {
  expect((await server.call("POST", "/user/logoff", { authorization, body: {} })).envelope.code).toBe("0");
}

const nameOf = async (companyId: string) =>
  (await sql<{ name: string }>`select name from companies where id = ${companyId}`.execute(engines.db))
    .rows[0]?.name;

test("erases the name of a company named after the registered user with the account, also after a rename [R7.6, R7.8]", async () => {
  const person = await register("Ida One");
  expect(await nameOf(person.companyId)).toBe("Ida One");
  await rename(person, "Ida Renamed");
  await logOff(person);
  expect(await nameOf(person.companyId)).toBe("cancelled");
});

test("erases the name with the company's last account, and keeps a name that was given [R7.6, R7.8]", async () => {
  const [first, own, later] = [
    await register("Ida Two"),
    await register("Ida", "Sun & Co"),
    await register("Ida Three"),
  ];
  const heir = await createAccount(engines.db, { companyId: first.companyId });
  await logOff(first);
  expect(await nameOf(first.companyId)).toBe("Ida Two");
  await logOff(await createSession(engines.db, { accountId: heir.id, steppedUpAt: new Date() }));
  expect(await nameOf(first.companyId)).toBe("cancelled");

  const { companyId: operatorId } = await ensurePlatform(engines.db);
  const root = await createAccount(engines.db, { companyId: operatorId, roleCode: "ROOT" });
  const { authorization } = await createSession(engines.db, { accountId: root.id });
  const { companyId } = later;
  const detail = await server.call("GET", "/company/detail", { authorization, query: { companyId } });
  const { revision, administratorId } = detail.envelope.data;
  const facts = { address: "1 Sun Street", contact: "Dora", contactPhone: "+49 30 1234567" };
  const body = { companyId, revision, name: "Roofs", administratorId, ...facts };
  expect((await server.call("POST", "/company/update", { authorization, body })).envelope.code).toBe("0");
  for (const person of [own, later]) {
    await rename(person, "Somebody");
    await logOff(person);
  }
  expect([await nameOf(own.companyId), await nameOf(companyId)]).toEqual(["Sun & Co", "Roofs"]);
});
