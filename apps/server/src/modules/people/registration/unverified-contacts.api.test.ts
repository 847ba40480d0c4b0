import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createPlant, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { listMessages, obtainCode } from "../../../../test/outbox.ts";

// An email that a stranger typed into an account they added never blocks its owner.

let engines: TestEngines;
let server: TestApp;

// An own database, since processing code requests affects those of all accounts.
beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp({ ...engines, environment: { TRUST_PROXY: "1" } });
  await ensurePlatform(engines.db);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

let lastAddress = 0;
const from = () => {
  lastAddress += 1;
  return { "x-forwarded-for": `203.0.113.${lastAddress}`, "accept-language": "en" };
};
const strangersPassword = "Blue-roof-77";
const password = "Green-roof-88";

async function createUser(roleCode = "owner") {
  const account = await createAccount(engines.db, { roleCode });
  const steppedUpAt = new Date(server.clock.now());
  return { ...account, ...(await createSession(engines.db, { accountId: account.id, steppedUpAt })) };
}

/** A stranger's company in which an account was added with another person's email. */
async function addAccountWithForeignEmail(target = `${randomUUID()}@example.org`) {
  const stranger = await createUser("distributor-administrator");
  const { rows } = await sql<{ id: string }>`select id from roles where code = 'distributor-viewer'`.execute(
    engines.db,
  );
  const { envelope } = await server.call("POST", "/account/add", {
    authorization: stranger.authorization,
    body: {
      companyId: stranger.companyId,
      roleId: rows[0]?.id,
      userName: "Added by hand",
      email: target,
      password: strangersPassword,
    },
  });
  expect(envelope.code).toBe("0");
  return { target, stranger, addedId: envelope.data.accountId as string };
}

const codeFor = (target: string, purpose: "register" | "forgot") =>
  obtainCode(server, engines.db, { target, purpose, address: from()["x-forwarded-for"] });
const register = (target: string, code: string) =>
  server.call("POST", "/registry/register", {
    body: { target, code, password, confirmPassword: password, userName: "Ana", agree: true },
    headers: from(),
  });
const resetPassword = (target: string, code: string) =>
  server.call("POST", "/forgetPassword/updatePassword", {
    body: { target, code, password, confirmPassword: password },
    headers: from(),
  });
const signIn = async (account: string, typed: string) =>
  (await server.call("POST", "/token/login", { body: { account, password: typed, endpoint: "WEB" } }))
    .envelope;
const infoOf = async (token: string) =>
  (await server.call("GET", "/user/settings/getUserInfo", { authorization: `Bearer ${token}` })).envelope
    .data;
const subjectsTo = async (email: string) =>
  (await listMessages(engines.db, email)).map(({ subject }) => subject);
async function readContacts(accountId: string) {
  const { rows } = await sql<{ email: string | null; isOpen: boolean }>`
    select email, cancelled_at is null as "isOpen" from accounts where id = ${accountId}`.execute(engines.db);
  return rows[0];
}
const listReleases = async (accountId: string) =>
  (
    await sql`
      select kind, actor_id as "actorId", method, address, new from audit
      where object_id = ${accountId} and type = 'account.contact-released'`.execute(engines.db)
  ).rows;

test("lets the owner of an email register although a stranger typed it into an account, which stays without it", async () => {
  const { target, stranger, addedId } = await addAccountWithForeignEmail();
  const { envelope } = await register(target.toUpperCase(), await codeFor(target, "register"));
  expect(envelope.code).toBe("0");
  const info = await infoOf(envelope.data.access_token);
  expect(info).toMatchObject({ userName: "Ana", isEmailVerified: true });
  expect(info.companyId).not.toBe(stranger.companyId);
  expect(await readContacts(addedId)).toEqual({ email: null, isOpen: true });
  expect((await signIn(target, strangersPassword)).code).toBe("A0200");
  expect((await signIn(target, password)).code).toBe("0");
});

test("notifies the user who added the account and logs it, without naming the owner", async () => {
  const { target, stranger, addedId } = await addAccountWithForeignEmail();
  await register(target, await codeFor(target, "register"));
  const [message] = await listMessages(engines.db, stranger.email);
  expect(message?.subject).toBe(
    "Heliograph: an unverified email or phone number was removed from Added by hand",
  );
  expect(message?.body).toContain("/#/account/list");
  expect(message?.body).not.toContain(target);
  expect(await listReleases(addedId)).toEqual([
    { kind: "security", actorId: null, method: "code", address: "", new: { fields: ["email"] } },
  ]);
});

