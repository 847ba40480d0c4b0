import { randomUUID } from "node:crypto";
import type { Endpoint, PermissionId } from "@heliograph/contract";
import { allEndpoints, endpoints, plantPart, seededMatrix } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import type { IdsByField } from "../../test/access-ids.ts";
import {
  createAlarm,
  createApiKey,
  createAvatar,
  createFirmware,
  createIds,
  createJob,
  createReportSchedule,
  createView,
  createWebhook,
} from "../../test/access-ids.ts";
import type { Sample } from "../../test/access-samples.ts";
import { createSamples } from "../../test/access-samples.ts";
import type { Actor, ActorName, Stage } from "../../test/actors.ts";
import { actorNames, createStage } from "../../test/actors.ts";
import type { Envelope, TestApp } from "../../test/app.ts";
import { createTestApp } from "../../test/app.ts";
import type { TestEngines } from "../../test/engines.ts";
import { openTestEngines } from "../../test/engines.ts";
import {
  createAccount,
  createDevice,
  createInvitation,
  createPasskey,
  createPlant,
  createSession,
  createTransfer,
} from "../../test/fixtures.ts";
import { openOwnDatabase } from "../../test/own-database.ts";
import type { Writes } from "../../test/writes.ts";
import { watchWrites } from "../../test/writes.ts";
import { EXAMPLE_PLANT } from "./examples/example.ts";

// Every endpoint of the contract with every kind of caller and every id it takes (security: rule 1). What is expected
// comes from the endpoint's declaration and the two small tables here, never from the code that decides.

/** What each actor may do with the stage's concealed plant (domain: Plant access). */
const needsMet: Record<ActorName, readonly string[]> = {
  none: [],
  anonymous: [],
  "other owner": [],
  participant: ["read"],
  "operating participant": ["read", "operate"],
  administrator: ["read", "operate", "install", "administer"],
  installer: ["read", "operate", "install"],
  colleague: ["read", "operate", "install", "administer"],
  owner: ["read", "operate", "install", "administer", "own"],
  ROOT: ["read", "operate", "install", "administer"],
};
/** Actors with access to the company of the plant's owner. */
const companyActors: readonly ActorName[] = ["colleague", "owner", "ROOT"];

const refusalTables = ["refusal_counts", "sign_in_failures", "device_add_failures", "anonymous_calls"];

let engines: TestEngines;
let own: Awaited<ReturnType<typeof openOwnDatabase>>;
let server: TestApp;
let stage: Stage;
let ids: IdsByField;
let writes: Writes;
const samples = createSamples();

beforeAll(async () => {
  engines = await openTestEngines();
  own = await openOwnDatabase();
  server = await createTestApp({ db: own.db, clickhouse: engines.clickhouse });
  stage = await createStage(own.db);
  ids = await createIds(own.db, stage);
  writes = await watchWrites(own.db, refusalTables);
});

afterAll(async () => {
  await server.close();
  await own.close();
  await engines.close();
});

function permissionsOf(roleCode: string | undefined): ReadonlySet<PermissionId> {
  for (const type of seededMatrix)
    for (const role of type.roles)
      if (role.code === roleCode) {
        const ofType: readonly PermissionId[] = type.permissionIds;
        return new Set((role.permissionIds as readonly PermissionId[]).filter((id) => ofType.includes(id)));
      }
  return new Set();
}

/** The list whose saved views an endpoint is about. */
function findListOfViews(path: string): "plants" | "devices" | undefined {
  if (path.startsWith("/user/plantView/")) return "plants";
  return path.startsWith("/user/deviceView/") ? "devices" : undefined;
}

