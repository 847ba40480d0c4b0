import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createSession, ensurePlatform } from "../../../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let other: TestApp;
let root: { authorization: string; accountId: string; userName: string };
let webFolder: string;

beforeAll(async () => {
  // The configuration is one row for everyone, so this file has a database of its own.
  engines = await openTestEngines({ isOwnDatabase: true });
  webFolder = await mkdtemp(join(tmpdir(), "heliograph-web-"));
  await buildWebApp("index-a1b2.js");
  server = await createTestApp({
    ...engines,
    webFolder,
    environment: { PUBLIC_URL: "https://solar.example.org/console/" },
  });
  other = await createTestApp({ ...engines, bus: server.bus });
  const { companyId } = await ensurePlatform(engines.db);
  const account = await createAccount(engines.db, { companyId, roleCode: "ROOT" });
  root = {
    accountId: account.id,
    userName: account.userName,
    ...(await createSession(engines.db, { accountId: account.id })),
  };
});
afterAll(async () => {
  await server.close();
  await other.close();
  await engines.close();
  await rm(webFolder, { recursive: true });
});

const buildWebApp = (entry: string) =>
  writeFile(
    join(webFolder, "index.html"),
    `<script type="module" crossorigin src="./assets/${entry}"></script>`,
  );

async function read(from: TestApp = server) {
  return (await from.call("GET", "/system/config/get")).envelope.data;
}
async function update(change: object, authorization = root.authorization) {
  const { webEntry: _, ...current } = await read();
  return await server.call("POST", "/system/config/update", {
    authorization,
    body: { ...current, ...change },
  });
}

test("returns the configuration to anyone, and is never cached by a browser [R9.2]", async () => {
  const response = await server.call("GET", "/system/config/get");
  expect(response.headers["cache-control"]).toBe("no-store");
  expect(response.envelope).toMatchObject({
    code: "0",
    data: {
      brand: "Heliograph",
      minimumWidth: 1520,
      languages: ["zh-cn", "en", "pt", "th"],
      webEntry: "index-a1b2.js",
    },
  });
});

test("returns the entry of the currently served web app, also after a new build", async () => {
  expect((await read()).webEntry).toBe("index-a1b2.js");
  await buildWebApp("index-c3d4.js");
  expect((await read()).webEntry).toBe("index-c3d4.js");
  await rm(join(webFolder, "index.html"));
  expect((await read()).webEntry).toBeNull();
  expect((await read(other)).webEntry).toBeNull();
});

test("makes a change visible to every process immediately, with both values in an audit row [R3.14]", async () => {
  const before = await read(other);
  const saved = await update({
    brand: "Sunrise",
    minimumWidth: 1600,
    servers: { china: "https://CN.example.org/", international: "", southeastAsia: "" },
  });
  expect(saved.envelope).toMatchObject({ code: "0", msg: "The configuration has been saved." });
  for (const app of [server, other])
    expect(await read(app)).toMatchObject({
      brand: "Sunrise",
      minimumWidth: 1600,
      servers: { china: "https://cn.example.org", international: "", southeastAsia: "" },
      revision: before.revision + 1,
    });
  const { rows } = await sql<{ original: object; new: object; actorId: string }>`
    select original, new, actor_id as "actorId" from audit where type = 'configuration.update' order by at desc`.execute(
    engines.db,
  );
  expect(rows[0]).toMatchObject({
    actorId: root.accountId,
    original: { brand: before.brand, minimumWidth: before.minimumWidth },
    new: { brand: "Sunrise", minimumWidth: 1600 },
  });
});

