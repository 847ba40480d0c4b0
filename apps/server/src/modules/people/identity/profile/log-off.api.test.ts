import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../../test/app.ts";
import {
  createAccount,
  createGrant,
  createPasskey,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../../test/fixtures.ts";
import { openOwnDatabase } from "../../../../../test/own-database.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const password = "Blue-roof-77";

const logOff = (authorization: string, on = server) =>
  on.call("POST", "/user/logoff", { authorization, body: {} });

test("cancels the account permanently: its sessions end, sign-in fails, its contact is free [R7.8]", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const one = await createSession(engines.db, { accountId: id, steppedUpAt: new Date() });
  const other = await createSession(engines.db, { accountId: id });
  expect((await logOff(one.authorization)).envelope).toMatchObject({ code: "0", data: null });
  for (const { authorization } of [one, other]) {
    const { envelope } = await server.call("GET", "/user/isSuper", { authorization });
    expect(envelope).toMatchObject({ code: "A0201", status: 401 });
  }
  const signIn = await server.call("POST", "/token/login", {
    body: { account: email, password, endpoint: "WEB" },
  });
  expect(signIn.envelope.code).toBe("A0200");
  await createAccount(engines.db, { email });
});

test("keeps the row and clears everything that identifies the person [R7.8]", async () => {
  const owner = await createAccount(engines.db);
  const plant = await createPlant(engines.db, { ownerId: owner.id });
  const { id, email, userName } = await createAccount(engines.db, { password });
  await sql`
    update accounts set nickname = 'Nick', contact = 'Behind the barn', remarks = 'Tall', phone = ${`+49${Date.now()}`}
    where id = ${id}`.execute(engines.db);
  const grant = await createGrant(engines.db, {
    plantId: plant.id,
    accountId: id,
    level: "participant",
    invitedBy: owner.id,
  });
  await createPasskey(engines.db, id);
  await logOff((await createSession(engines.db, { accountId: id, steppedUpAt: new Date() })).authorization);
  const { rows } = await sql<{ row: string; isCancelled: boolean }>`
    select a::text as row, cancelled_at is not null as "isCancelled" from accounts a where id = ${id}`.execute(
    engines.db,
  );
  expect(rows[0]?.isCancelled).toBe(true);
  for (const word of [email, userName, "Nick", "barn", "Tall", "argon2id"])
    expect(rows[0]?.row).not.toContain(word);
  const passkeys = await sql`select from passkeys where account_id = ${id}`.execute(engines.db);
  expect(passkeys.rows).toEqual([]);
  const grants = await sql`select state from plant_grants where account_id = ${id}`.execute(engines.db);
  expect(grants.rows).toEqual([{ state: "ended" }]);
  const audit =
    await sql`select kind, type, object_id as "objectId" from audit where actor_id = ${id} order by type`.execute(
      engines.db,
    );
  expect(audit.rows).toEqual([
    { kind: "operation", type: "account.log-off", objectId: id },
    { kind: "operation", type: "station.shareEnd", objectId: grant.id },
  ]);
});

test("is refused while plants are owned, and names them [R7.8]", async () => {
  const { id } = await createAccount(engines.db);
  const plant = await createPlant(engines.db, { ownerId: id, name: "Barn" });
  const { authorization } = await createSession(engines.db, { accountId: id, steppedUpAt: new Date() });
  const { envelope, statusCode } = await logOff(authorization);
  expect(statusCode).toBe(409);
  expect(envelope).toMatchObject({
    code: "A0430",
    data: { stations: [{ stationId: plant.id, name: "Barn" }], total: 1 },
    msg: "Your account still owns plants. Transfer or delete them first.",
  });
  expect((await server.call("GET", "/user/isSuper", { authorization })).envelope.code).toBe("0");
});

test("keeps one ROOT that can sign in, even when the last two are cancelled concurrently: an invited one cannot", async () => {
  const own = await openOwnDatabase();
  const apart = await createTestApp({ ...engines, db: own.db });
  const { companyId } = await ensurePlatform(own.db);
  await createAccount(own.db, { companyId, roleCode: "ROOT" });
  const sessions = [];
  for (let count = 0; count < 2; count += 1) {
    const { id } = await createAccount(own.db, { companyId, roleCode: "ROOT", password });
    sessions.push(await createSession(own.db, { accountId: id, steppedUpAt: new Date() }));
  }
  const responses = await Promise.all(sessions.map(({ authorization }) => logOff(authorization, apart)));
  expect(responses.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0430"]);
  const refused = responses.find(({ envelope }) => envelope.code === "A0430");
  expect(refused?.envelope.msg).toContain("last ROOT");
  await apart.close();
  await own.close();
});