/** A file of devices that the actor has uploaded, with a row that has an error. */
async function uploadImport(endpoint: Endpoint, actor: Actor): Promise<{ importId: string }> {
  const { authorization } = actor;
  const isRegister = endpoint === endpoints.deviceImport.toRegister;
  const { envelope } = await server.call("POST", endpoints.deviceImport.read.path, {
    authorization,
    query: { kind: isRegister ? "register" : "plant", fileName: "devices.csv" },
    body: Buffer.from(isRegister ? "SN,Code,Type,Model\nD-1" : "SN,Code\nD-1"),
    headers: { "content-type": "text/csv" },
  });
  const { importId } = envelope.data;
  const problems = [{ field: "sn", key: "code.A0150" }];
  const results = [
    { row: 2, sn: "D-1", alias: "", place: "", parentSn: "", type: null, model: "", problems },
  ];
  // As after a check that has found a problem.
  await sql`
    update device_imports set wrong = 1, columns = '["sn","registrationCode"]', results = ${JSON.stringify(results)}::jsonb
    where id = ${importId}`.execute(own.db);
  return { importId };
}

type Expected = "A0230" | "A0300" | "A0404" | "reached";

/** The declared access, read once more and by other means than the server's. */
function expectedOutcome(endpoint: Endpoint, name: ActorName): Expected {
  const { who, accountsNeed, scope } = endpoint.access;
  if (who === "public") return "reached";
  if (name === "none") return "A0230";
  const permissions = permissionsOf(stage.actors[name].roleCode);
  if (name === "anonymous" && who !== "anonymous") return "A0300";
  const ofAccount = Array.isArray(who) ? (who as readonly PermissionId[]) : accountsNeed;
  const needed = name === "anonymous" ? undefined : ofAccount;
  if (scope.kind === "platform" && name !== "ROOT") return "A0300";
  if (needed && !needed.some((id) => permissions.has(id))) return "A0300";
  if (scope.kind === "plant") {
    if (!needsMet[name].includes("read")) return "A0404";
    return needsMet[name].includes(scope.level) ? "reached" : "A0300";
  }
  if (scope.kind === "addressed") return name === "other owner" ? "reached" : "A0404";
  // The account and the role that the samples name belong to the company of the plant's owner.
  if (scope.kind === "company" || scope.kind === "account" || scope.kind === "role")
    return companyActors.includes(name) ? "reached" : "A0404";
  return "reached";
}

const sampleOf = (endpoint: Endpoint): Sample => {
  const create = samples.get(endpoint);
  if (!create) throw new Error(`add an example to app/examples: ${endpoint.method} ${endpoint.path}`);
  return create();
};

const knownIdFields = new Map<Endpoint, readonly string[]>();
function idFields(endpoint: Endpoint): readonly string[] {
  const fields = knownIdFields.get(endpoint) ?? findIdFields(endpoint);
  knownIdFields.set(endpoint, fields);
  return fields;
}

/** Names of the fields that hold ids, anywhere in query and body. */
function findIdFields(endpoint: Endpoint): string[] {
  const found = new Set<string>();
  const walk = (node: unknown, name: string): void => {
    if (typeof node !== "object" || node === null) return;
    const schema = node as Record<string, unknown>;
    if (schema.format === "uuid") found.add(name);
    for (const [key, value] of Object.entries((schema.properties as object | undefined) ?? {}))
      walk(value, key);
    for (const key of ["items", "anyOf", "oneOf", "allOf"])
      for (const part of [schema[key]].flat()) walk(part, name);
  };
  for (const schema of [endpoint.query, endpoint.body])
    if (schema) walk(z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }), "");
  return [...found];
}

/** The sample with the caller's own ids, except for the given values. */
function fill(endpoint: Endpoint, given: Record<string, string> = {}): Sample {
  const { query, body, file } = sampleOf(endpoint);
  const replace = (key: string, value: unknown) => {
    const id = given[key] ?? ids[key]?.own;
    if (id === undefined) return value;
    return Array.isArray(value) ? [id] : id;
  };
  const withIds = (part: Record<string, unknown> | undefined) =>
    part && Object.fromEntries(Object.entries(part).map(([key, value]) => [key, replace(key, value)]));
  return { query: withIds(query), body: withIds(body), file };
}

async function send(endpoint: Endpoint, actor: Pick<Actor, "authorization">, input: Sample) {
  const { authorization } = actor;
  const { query, body, file } = input;
  const { statusCode, envelope, headers } = await server.call(endpoint.method, endpoint.path, {
    query,
    body: file ?? body,
    authorization,
    ...(file && { headers: { "content-type": String(endpoint.upload?.contentTypes[0]) } }),
  });
  return { statusCode, envelope, headers };
}