test("lists who changed what from which value to which and when, newest first, to the operator only [R3.14]", async () => {
  const before = await read();
  await update({ brand: "Morning", languages: ["en", "pt"] });
  await update({ brand: before.brand, languages: before.languages });
  const history = async (authorization: string) =>
    (await server.call("GET", "/system/config/history", { authorization, query: { pageSize: 10 } })).envelope;
  // What is no change of the configuration is left out.
  const { rows: others } = await sql`
    insert into audit (kind, type, actor_id, object_type, object_id, method)
    values ('operation', 'provider.add', ${root.accountId}, 'provider', gen_random_uuid(), 'api') returning 1`.execute(
    engines.db,
  );
  expect(others).toHaveLength(1);
  const { data } = await history(root.authorization);
  expect(data.total).toBe(3);
  expect(data.rows.slice(0, 2)).toMatchObject([
    { original: { brand: "Morning" }, new: { brand: before.brand, languages: before.languages } },
    {
      type: "configuration.update",
      actorId: root.accountId,
      actorName: root.userName,
      original: { brand: before.brand, languages: before.languages, minimumWidth: before.minimumWidth },
      new: { brand: "Morning", languages: ["en", "pt"], minimumWidth: before.minimumWidth },
      method: "api",
    },
  ]);
  expect(Date.parse(data.rows[0].at)).toBeGreaterThanOrEqual(Date.parse(data.rows[1].at));
  const stranger = await createAccount(engines.db, { roleCode: "installer-administrator" });
  const { authorization } = await createSession(engines.db, { accountId: stranger.id });
  expect((await history(authorization)).code).toBe("A0300");
});

test("is read without a query for each request", async () => {
  await read();
  await sql`update configuration set settings = jsonb_set(settings, '{brand}', '"Behind its back"')`.execute(
    engines.db,
  );
  expect((await read()).brand).toBe("Sunrise");
  server.clock.advance(30_000);
  expect((await read()).brand).toBe("Behind its back");
});

test("refuses a change based on an older state, and accepts only one of two concurrent ones", async () => {
  const { revision } = await read();
  expect((await update({ revision: revision - 1 })).envelope.code).toBe("A0440");
  const both = await Promise.all([update({ brand: "One" }), update({ brand: "Two" })]);
  expect(both.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0440"]);
});

test("refuses wrong addresses, widths and languages, each with its message [R1.15, R9.3, R5.24]", async () => {
  const fieldsOf = async (change: object) => (await update(change)).envelope.data.fields;
  const servers = { china: "", international: "", southeastAsia: "" };
  expect(await fieldsOf({ servers: { ...servers, china: "http://cn.example.org" } })).toEqual([
    { path: "servers.china", message: "Enter an address such as https://solar.example.org." },
  ]);
  expect(await fieldsOf({ minimumWidth: 800 })).toEqual([
    { path: "minimumWidth", message: "Must be 1024 or more." },
  ]);
  expect(await fieldsOf({ languages: ["en", "en"] })).toEqual([
    { path: "languages", message: "An item is listed twice." },
  ]);
  expect((await fieldsOf({ languages: [] }))[0].path).toBe("languages");
  expect(await fieldsOf({ brand: " " })).toEqual([{ path: "brand", message: "This field is required." }]);
  expect(await fieldsOf({ mapTileUrl: "https://tiles.example.org/{z}" })).toEqual([
    { path: "mapTileUrl", message: "Enter an address that contains {z}, {x} and {y} once each." },
  ]);
});

test("accepts this server's own address or none, but no other spelling of it [R1.15]", async () => {
  const servers = { china: "", international: "https://solar.example.org/console", southeastAsia: "" };
  expect((await update({ servers })).envelope.code).toBe("0");
  const refused = await update({ servers: { ...servers, china: "https://solar.example.org" } });
  expect(refused.envelope.data.fields).toEqual([
    {
      path: "servers.china",
      message:
        "This is this server’s own address. Leave the field empty or enter https://solar.example.org/console.",
    },
  ]);
});

test("lets only the platform's users with the permission change it", async () => {
  const owner = await createAccount(engines.db, { roleCode: "owner" });
  const support = await createAccount(engines.db, {
    companyId: (await ensurePlatform(engines.db)).companyId,
    roleCode: "platform-support",
  });
  for (const account of [owner, support]) {
    const { authorization } = await createSession(engines.db, { accountId: account.id });
    expect((await update({ brand: "Mine" }, authorization)).envelope.code).toBe("A0300");
  }
});