test("says in the code's mail that an account was added with the address and how to use it instead", async () => {
  const { target } = await addAccountWithForeignEmail();
  await codeFor(target, "register");
  const [message] = await listMessages(engines.db, target);
  expect(message?.body).toMatch(/has added an account with this email.*choose a password.*#\/forgot/s);
});

test("returns the same response for code requests of an unverified, a verified and an unknown target", async () => {
  const { target } = await addAccountWithForeignEmail();
  const { email } = await createUser();
  const bodies = new Set<string>();
  for (const purpose of ["register", "forgot"])
    for (const one of [target, email, `${randomUUID()}@example.org`]) {
      const query = { target: one, purpose };
      const { body } = await server.call("GET", "/registry/sendCode", { query, headers: from() });
      bodies.add(body);
    }
  expect(bodies.size).toBe(1);
});

test("lets the owner bind an email that a stranger typed into an account, and not one that was verified", async () => {
  const { target, stranger, addedId } = await addAccountWithForeignEmail();
  const user = await createUser();
  const bind = async (email: string, code: string) =>
    (
      await server.call("POST", "/user/settings/bind", {
        authorization: user.authorization,
        body: { target: email, code },
      })
    ).envelope;
  const { authorization } = user;
  const code = await obtainCode(server, engines.db, { target, purpose: "bind", authorization });
  expect((await bind(target, code)).data).toMatchObject({ email: target });
  expect(await readContacts(addedId)).toEqual({ email: null, isOpen: true });
  expect(await subjectsTo(stranger.email)).toHaveLength(1);
  expect(await listReleases(addedId)).toHaveLength(1);

  const other = await addAccountWithForeignEmail();
  const later = await obtainCode(server, engines.db, {
    target: other.target,
    purpose: "bind",
    authorization,
  });
  await sql`update accounts set email_verified_at = now() where id = ${other.addedId}`.execute(engines.db);
  expect((await bind(other.target, later)).code).toBe("A0111");
  expect(await readContacts(other.addedId)).toEqual({ email: other.target, isOpen: true });
});

test("lists a plant offered to the email to its owner, who registers past the stranger's account", async () => {
  const { target } = await addAccountWithForeignEmail();
  const giver = await createUser();
  const plant = await createPlant(engines.db, { ownerId: giver.id });
  await server.call("POST", "/workData/powerStation/share", {
    authorization: giver.authorization,
    body: { stationId: plant.id, target, level: "participant" },
  });
  const { envelope } = await register(target, await codeFor(target, "register"));
  const authorization = `Bearer ${envelope.data.access_token}`;
  const offers = await server.call("GET", "/workData/powerStation/invitations", { authorization });
  const [offer] = offers.envelope.data.rows;
  const response = await server.call("POST", "/workData/powerStation/shareAnswer", {
    authorization,
    body: { grantId: offer.grantId, accept: true },
  });
  expect(response.envelope.code).toBe("0");
});

test("takes over no account silently by a forgotten password: its company is named before and notified after", async () => {
  const { target, stranger, addedId } = await addAccountWithForeignEmail();
  const code = await codeFor(target, "forgot");
  const [message] = await listMessages(engines.db, target);
  expect(message?.body).toMatch(/an account that Company \w+ has added.*administrators.*notified.*#\/reg/s);
  expect(await subjectsTo(stranger.email)).toEqual([]);
  expect((await resetPassword(target, code)).envelope.code).toBe("0");
  expect(await readContacts(addedId)).toEqual({ email: target, isOpen: true });
  expect(await subjectsTo(stranger.email)).toEqual([
    "Heliograph: Added by hand has verified an email or phone number",
  ]);
  // Verified now: it is the owner's account, and no notification is sent again.
  await server.call("GET", "/registry/sendCode", { query: { target, purpose: "register" }, headers: from() });
  await server.services.registration.sendRequested();
  expect(await subjectsTo(target)).toContain("Heliograph: you already have an account");
  await resetPassword(target, await codeFor(target, "forgot"));
  expect(await subjectsTo(stranger.email)).toHaveLength(1);
});

test("gives the email to exactly one of a concurrent registration and verification", async () => {
  for (let round = 0; round < 5; round++) {
    const { target, addedId } = await addAccountWithForeignEmail();
    const codes = [await codeFor(target, "register"), await codeFor(target, "forgot")] as const;
    const [registered, verified] = await Promise.all([
      register(target, codes[0]),
      resetPassword(target, codes[1]),
    ]);
    const outcome = [registered.envelope.code, verified.envelope.code];
    expect([
      ["0", "A0240"],
      ["A0111", "0"],
      // The registration was over when the verification began, as in the next test.
      ["0", "0"],
    ]).toContainEqual(outcome);
    const keeps = (await readContacts(addedId))?.email === target;
    expect(keeps).toBe(outcome[0] === "A0111");
  }
});

test("a code for a forgotten password that is used after the registration is for the registered account", async () => {
  const { target, addedId } = await addAccountWithForeignEmail();
  const codes = [await codeFor(target, "register"), await codeFor(target, "forgot")] as const;
  const registered = await register(target, codes[0]);
  const reset = await resetPassword(target, codes[1]);
  expect([registered.envelope.code, reset.envelope.code]).toEqual(["0", "0"]);
  expect((await infoOf(reset.envelope.data.access_token)).userName).toBe("Ana");
  expect(await readContacts(addedId)).toEqual({ email: null, isOpen: true });
});

test("an account that lost its contact can be changed and is given another one by its administrator", async () => {
  const { target, stranger, addedId } = await addAccountWithForeignEmail();
  await register(target, await codeFor(target, "register"));
  const { authorization } = stranger;
  const change = async (body: object) => {
    const detail = await server.call("GET", "/account/detail", {
      authorization,
      query: { accountId: addedId },
    });
    const { revision } = detail.envelope.data;
    return (
      await server.call("POST", "/account/update", {
        authorization,
        body: { accountId: addedId, revision, ...body },
      })
    ).envelope.code;
  };
  expect(await change({ nickname: "Nick" })).toBe("0");
  const email = `${randomUUID()}@example.org`;
  expect(await change({ email })).toBe("0");
  expect((await signIn(email, strangersPassword)).code).toBe("0");
});
