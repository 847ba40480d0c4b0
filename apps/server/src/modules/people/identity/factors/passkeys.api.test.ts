import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../../test/app.ts";
import { createAuthenticator } from "../../../../../test/authenticator.ts";
import { createAccount, createSession } from "../../../../../test/fixtures.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const password = "Blue-roof-77";
const origin = "http://localhost:8080";
const headers = { host: "localhost:8080", origin };

const ask = async (path: string, body: object, authorization?: string, on = server) =>
  (await on.call("POST", path, { body, headers, ...(authorization && { authorization }) })).envelope;

async function createPerson() {
  const account = await createAccount(engines.db, { password });
  const steppedUpAt = new Date(server.clock.now());
  const { authorization } = await createSession(engines.db, { accountId: account.id, steppedUpAt });
  const begin = async () => (await ask("/user/settings/passkey/begin", {}, authorization)).data;
  const add = (body: object) =>
    ask("/user/settings/passkey", { name: "Roof laptop", ...body }, authorization);
  return { ...account, authorization, begin, add };
}

/** A user whose device has a passkey. */
async function createPersonWithPasskey() {
  const person = await createPerson();
  const device = createAuthenticator();
  const { ceremony, options } = await person.begin();
  const added = await person.add({ ceremony, credential: device.make({ ...options, origin }) });
  expect(added.code).toBe("0");
  return { ...person, device, added: added.data as { passkeyId: string; recoveryCodes: string[] } };
}

const begin = async () => (await ask("/token/passkey/begin", {})).data;
const signIn = (body: object, on = server) =>
  ask("/token/passkey", { endpoint: "WEB", ...body }, undefined, on);

test("requests a passkey of this host with user verification, and signs in with it alone", async () => {
  const { id, device, added, authorization } = await createPersonWithPasskey();
  expect(added.recoveryCodes).toHaveLength(10);
  const { ceremony, options } = await begin();
  expect(options).toMatchObject({ rpId: "localhost", userVerification: "required" });
  const done = await signIn({ ceremony, credential: device.sign({ ...options, origin }) });
  const info = await server.call("GET", "/user/settings/getUserInfo", {
    authorization: `Bearer ${done.data.access_token}`,
  });
  expect(info.envelope.data.accountId).toBe(id);
  const factors = await server.call("GET", "/user/settings/secondFactors", { authorization });
  expect(factors.envelope.data.passkeys).toEqual([
    {
      passkeyId: added.passkeyId,
      name: "Roof laptop",
      createdAt: expect.any(String),
      lastUsedAt: new Date(server.clock.now()).toISOString(),
    },
  ]);
  const audit = await sql`
    select method from audit where actor_id = ${id} and type = 'session.sign-in'`.execute(engines.db);
  expect(audit.rows).toEqual([{ method: "passkey" }]);
});

test("accepts each signature once, within 5 minutes, from this origin and with the user verified", async () => {
  const { device } = await createPersonWithPasskey();
  const refused = { code: "A0200", status: 401 };
  const used = await begin();
  const credential = device.sign({ ...used.options, origin });
  expect((await signIn({ ceremony: used.ceremony, credential: credential })).code).toBe("0");
  expect(await signIn({ ceremony: used.ceremony, credential: credential })).toMatchObject(refused);
  const fresh = await begin();
  expect(await signIn({ ceremony: fresh.ceremony, credential: credential })).toMatchObject(refused);
  for (const change of [{ origin: "http://evil.test:8080" }, { isVerified: false }]) {
    const { ceremony, options } = await begin();
    const wrong = device.sign({ ...options, origin, ...change });
    expect(await signIn({ ceremony, credential: wrong })).toMatchObject(refused);
  }
  const old = await begin();
  const late = await createTestApp({ ...engines, startAt: server.clock.now() + 300_000 });
  const signed = device.sign({ ...old.options, origin });
  expect(await signIn({ ceremony: old.ceremony, credential: signed }, late)).toMatchObject(refused);
  await late.close();
});

test("returns the same error for an unknown passkey, a closed account and a wrong signature", async () => {
  const { id, device } = await createPersonWithPasskey();
  const stranger = createAuthenticator();
  const first = await begin();
  const unknown = await signIn({
    ceremony: first.ceremony,
    credential: stranger.sign({ ...first.options, origin }),
  });
  await sql`update accounts set disabled_at = now() where id = ${id}`.execute(engines.db);
  const second = await begin();
  const closed = await signIn({
    ceremony: second.ceremony,
    credential: device.sign({ ...second.options, origin }),
  });
  expect([unknown.code, closed.code]).toEqual(["A0200", "A0200"]);
  expect(closed).toEqual(unknown);
});

test("adds no passkey for another account's ceremony, for another origin, or twice", async () => {
  const [ida, otto] = [await createPerson(), await createPerson()];
  const foreign = await otto.begin();
  const device = createAuthenticator();
  const credential = device.make({ ...foreign.options, origin });
  expect((await ida.add({ ceremony: foreign.ceremony, credential: credential })).code).toBe("A0440");
  const other = await ida.begin();
  const elsewhere = device.make({ ...other.options, origin: "http://evil.test:8080" });
  expect((await ida.add({ ceremony: other.ceremony, credential: elsewhere })).code).toBe("A0402");
  for (const [person, code] of [
    [ida, "0"],
    [otto, "A0111"],
  ] as const) {
    const { ceremony, options } = await person.begin();
    const made = await person.add({ ceremony, credential: device.make({ ...options, origin }) });
    expect(made.code).toBe(code);
  }
});

test("a passkey is a second factor: the password alone gets a challenge, and removing it undoes that", async () => {
  const { email, authorization, added } = await createPersonWithPasskey();
  const login = () => ask("/token/login", { account: email, password, endpoint: "WEB" });
  expect(await login()).toMatchObject({ code: "A0221", data: { methods: ["passkey", "recovery"] } });
  const { passkeyId } = added;
  const stranger = await createPerson();
  const foreign = await ask("/user/settings/passkey/remove", { passkeyId }, stranger.authorization);
  expect(foreign.code).toBe("A0404");
  expect((await ask("/user/settings/passkey/remove", { passkeyId }, authorization)).code).toBe("0");
  expect((await login()).code).toBe("0");
});
