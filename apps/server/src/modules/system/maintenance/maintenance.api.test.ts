import { randomUUID } from "node:crypto";
import { messages } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession, ensurePlatform } from "../../../../test/fixtures.ts";
import { addPopUp, inHours, startPopUp, switchPopUp } from "../../../../test/maintenance.ts";

let engines: TestEngines;
let server: TestApp;
let root: { id: string; authorization: string };

beforeAll(async () => {
  // An own database, since maintenance stops the service for every test of a shared one.
  engines = await openTestEngines({ isOwnDatabase: true });
  server = await createTestApp({ ...engines, startAt: Date.parse("2026-06-01T08:00:00Z") });
  const { companyId } = await ensurePlatform(engines.db);
  const account = await createAccount(engines.db, { companyId, roleCode: "ROOT", userName: "Mei Root" });
  root = { id: account.id, ...(await createSession(engines.db, { accountId: account.id })) };
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

const post = (verb: string, body: object, language = "en") =>
  server.call("POST", `/system/maintenance/${verb}`, {
    authorization: root.authorization,
    body,
    headers: { "accept-language": language },
  });
const list = async (query: object = {}) =>
  (await server.call("GET", "/system/maintenance/list", { authorization: root.authorization, query }))
    .envelope.data;
const current = async (kind: string) =>
  (await server.call("GET", "/system/maintenance/current", { query: { kind } })).envelope.data;
const remove = (body: { maintenanceId: string; version: number }) => post("delete", body);

const listAudit = async (maintenanceId: string) =>
  (
    await sql<{ type: string; actorId: string; original: unknown; new: { isOn: boolean } | null }>`
      select type, actor_id as "actorId", original, new from audit where object_id = ${maintenanceId}
      order by at, id`.execute(engines.db)
  ).rows;

test("adds a disabled pop-up, enables, changes and deletes it, each with author and audit row [R3.18, R4.15]", async () => {
  const added = await addPopUp(server, root.authorization, { name: "  Database upgrade  " });
  const { maintenanceId } = added;
  const [row] = (await list()).rows;
  expect(row).toEqual({
    maintenanceId,
    version: 1,
    name: "Database upgrade",
    kind: "web",
    previewAt: "2026-06-01T08:00:00.000Z",
    serviceStopAt: "2026-06-01T08:00:00.000Z",
    serviceRestartAt: "2026-06-01T09:00:00.000Z",
    isOn: false,
    phase: "off",
    lastOperatorName: "Mei Root",
    updatedAt: "2026-06-01T08:00:00.000Z",
  });
  expect(await current("web")).toEqual({ phase: "none", backAt: null, popUps: [] });
  server.clock.advance(60_000);
  await switchPopUp(server, root.authorization, { ...added, isOn: true });
  expect((await list()).rows[0]).toMatchObject({
    isOn: true,
    phase: "running",
    version: 2,
    updatedAt: "2026-06-01T08:01:00.000Z",
  });
  const { version: _, phase: __, isOn: ___, lastOperatorName: ____, updatedAt: _____, ...entered } = row;
  const later = { ...entered, serviceStopAt: inHours(server, 2), serviceRestartAt: inHours(server, 4) };
  expect((await post("update", { ...later, version: 2 })).envelope.code).toBe("0");
  expect((await list()).rows[0]).toMatchObject({ isOn: true, phase: "announced", version: 3 });
  expect((await remove({ maintenanceId, version: 3 })).envelope.code).toBe("0");
  expect((await list()).rows).toEqual([]);
  const audit = await listAudit(maintenanceId);
  expect(audit.map(({ type }) => type)).toEqual([
    "maintenance.add",
    "maintenance.switch-on",
    "maintenance.update",
    "maintenance.delete",
  ]);
  expect(audit.every(({ actorId }) => actorId === root.id)).toBe(true);
  expect(audit[1]).toMatchObject({ original: { isOn: false }, new: { isOn: true } });
  expect(audit[3]).toMatchObject({ original: { name: "Database upgrade" }, new: null });
});

test("refuses times out of order with a message at the field, in every language [R3.18]", async () => {
  const body = {
    name: "Work",
    kind: "web",
    previewAt: inHours(server, 1),
    serviceStopAt: inHours(server, 2),
    serviceRestartAt: inHours(server, 3),
  };
  const refuse = async (change: object, language = "en") =>
    (await post("add", { ...body, ...change }, language)).envelope.data.fields;
  const days = (count: number) => inHours(server, 2 + 24 * count);
  for (const [language, texts] of Object.entries(messages)) {
    expect(await refuse({ previewAt: inHours(server, 2.5) }, language)).toEqual([
      { path: "previewAt", message: texts["field.previewAfterStop"] },
    ]);
    expect(await refuse({ serviceRestartAt: body.serviceStopAt }, language)).toEqual([
      { path: "serviceRestartAt", message: texts["field.restartBeforeStop"] },
    ]);
    expect(await refuse({ serviceRestartAt: days(31.01) }, language)).toEqual([
      { path: "serviceRestartAt", message: texts["field.maintenanceTooLong"] },
    ]);
    const past = { previewAt: inHours(server, -3), serviceStopAt: inHours(server, -2) };
    expect(await refuse({ ...past, serviceRestartAt: inHours(server, 0) }, language)).toEqual([
      { path: "serviceRestartAt", message: texts["field.future"] },
    ]);
    expect(await refuse({ name: " " }, language)).toEqual([{ path: "name", message: texts["prompt.name"] }]);
  }
  expect((await list()).total).toBe(0);
  // The bounds are accepted: shown only when the stop begins, and 31 days long.
  const added = await addPopUp(server, root.authorization, {
    ...body,
    previewAt: body.serviceStopAt,
    serviceRestartAt: days(31),
  });
  await remove(added);
});

test("refuses a change based on an older version, and changes nothing", async () => {
  const added = await startPopUp(server, root.authorization, { serviceStopAt: inHours(server, 0.5) });
  const [before] = (await list()).rows;
  const stale = { maintenanceId: added.maintenanceId, version: 1 };
  const { name, kind, previewAt, serviceStopAt, serviceRestartAt } = before;
  const entered = { name, kind, previewAt, serviceStopAt, serviceRestartAt };
  for (const [verb, body] of [
    ["update", { ...stale, ...entered, name: "Mine" }],
    ["switch", { ...stale, isOn: false }],
    ["delete", stale],
  ] as const) {
    const { envelope, statusCode } = await post(verb, body);
    expect([verb, statusCode, envelope.code]).toEqual([verb, 409, "A0440"]);
    const gone = await post(verb, { ...body, maintenanceId: randomUUID() });
    expect([verb, gone.envelope.code]).toEqual([verb, "A0404"]);
  }
  expect((await list()).rows).toEqual([before]);
  await remove(added);
});

test("refuses to enable a pop-up that is over, with the reason", async () => {
  const added = await addPopUp(server, root.authorization);
  server.clock.advance(3_600_000);
  const { envelope } = await post("switch", { ...added, isOn: true });
  expect([envelope.code, envelope.msg]).toEqual([
    "A0400",
    "This maintenance has ended. Set new times first.",
  ]);
  expect((await list()).rows[0]).toMatchObject({ phase: "over", isOn: false });
  await remove(added);
});

test("lists in pages, sorted by any column, searched by name and kind [R3.18]", async () => {
  const made = await Promise.all(
    ["beta 100%", "Alpha", "gamma"].map((name, index) =>
      addPopUp(server, root.authorization, {
        name,
        kind: index === 1 ? "app" : "web",
        serviceRestartAt: inHours(server, 9 - index),
      }),
    ),
  );
  const names = async (query: object) => (await list(query)).rows.map(({ name }: { name: string }) => name);
  expect(await names({ sort: "name" })).toEqual(["Alpha", "beta 100%", "gamma"]);
  expect(await names({ sort: "name", order: "desc", pageSize: 2 })).toEqual(["gamma", "beta 100%"]);
  expect(await names({ sort: "name", page: 2, pageSize: 2 })).toEqual(["gamma"]);
  expect(await names({ sort: "serviceRestartAt" })).toEqual(["gamma", "Alpha", "beta 100%"]);
  for (const sort of ["kind", "serviceStopAt", "previewAt", "isOn", "updatedAt"])
    expect((await names({ sort })).length).toBe(3);
  expect(await names({ search: "100%" })).toEqual(["beta 100%"]);
  expect(await names({ search: "_" })).toEqual([]);
  expect(await names({ kind: "app" })).toEqual(["Alpha"]);
  expect((await list({ pageSize: 1 })).total).toBe(3);
  for (const each of made) await remove(each);
});

test("returns announced and running pop-ups by kind, earliest first, and none that is over [R4.15]", async () => {
  const start = server.clock.now();
  const popUps = [
    await startPopUp(server, root.authorization, {
      serviceStopAt: inHours(server, 2),
      serviceRestartAt: inHours(server, 3),
    }),
    await startPopUp(server, root.authorization, {
      serviceStopAt: inHours(server, 1),
      serviceRestartAt: inHours(server, 2),
    }),
    await startPopUp(server, root.authorization, {
      kind: "app",
      previewAt: inHours(server, 1),
      serviceStopAt: inHours(server, 1),
      serviceRestartAt: inHours(server, 5),
    }),
  ];
  const getShown = async (kind: string) => {
    const { phase, backAt, popUps: shown } = await current(kind);
    return [phase, backAt && (Date.parse(backAt) - start) / 3_600_000, shown.length];
  };
  expect([await getShown("web"), await getShown("app")]).toEqual([
    ["announced", null, 2],
    ["none", null, 0],
  ]);
  expect(
    (await current("web")).popUps.map((popUp: { maintenanceId: string }) => popUp.maintenanceId),
  ).toEqual([popUps[1]?.maintenanceId, popUps[0]?.maintenanceId]);
  server.clock.set(start + 3_600_000);
  // They are consecutive, so the service is back at the end of the second.
  expect([await getShown("web"), await getShown("app")]).toEqual([
    ["running", 3, 2],
    ["running", 5, 1],
  ]);
  server.clock.set(start + 3 * 3_600_000);
  expect([await getShown("web"), await getShown("app")]).toEqual([
    ["none", null, 0],
    ["running", 5, 1],
  ]);
  server.clock.set(start + 5 * 3_600_000);
  expect(await getShown("app")).toEqual(["none", null, 0]);
  for (const each of popUps) await remove(each);
});