/** A session whose second factor was given just now. */
async function createSteppedUp(actor: Actor): Promise<{ authorization?: string; sessionId: string }> {
  if (actor.name === "none") return { sessionId: randomUUID() };
  return await createSession(own.db, { ...actor, steppedUpAt: new Date(server.clock.now()) });
}

/** Sessions for calls that end none, by actor. */
const keptSessions = new Map<ActorName, ReturnType<typeof createSteppedUp>>();
function keepSession(actor: Actor): ReturnType<typeof createSteppedUp> {
  const session = keptSessions.get(actor.name) ?? createSteppedUp(actor);
  keptSessions.set(actor.name, session);
  return session;
}

const named = (endpoint: Endpoint) => `${endpoint.method} ${endpoint.path}`;
const calls = allEndpoints.filter((endpoint) => endpoint.responseType !== "stream");

test("mounts exactly the endpoints of the contract", () => {
  const mounted = [...server.app.mountedEndpoints].map(named).sort();
  expect(mounted).toEqual(allEndpoints.map(named).sort());
  const routes = [...server.app.routedAddresses].filter((address) => address.includes(" /api"));
  const documents = ["GET /api/docs", "GET /api/openapi.json"];
  expect(routes.sort()).toEqual(
    [...allEndpoints.map((e) => `${e.method} /api${e.path}`), ...documents].sort(),
  );
});

test("knows the owner of every id that an endpoint accepts", () => {
  const unknown = calls.flatMap((endpoint) => idFields(endpoint).filter((field) => !(field in ids)));
  expect(unknown).toEqual([]);
  for (const endpoint of calls) {
    const { query, body } = sampleOf(endpoint);
    const sampled = Object.keys({ ...query, ...body });
    expect({
      endpoint: named(endpoint),
      fields: idFields(endpoint).filter((field) => !sampled.includes(field)),
    }).toEqual({
      endpoint: named(endpoint),
      fields: [],
    });
  }
});

test("a row that is written is noticed, once", async () => {
  await writes.take();
  await createPlant(own.db, { ownerId: stage.stranger.accountId });
  expect(await writes.take()).toContain("plants");
  expect(await writes.take()).toEqual([]);
});

