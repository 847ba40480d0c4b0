import type { PlantLogRow } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import {
  createAccount,
  createCompany,
  createGrant,
  createPlant,
  createSession,
  ensurePlatform,
} from "../../../../test/fixtures.ts";
import type { AuditEntry } from "./audit.service.ts";
import { writeAudit } from "./audit.service.ts";

let engines: TestEngines;
let server: TestApp;
let owner: Person;
let plant: Awaited<ReturnType<typeof createPlant>>;

type Person = Awaited<ReturnType<typeof createPerson>>;

beforeAll(async () => {
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp(engines);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});
beforeEach(async () => {
  owner = await createPerson({ roleCode: "owner" });
  plant = await createPlant(engines.db, { ownerId: owner.id });
});

async function createPerson(options: { companyId?: string; roleCode?: string; plantIds?: string[] } = {}) {
  const account = await createAccount(engines.db, options);
  const steppedUpAt = new Date();
  return { ...account, ...(await createSession(engines.db, { accountId: account.id, steppedUpAt })) };
}

/** An account of the type of the plants' companies that may read logs, with its role made for it. */
async function createLogReader(options: { companyId?: string; plantIds?: string[] } = {}) {
  const companyId = options.companyId ?? (await createCompany(engines.db)).id;
  await sql`
    update customer_types set permission_ids = array_append(permission_ids, 'system:log')
    where code = 'installer-company' and not 'system:log' = any(permission_ids)`.execute(engines.db);
  const { rows } = await sql<{ id: string }>`
    insert into roles (company_id, customer_type_id, name, permission_ids)
    select ${companyId}, id, 'Reader', '{station,station:read,system,system:log}' from customer_types
    where code = 'installer-company' returning id`.execute(engines.db);
  const account = await createAccount(engines.db, { ...options, companyId, roleId: rows[0]?.id });
  return { ...account, ...(await createSession(engines.db, { accountId: account.id })) };
}

const write = (entry: Partial<AuditEntry> = {}) =>
  engines.db.transaction().execute((trx) =>
    writeAudit(trx, {
      kind: "operation",
      type: "station.update",
      plantId: plant.id,
      companyId: plant.companyId,
      ...entry,
    }),
  );

async function ask({ authorization }: Person, more: object = {}) {
  const query = { stationId: plant.id, ...more };
  return await server.call("GET", "/workData/powerStation/operations", { authorization, query });
}
async function read(person: Person, more: object = {}): Promise<PlantLogRow[]> {
  const { envelope } = await ask(person, more);
  expect(envelope.code).toBe("0");
  return envelope.data.rows;
}
const typesOf = async (person: Person) => (await read(person)).map(({ type }) => type);

async function listLog({ authorization }: Person): Promise<string[]> {
  const query = {
    kind: "operation",
    fromAt: new Date(Date.now() - 3_600_000).toISOString(),
    toAt: new Date(Date.now() + 3_600_000).toISOString(),
  };
  const { envelope } = await server.call("GET", "/system/log/list", { authorization, query });
  expect(envelope.code).toBe("0");
  return envelope.data.rows.map(({ type }: { type: string }) => type);
}

const endsNever = { level: "administrator", mayOperate: true } as const;

test("shows an owner the actions on the plant with both values, without the security log [R3.14, R6.4]", async () => {
  await write({
    actorId: owner.id,
    objectType: "station",
    objectId: plant.id,
    original: { installer: "Sun & Sons" },
    new: { installer: "Roof Ltd" },
    method: "api",
    address: "192.0.2.7",
  });
  await write({ kind: "system", type: "device.adopt", companyId: undefined, method: "link" });
  await write({ kind: "security", type: "device.takenOver", actorId: owner.id });
  await write({ plantId: undefined, type: "account.update" });
  const rows = await read(owner);
  expect(rows.map(({ type }) => type)).toEqual(["device.adopt", "station.update"]);
  expect(rows[1]).toEqual({
    logId: expect.any(String),
    at: expect.any(String),
    kind: "operation",
    type: "station.update",
    actorId: owner.id,
    actorName: owner.userName,
    objectType: "station",
    objectId: plant.id,
    objectName: plant.name,
    stationId: plant.id,
    stationName: plant.name,
    original: { installer: "Sun & Sons" },
    new: { installer: "Roof Ltd" },
    names: { [plant.id]: { name: plant.name, isDeleted: false } },
    method: "api",
  });
  expect((await read(owner, { pageSize: 1, page: 2 })).map(({ type }) => type)).toEqual(["station.update"]);
  expect((await read(owner, { type: "device.adopt" })).length).toBe(1);
});

test("shows names the reader may see, else the company's name, else none [R3.14]", async () => {
  const { companyId } = await ensurePlatform(engines.db);
  const operator = await createPerson({ companyId, roleCode: "ROOT" });
  const guest = await createPerson();
  await createGrant(engines.db, {
    plantId: plant.id,
    accountId: guest.id,
    invitedBy: owner.id,
    ...endsNever,
  });
  const stranger = await createPerson();
  await sql`update companies set upstream_id = ${companyId} where id = ${plant.companyId}`.execute(
    engines.db,
  );
  for (const { id } of [operator, guest, stranger]) await write({ actorId: id });
  const names = (await read(owner)).map(({ actorName }) => actorName);
  expect(names).toEqual(["Another company", guest.userName, "Platform operator"]);
  expect((await read(operator)).map(({ actorName }) => actorName)).toEqual([
    stranger.userName,
    guest.userName,
    operator.userName,
  ]);
});

test("shows names of roles and types in the reader's language [R3.14]", async () => {
  const reader = await createLogReader();
  const { rows } = await sql<{ id: string }>`
    select id from roles where code = 'installer-viewer'`.execute(engines.db);
  const objectId = rows[0]?.id as string;
  await write({
    plantId: undefined,
    companyId: reader.companyId,
    type: "role.add",
    objectType: "role",
    objectId,
  });
  const { envelope } = await server.call("GET", "/system/log/list", {
    authorization: reader.authorization,
    headers: { "accept-language": "pt" },
    query: {
      kind: "operation",
      fromAt: new Date(Date.now() - 3_600_000).toISOString(),
      toAt: new Date(Date.now() + 3_600_000).toISOString(),
    },
  });
  expect(envelope.data.rows).toMatchObject([{ objectName: "Leitor da instaladora", objectId }]);
});

test("shows the log of a plant only to its administrators [R6.4]", async () => {
  const participant = await createPerson();
  const installer = await createPerson({ roleCode: "installer-administrator" });
  await sql`update plants set installer_company_id = ${installer.companyId} where id = ${plant.id}`.execute(
    engines.db,
  );
  const level = "participant";
  await createGrant(engines.db, { plantId: plant.id, accountId: participant.id, invitedBy: owner.id, level });
  for (const person of [participant, installer]) expect((await ask(person)).envelope.code).toBe("A0300");
  expect((await ask(await createPerson())).envelope.code).toBe("A0404");
});

test("shows an administrator rows since the grant, a new owner rows since the transfer [R6.4, R6.5]", async () => {
  await write({ type: "station.add" });
  const administrator = await createPerson();
  await createGrant(engines.db, {
    plantId: plant.id,
    accountId: administrator.id,
    invitedBy: owner.id,
    ...endsNever,
  });
  await write({ type: "station.settings" });
  expect(await typesOf(administrator)).toEqual(["station.settings"]);
  expect(await typesOf(owner)).toEqual(["station.settings", "station.add"]);
  const next = await createPerson({ roleCode: "owner" });
  const post = (person: Person, name: string, body: object) =>
    server.call("POST", `/workData/powerStation/${name}`, { authorization: person.authorization, body });
  const offer = await post(owner, "transfer", { stationId: plant.id, target: next.email });
  const { transferId } = offer.envelope.data;
  expect((await post(next, "transferAnswer", { transferId, accept: true })).envelope.code).toBe("0");
  const seen = await typesOf(next);
  expect(seen).toContain("station.transferAnswer");
  for (const earlier of ["station.transfer", "station.settings", "station.add"])
    expect(seen).not.toContain(earlier);
});

test("shows a plant's rows in the whole log to administrators, not to participants [R3.14, R6.6]", async () => {
  await write({ type: "station.add" });
  const participant = await createLogReader();
  const administrator = await createLogReader();
  const installer = await createLogReader();
  await sql`update plants set installer_company_id = ${installer.companyId} where id = ${plant.id}`.execute(
    engines.db,
  );
  for (const [person, level] of [
    [participant, "participant"],
    [administrator, "administrator"],
  ] as const)
    await createGrant(engines.db, { plantId: plant.id, accountId: person.id, invitedBy: owner.id, level });
  await write({ type: "station.settings" });
  expect(await listLog(participant)).toEqual([]);
  expect(await listLog(installer)).toEqual([]);
  expect(await listLog(administrator)).toEqual(["station.settings"]);
  const colleague = await createLogReader({ companyId: plant.companyId });
  const chosen = await createLogReader({ companyId: plant.companyId, plantIds: [plant.id] });
  const other = await createLogReader({ companyId: plant.companyId, plantIds: [] });
  const both = ["station.settings", "station.add"];
  expect([await listLog(colleague), await listLog(chosen), await listLog(other)]).toEqual([both, both, []]);
});

test("hides rows of a transferred plant's new owner from the old company, which keeps its own rows [R6.5]", async () => {
  const colleague = await createLogReader({ companyId: plant.companyId });
  const next = await createLogReader();
  await write({ type: "station.add" });
  await sql`
    insert into plant_transfers (plant_id, from_account_id, to_account_id, state, answered_at)
    values (${plant.id}, ${owner.id}, ${next.id}, 'accepted', clock_timestamp())`.execute(engines.db);
  await sql`
    update plants set owner_id = ${next.id}, company_id = ${next.companyId} where id = ${plant.id}`.execute(
    engines.db,
  );
  await write({ type: "station.settings", companyId: next.companyId });
  await write({ type: "command.scan", companyId: undefined });
  expect(await listLog(colleague)).toEqual(["station.add"]);
  expect(await listLog(next)).toEqual(["command.scan", "station.settings"]);
});

test("shows the state of the chain only to the operator [R3.14]", async () => {
  const reader = await createLogReader();
  const { authorization } = reader;
  const { envelope } = await server.call("GET", "/system/log/verification", { authorization });
  expect(envelope.code).toBe("A0300");
});