describe("refusals", () => {
  const texts: Record<string, { status: number }> = {
    A0230: { status: 401 },
    A0300: { status: 403 },
    A0404: { status: 404 },
  };

  test.each(calls.map((endpoint) => [named(endpoint), endpoint] as const))(
    "%s refuses callers without the declared access, changes nothing, and counts the refusal",
    async (_, endpoint) => {
      await server.refusals.flush();
      await writes.take();
      const counted = await countRefusals();
      let refused = 0;
      for (const name of actorNames) {
        const expected = expectedOutcome(endpoint, name);
        if (expected === "reached") continue;
        const { statusCode, envelope } = await send(endpoint, stage.actors[name], fill(endpoint));
        expect({ name, code: envelope.code, statusCode, data: envelope.data }).toEqual({
          name,
          code: expected,
          statusCode: texts[expected]?.status,
          data: null,
        });
        refused += 1;
      }
      expect(await writes.take()).toEqual([]);
      await server.refusals.flush();
      expect((await countRefusals()) - counted).toBe(refused);
    },
  );

  test.each(calls.map((endpoint) => [named(endpoint), endpoint] as const))(
    "%s returns the same response for ids of others and ids that do not exist, in every field",
    async (_, endpoint) => {
      await writes.take();
      for (const field of idFields(endpoint)) {
        // Customer types are visible to all accounts.
        if (field === "customerTypeId") continue;
        for (const name of actorNames) {
          if (name === "ROOT") continue;
          const foreign = await send(
            endpoint,
            stage.actors[name],
            fill(endpoint, { [field]: ids[field]?.foreign as string }),
          );
          const missing = await send(endpoint, stage.actors[name], fill(endpoint, { [field]: randomUUID() }));
          const seen = { name, field, ...foreign.envelope, http: foreign.statusCode };
          expect(seen).toEqual({ name, field, ...missing.envelope, http: missing.statusCode });
          const isNothing = foreign.statusCode >= 400 || isEmptyList(foreign.envelope);
          expect({ name, field, isNothing }).toEqual({ name, field, isNothing: true });
        }
      }
      expect(await writes.take()).toEqual([]);
    },
  );

  test("of every call about a part of the plant that its settings hide, to participants who may operate it [R6.7]", async () => {
    const ofParts = calls.flatMap((endpoint) => {
      const { scope } = endpoint.access;
      // Participants are refused at other levels in any case.
      if (scope.kind !== "plant" || !["read", "operate"].includes(scope.level)) return [];
      return scope.part === undefined ? [] : [{ endpoint, part: scope.part }];
    });
    const { participant } = stage.actors;
    const { authorization } = await createSteppedUp(participant);
    const setPlant = async (settings: object, mayOperate: boolean) => {
      await sql`update plants set settings = ${JSON.stringify(settings)}::jsonb where id = ${stage.plant.id}`.execute(
        own.db,
      );
      await sql`
        update plant_grants set may_operate = ${mayOperate}
        where plant_id = ${stage.plant.id} and account_id = ${participant.accountId}`.execute(own.db);
    };
    for (const [part, ofPart] of Map.groupBy(ofParts, (each) => each.part)) {
      const participantSees = plantPart.options.filter((each) => each !== part);
      await setPlant({ participantSees }, true);
      for (const { endpoint } of ofPart) {
        const { envelope } = await send(endpoint, { authorization }, fill(endpoint));
        expect({ part, endpoint: named(endpoint), code: envelope.code }).toEqual({
          part,
          endpoint: named(endpoint),
          code: "A0300",
        });
      }
    }
    await setPlant({}, false);
    expect(new Set(ofParts.map(({ part }) => part))).toEqual(
      new Set(plantPart.options.filter((part) => part !== "contacts")),
    );
  });

  test("of every call that operates a plant, to participants whose grant allows it, once the plant's settings do not [R6.7]", async () => {
    const operating = calls.filter(
      ({ access: { scope } }) => scope.kind === "plant" && scope.level === "operate",
    );
    expect(operating.length).toBeGreaterThan(10);
    await stage.restore();
    const { authorization } = await createSteppedUp(stage.actors["operating participant"]);
    await sql`update plants set settings = '{"participantsOperate": false}' where id = ${stage.plant.id}`.execute(
      own.db,
    );
    await writes.take();
    for (const endpoint of operating) {
      const { envelope, statusCode } = await send(endpoint, { authorization }, fill(endpoint));
      expect({ endpoint: named(endpoint), code: envelope.code, statusCode }).toEqual({
        endpoint: named(endpoint),
        code: "A0300",
        statusCode: 403,
      });
    }
    expect(await writes.take()).toEqual([]);
    await stage.restore();
  });

  test("cover the event stream too: plants of others are not found", async () => {
    const stream = allEndpoints.find(({ responseType }) => responseType === "stream") as Endpoint;
    for (const name of actorNames) {
      const ask = (plantId: string) =>
        send(stream, stage.actors[name], { query: { topics: `plants,plant:${plantId}` } });
      if (name === "none") expect((await ask(stage.plant.id)).envelope.code).toBe("A0230");
      else if (needsMet[name].length === 0) expect((await ask(stage.plant.id)).envelope.code).toBe("A0404");
      if (name === "none" || name === "ROOT") continue;
      const foreign = await ask(stage.stranger.plant.id);
      expect(foreign.statusCode).toBe(404);
      expect(foreign.envelope).toEqual((await ask(randomUUID())).envelope);
    }
  });
});

/** A list without rows, or a preview that counted no alarms. */
function isEmptyList({ data }: Envelope): boolean {
  if (data === null) return false;
  return Array.isArray(data.rows) ? data.rows.length === 0 : data.alarms === 0;
}

async function countRefusals(): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(total), 0)::int as total from refusal_counts`.execute(own.db);
  return rows[0]?.total ?? 0;
}

/** Another account with the same role in the same company. */
async function createTwin(actor: Actor): Promise<Actor> {
  const account = await createAccount(own.db, actor);
  return { ...actor, accountId: account.id };
}

test.each(calls.map((endpoint) => [named(endpoint), endpoint] as const))(
  "%s accepts callers with the declared access",
  async (_, endpoint) => {
    await stage.restore();
    for (const name of actorNames) {
      if (expectedOutcome(endpoint, name) !== "reached") continue;
      const actor =
        endpoint === endpoints.session.logoff ? await createTwin(stage.actors[name]) : stage.actors[name];
      // Some calls end their session.
      const { authorization, sessionId } =
        endpoint.method === "GET" ? await keepSession(actor) : await createSteppedUp(actor);
      const takes = (field: string) => idFields(endpoint).includes(field);
      const passkeyId =
        actor.accountId && takes("passkeyId") && (await createPasskey(own.db, actor.accountId));
      // The caller's own where the call addresses no account.
      const avatarId =
        actor.accountId &&
        takes("avatarId") &&
        endpoint.access.scope.kind === "none" &&
        (await createAvatar(own.db, actor.accountId));
      const isOfWebhook = endpoint.path.startsWith("/alarm/webhook/");
      const webhook =
        actor.accountId && isOfWebhook ? await createWebhook(own.db, actor.accountId) : undefined;
      const isOfApiKey = endpoint.path.startsWith("/user/apiKey/");
      const viewOf = findListOfViews(endpoint.path);
      const isOfJob = endpoint.path.startsWith("/job/");
      const isOfReport = endpoint.path.startsWith("/report/");
      const isOfSeries = endpoint.path.startsWith("/workData/device/series");
      // They choose among plants of the caller, who may have none.
      const isOfDeviceExport = endpoint.path === "/workData/device/export";
      const isOfUpload = endpoint === endpoints.deviceImport.read;
      const takesOwnPlants =
        isOfWebhook ||
        isOfApiKey ||
        isOfReport ||
        isOfSeries ||
        isOfDeviceExport ||
        isOfUpload ||
        endpoint.path === "/workData/powerStation/export";
      const ownPlant =
        actor.accountId && takesOwnPlants
          ? await createPlant(own.db, { ownerId: actor.accountId })
          : undefined;
      const isOfImport =
        endpoint.path.startsWith("/workData/device/import/") && endpoint.upload === undefined;
      const input = fill(endpoint, {
        ...(isOfImport && (await uploadImport(endpoint, actor))),
        ...(actor.accountId && isOfJob && (await createJob(own.db, actor.accountId))),
        ...(actor.accountId && isOfReport && (await createReportSchedule(own.db, actor.accountId))),
        ...(actor.accountId && viewOf && (await createView(own.db, actor.accountId, viewOf))),
        ...(actor.accountId && isOfApiKey && { apiKeyId: await createApiKey(own.db, actor.accountId) }),
        ...webhook,
        // That of the stage is deleted by a call before.
        ...(takes("firmwareId") && { firmwareId: await createFirmware(own.db, "external") }),
        ...(ownPlant && { stationIds: ownPlant.id, companyId: ownPlant.companyId }),
        ...(ownPlant && (isOfReport || isOfDeviceExport || isOfUpload) && { stationId: ownPlant.id }),
        ...(ownPlant &&
          isOfSeries && {
            deviceIds: (await createDevice(own.db, { type: "OPT", plantId: ownPlant.id })).id,
          }),
        // The stage's plant remains.
        ...(actor.accountId &&
          endpoint.path === "/workData/powerStation/delete" && {
            stationId: (await createPlant(own.db, { ownerId: actor.accountId, name: EXAMPLE_PLANT })).id,
          }),
        sessionId,
        ...(passkeyId && { passkeyId }),
        ...(avatarId && { avatarId }),
      });
      // Naming another account as owner, or an installer, requires a further permission; a picture can be claimed once.
      for (const field of ["ownerId", "installerCompanyId", "supervisorId", "pictureId"])
        delete input.body?.[field];
      const { envelope } = await send(endpoint, { authorization }, input);
      // Signing in with an invented account or token is refused by the handler, not by the access check.
      const refusals = ["A0300", "A0400", "A0402", "A0404", "B0001", "B0300"];
      if (endpoint.access.who !== "public") refusals.push("A0230");
      expect({ name, code: envelope.code, isRefused: refusals.includes(envelope.code) }).toEqual({
        name,
        code: envelope.code,
        isRefused: false,
      });
    }
  },
);

test.each(calls.filter(({ stepUp }) => stepUp).map((endpoint) => [named(endpoint), endpoint] as const))(
  "%s requires step-up and changes nothing without it",
  async (_, endpoint) => {
    await writes.take();
    for (const name of actorNames) {
      if (expectedOutcome(endpoint, name) !== "reached") continue;
      const { envelope, statusCode } = await send(endpoint, stage.actors[name], fill(endpoint));
      expect({ name, code: envelope.code, statusCode }).toEqual({ name, code: "A0220", statusCode: 403 });
    }
    expect(await writes.take()).toEqual([]);
  },
);

describe("after sign-out", () => {
  const signedOut: Actor[] = [];

  beforeAll(async () => {
    for (const name of ["owner", "ROOT"] as const) {
      const { authorization } = await createSession(own.db, stage.actors[name]);
      const { envelope } = await server.call("DELETE", "/auth/logout", { authorization });
      expect(envelope.code).toBe("0");
      signedOut.push({ ...stage.actors[name], authorization });
    }
  });

  test.each(
    calls
      .filter(({ access }) => access.who !== "public")
      .map((endpoint) => [named(endpoint), endpoint] as const),
  )("%s refuses the token", async (_, endpoint) => {
    expect(signedOut).toHaveLength(2);
    for (const actor of signedOut) {
      const { envelope, statusCode } = await send(endpoint, actor, fill(endpoint));
      expect({ code: envelope.code, statusCode }).toEqual({ code: "A0230", statusCode: 401 });
    }
  });
});

test("lets any session read a public plant, and nothing else", async () => {
  const plant = await createPlant(own.db, { ownerId: stage.stranger.accountId, visibility: "public" });
  const gateway = await createDevice(own.db, { type: "DCON", plantId: plant.id });
  const offer = {
    plantId: plant.id,
    invitedBy: stage.stranger.accountId,
    accountId: (await createAccount(own.db)).id,
  };
  const ofPlant = {
    stationId: plant.id,
    deviceId: gateway.id,
    alarmId: await createAlarm(own.db, plant.id, gateway.id),
    grantId: (await createInvitation(own.db, offer)).id,
    transferId: (await createTransfer(own.db, offer)).id,
  };
  for (const endpoint of calls) {
    const { who, scope } = endpoint.access;
    if (scope.kind !== "plant") continue;
    for (const name of ["anonymous", "other owner", "owner", "participant"] as const) {
      const { envelope } = await send(endpoint, stage.actors[name], fill(endpoint, ofPlant));
      const permissions = permissionsOf(stage.actors[name].roleCode);
      const isOfLowRole =
        who !== "anonymous" && expectedOutcome(endpoint, name) === "A0300" && needsMet[name].length < 2;
      const lacks =
        isOfLowRole || (Array.isArray(who) && !who.some((id: PermissionId) => permissions.has(id)));
      const expected = who === "anonymous" ? "0" : "A0404";
      const got = `${named(endpoint)} ${name} ${envelope.code}`;
      if (lacks)
        expect([`${named(endpoint)} ${name} A0300`, `${named(endpoint)} ${name} A0404`]).toContain(got);
      else expect(got).toBe(`${named(endpoint)} ${name} ${expected}`);
    }
  }
});

test("refuses the operator's calls to accounts elsewhere, whatever their role [R6.12]", async () => {
  const outsider = await createAccount(own.db, { roleCode: "ROOT" });
  const session = await createSession(own.db, { accountId: outsider.id, steppedUpAt: new Date() });
  const actor: Actor = { ...stage.actors.ROOT, authorization: session.authorization };
  const operators = calls.filter(({ access }) => access.scope.kind === "platform");
  expect(operators.length).toBeGreaterThan(10);
  for (const endpoint of operators) {
    const { envelope } = await send(endpoint, actor, fill(endpoint));
    expect(`${named(endpoint)} ${envelope.code}`).toBe(`${named(endpoint)} A0300`);
  }
});
