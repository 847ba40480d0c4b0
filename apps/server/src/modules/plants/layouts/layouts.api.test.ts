import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { DataOf, endpoints } from "@heliograph/contract";
import { COUNT_SCALES, decodeDayFile } from "@heliograph/contract/layout-day";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createTestApp } from "../../../../test/app.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createGrant, createSession } from "../../../../test/fixtures.ts";
import type { TestSample } from "../../../../test/metering.ts";
import {
  createConstantSamples,
  hour,
  meteringClock,
  minute,
  openMeteredPlant,
} from "../../../../test/metering.ts";
import { hasPdfReader, readPdfText } from "../../../../test/pdf.ts";
import { readPdfPages } from "../../../../test/pdf-pages.ts";
import { publishLayout } from "./layouts.service.ts";

type Layout = DataOf<typeof endpoints.layout.get>;

const engines = await openTestEngines();
const { db } = engines;
const server = await createTestApp({ ...engines, startAt: meteringClock.now() });
afterAll(async () => {
  await server.close();
  await engines.close();
});

const day = "2026-06-18";
/** Noon of the day at the plant. */
const noon = Date.UTC(2026, 5, 18, 10);

async function openPlant() {
  const plant = await openMeteredPlant(engines, {
    timeZone: "Europe/Rome",
    gridConnectionDate: "2026-01-15",
  });
  const plantId = plant.id;
  const gateway = await createDevice(db, { type: "DCON", plantId });
  const string = await createDevice(db, { type: "SCON", plantId, parentId: gateway.id, slotLabel: "S1" });
  const modules = [];
  for (const slotLabel of ["A1-1", "A1-2"])
    modules.push(
      await createDevice(db, { type: "OPT", plantId, parentId: string.id, slotLabel, ratedPowerW: 400 }),
    );
  const call = async (path: string, accountId: string, query: object) => {
    const { authorization } = await createSession(db, { accountId });
    return await server.call("GET", `/workData/layout/${path}`, {
      query: { stationId: plantId, ...query },
      authorization,
    });
  };
  const read = async (accountId = plant.ownerId) => (await call("published", accountId, {})).envelope;
  const readDay = async (accountId = plant.ownerId, from = server) => {
    const { authorization } = await createSession(db, { accountId });
    const response = await from.app.inject({
      method: "GET",
      url: `/api/workData/layout/day?stationId=${plantId}&day=${day}`,
      headers: { authorization, accept: "application/json" },
    });
    return response;
  };
  const readExpected = async (accountId = plant.ownerId) =>
    (await call("expected", accountId, { day })).envelope;
  return { ...plant, gateway, string, modules, read, readDay, readExpected };
}

/** Values of a unit at a step of five minutes, as counts in the file; undefined for a unit that is not in it. */
function readFile(content: Buffer) {
  const { header, planes } = decodeDayFile(gunzipSync(content));
  const powerOf = (unit: number, step: number): number | undefined => {
    const row = header.units.indexOf(unit);
    return row < 0 ? undefined : (planes.powerW[row * header.steps + step]! - 1) * header.powerScales[row]!;
  };
  return { header, planes, powerOf };
}

const stepAt = (at: number): number => (at - Date.UTC(2026, 5, 17, 22)) / (5 * minute);

test("arranges the units of a plant without a layout by string, and says so", async () => {
  const plant = await openPlant();
  const layout = (await plant.read()).data as Layout;
  expect(layout).toMatchObject({ arrangement: "automatic", version: null });
  expect(layout.units.map(({ sn }) => sn)).toEqual(
    [plant.gateway, plant.string, ...plant.modules].map(({ sn }) => sn),
  );
  expect(layout.units.map(({ parent }) => parent)).toEqual([null, 0, 1, 1]);
  expect(layout.cells).toEqual({ group: [0, 0], row: [0, 0], column: [0, 1], unit: [2, 3] });
});

test("shows the latest published version with its author, and empty slots in it", async () => {
  const plant = await openPlant();
  const [first, second] = plant.modules.map(({ slotId }) => slotId!);
  const group = {
    ...{ name: "West", rows: 1, columns: 2, tiltDeg: 30, azimuthDeg: 270, rotationDeg: 90 },
    ...{ xM: 2, yM: 1, moduleWidthM: 1.1, moduleHeightM: 1.7 },
  };
  const publish = (cells: { row: number; column: number; slotId: string }[], minutes: number) =>
    db.transaction().execute((trx) =>
      publishLayout(trx, {
        plantId: plant.id,
        groups: [{ ...group, cells }],
        publishedBy: plant.ownerId,
        at: new Date(noon + minutes * minute),
      }),
    );
  await publish([{ row: 0, column: 0, slotId: first! }], 0);
  await publish(
    [
      { row: 0, column: 0, slotId: second! },
      { row: 0, column: 1, slotId: first! },
    ],
    5,
  );
  await sql`update device_links set to_at = ${new Date(noon)} where device_id = ${plant.modules[0]!.id}`.execute(
    db,
  );
  const layout = (await plant.read()).data as Layout;
  expect(layout).toMatchObject({
    arrangement: "published",
    version: {
      number: 2,
      publishedAt: new Date(noon + 5 * minute).toISOString(),
      publishedBy: expect.any(String),
    },
    groups: [group],
  });
  const inCells = layout.cells.unit.map((unit) => layout.units[unit]!);
  expect(inCells.map(({ key, label, type }) => [key, label, type])).toEqual([
    [plant.modules[1]!.slotKey, "A1-2", "OPT"],
    [plant.modules[0]!.slotKey, "A1-1", null],
  ]);
});

test("hides the layout from participants where the plant does, and serial numbers where it hides devices", async () => {
  const plant = await openPlant();
  const { id } = await createAccount(db);
  await createGrant(db, { plantId: plant.id, accountId: id, level: "participant", invitedBy: plant.ownerId });
  const allow = (parts: string[]) =>
    sql`update plants set settings = ${JSON.stringify({ participantSees: parts })}::jsonb where id = ${plant.id}`.execute(
      db,
    );
  await allow(["energy", "devices"]);
  expect((await plant.read(id)).code).toBe("A0300");
  expect((await plant.readDay(id)).statusCode).toBe(403);
  await allow(["layout"]);
  const layout = (await plant.read(id)).data as Layout;
  expect(layout.units.map(({ sn, deviceId }) => [sn, deviceId])).toEqual(Array(4).fill([null, null]));
  expect(layout.groups.map(({ name }) => name)).toEqual([""]);
  expect((await plant.readDay(id)).statusCode).toBe(200);
});

test.runIf(hasPdfReader)(
  "the roof on paper has every module at its place, in the language asked for",
  async () => {
    const plant = await openPlant();
    const slots = plant.modules.map(({ slotId }) => slotId!);
    const group = {
      ...{ name: "South", rows: 1, columns: 2, tiltDeg: 30, azimuthDeg: 180, rotationDeg: 0, xM: 5, yM: 2 },
      ...{ moduleWidthM: 1.15, moduleHeightM: 1.78 },
      cells: slots.map((slotId, column) => ({ row: 0, column, slotId })),
    };
    await db
      .transaction()
      .execute((trx) => publishLayout(trx, { plantId: plant.id, groups: [group], at: new Date(noon) }));
    const { authorization } = await createSession(db, { accountId: plant.ownerId });
    const read = async (language: string) => {
      const query = { stationId: plant.id, language };
      const response = await server.call("GET", "/workData/layout/pdf", { query, authorization });
      return response.rawPayload;
    };
    const [page] = readPdfPages(await read("en"));
    const [one, two] = ["A1-1", "A1-2"].map((label) => page!.words.find(({ text }) => text === label)!);
    // Side by side, a module's width apart on the scale of the largest drawing.
    expect(one!.top).toBeCloseTo(two!.top);
    expect(two!.left - one!.left).toBeCloseTo(1.15 * 42, 0);
    const text = readPdfText(await read("zh-cn"));
    expect(text).toContain("屋顶布局");
    for (const { sn } of plant.modules) expect(text).toContain(sn);
  },
);

test("the day file has every unit by slot, and late reports replace what was cached", async () => {
  const plant = await openPlant();
  const [first, second] = plant.modules;
  const place = (slot: number | undefined): Partial<TestSample> => ({
    slot: slot!,
    vi: 38.1,
    ii: 5.25,
    rs: -67,
  });
  await plant.report([
    ...createConstantSamples(first!.key, noon, noon + hour, 200, place(first!.slotKey)),
    ...createConstantSamples(second!.key, noon, noon + hour, 100, place(second!.slotKey)),
  ]);
  await plant.job.drain();
  const made = await plant.readDay();
  const before = readFile(made.rawPayload);
  expect(before.header).toMatchObject({
    day,
    timeZone: "Europe/Rome",
    stepS: 300,
    steps: 288,
    source: "samples",
  });
  const at = stepAt(noon);
  expect(before.powerOf(first!.slotKey!, at)).toBe(200);
  expect(before.powerOf(second!.slotKey!, at + 3)).toBe(100);
  const row = before.header.units.indexOf(first!.slotKey!);
  expect(before.planes.voltageV[row * 288 + at]).toBe(382);
  expect(before.planes.currentA[row * 288 + at]).toBe(526);
  expect(before.planes.powerW[row * 288 + at - 1]).toBe(0);
  expect(before.planes.signalDbm[row * 288 + at]! - 1 + COUNT_SCALES.signalDbm.offset).toBe(-67);
  expect(before.planes.signalDbm[row * 288 + at - 1]).toBe(0);
  const again = await plant.readDay();
  expect(again.rawPayload.equals(made.rawPayload)).toBe(true);
  // Sent while it is made; its length is known when it is cached.
  expect(made.headers["content-length"]).toBeUndefined();
  expect(again.headers["content-length"]).toBe(String(made.rawPayload.length));
  // A device that took the slot over continues its curve.
  const swapped = await createDevice(db, { type: "OPT", plantId: plant.id, parentId: plant.string.id });
  await plant.report([{ device: swapped.key, slot: first!.slotKey!, at: noon + 2 * hour, pw: 150, eh: 5 }]);
  expect(readFile((await plant.readDay()).rawPayload).powerOf(first!.slotKey!, at + 24)).toBe(150);
  await plant.job.drain();
  const after = readFile((await plant.readDay()).rawPayload);
  expect([after.powerOf(first!.slotKey!, at), after.powerOf(first!.slotKey!, at + 24)]).toEqual([200, 150]);
  expect(again.headers["content-type"]).toBe("application/gzip");
});

test("a sample that was stored again counts once, with its last values", async () => {
  const plant = await openPlant();
  const [first, second] = plant.modules;
  const sample = (minutes: number, pw: number): TestSample => ({
    ...{ device: first!.key, slot: first!.slotKey!, at: noon + minutes * minute, pw, vi: 40, eh: 1 },
  });
  await plant.report([sample(0, 200), sample(1, 100), sample(5, 90)]);
  await plant.report([sample(0, 80), { ...sample(5, 70), device: second!.key, slot: second!.slotKey! }]);
  const { powerOf } = readFile((await plant.readDay()).rawPayload);
  const at = stepAt(noon);
  expect([powerOf(first!.slotKey!, at), powerOf(first!.slotKey!, at + 1)]).toEqual([90, 90]);
  expect(powerOf(second!.slotKey!, at + 1)).toBe(70);
});

test.each([300, 60])(
  "several reports of a step are their mean, of gateways that report every %i s",
  async (seconds) => {
    const plant = await openPlant();
    const [first, second] = plant.modules;
    await sql`update gateways set report_interval_s = ${seconds} where device_id = ${plant.gateway.id}`.execute(
      db,
    );
    const swapped = await createDevice(db, { type: "OPT", plantId: plant.id, parentId: plant.string.id });
    const sample = (
      device: number,
      slot: number,
      minutes: number,
      pw: number | null,
      sw = 1,
    ): TestSample => ({
      ...{ device, slot, at: noon + minutes * minute, pw, sw, vi: 40, ii: 5, rs: -60, eh: 1 },
    });
    const firstSlot = first!.slotKey!;
    await plant.report([
      sample(first!.key, firstSlot, 0, 200),
      sample(first!.key, firstSlot, 1, 100),
      // In the same step by the device that took its place over.
      sample(swapped.key, firstSlot, 4, 30),
      sample(first!.key, firstSlot, 5, 50),
      sample(second!.key, second!.slotKey!, 0, 80),
      sample(second!.key, second!.slotKey!, 3, 0, 0),
    ]);
    const { header, planes, powerOf } = readFile((await plant.readDay()).rawPayload);
    const at = stepAt(noon);
    expect([powerOf(firstSlot, at), powerOf(firstSlot, at + 1)]).toEqual([110, 50]);
    expect(powerOf(second!.slotKey!, at)).toBe(40);
    const rowOf = (slot: number) => header.units.indexOf(slot);
    expect(header.open).toEqual({ [rowOf(second!.slotKey!)]: [at] });
    expect(planes.currentA[rowOf(firstSlot) * header.steps + at]).toBe(501);
  },
);

test("returns what each plane of the roof should give, and hides it with the layout", async () => {
  const plant = await openPlant();
  const group = (azimuthDeg: number) => ({
    ...{ name: "", rows: 1, columns: 1, tiltDeg: 30, azimuthDeg, rotationDeg: 0, xM: azimuthDeg, yM: 0 },
    ...{ moduleWidthM: 1.1, moduleHeightM: 1.7, cells: [] },
  });
  await db.transaction().execute((trx) =>
    publishLayout(trx, {
      plantId: plant.id,
      groups: [group(90), group(270), group(90)],
      at: new Date(noon),
    }),
  );
  const setPlace = (latitude: number | null, longitude: number | null) =>
    sql`update plants set latitude = ${latitude}, longitude = ${longitude} where id = ${plant.id}`.execute(
      db,
    );
  await setPlace(45, 8);
  const read = async () => (await plant.readExpected()).data as DataOf<typeof endpoints.layout.expected>;
  const { from, fromAt, stepS, groups, planes } = await read();
  expect({ from, fromAt, stepS, groups }).toEqual({
    ...{ from: "clear-sky", fromAt: Date.UTC(2026, 5, 17, 22), stepS: 300, groups: [0, 1, 0] },
  });
  const [east, west] = planes as [number[], number[]];
  const [night, morning, evening] = [0, stepAt(noon) - 48, stepAt(noon) + 60];
  expect([east[night], west[night]]).toEqual([0, 0]);
  expect(east[morning]! - west[morning]!).toBeGreaterThan(200);
  expect(west[evening]! - east[evening]!).toBeGreaterThan(200);
  // Half of the light of a standard test gives about half of the rated power.
  await plant.report([{ device: plant.gateway.key, kind: "DCON", at: noon, gi: 500, ta: 20 }]);
  const measured = await read();
  expect(measured.from).toBe("irradiance");
  expect(measured.planes[0]![stepAt(noon)]).toBeGreaterThan(400);
  expect(measured.planes[0]![stepAt(noon)]).toBeLessThan(520);
  await setPlace(null, null);
  expect(await read()).toMatchObject({ from: "none", planes: [[], []] });
  const { id } = await createAccount(db);
  await createGrant(db, { plantId: plant.id, accountId: id, level: "participant", invitedBy: plant.ownerId });
  const settings = JSON.stringify({ participantSees: ["energy"] });
  await sql`update plants set settings = ${settings}::jsonb where id = ${plant.id}`.execute(db);
  expect((await plant.readExpected(id)).code).toBe("A0300");
});

test("the file of a day that is over outlives a restart", async () => {
  const plant = await openPlant();
  const [first] = plant.modules;
  await plant.report(createConstantSamples(first!.key, noon, noon + hour, 200, { slot: first!.slotKey! }));
  await plant.job.drain();
  await plant.readDay();
  const folder = join(server.dataFolder, "cache", "day-files");
  const name = (await readdir(folder)).find((each) => each.startsWith(`${plant.key}-${day}-`))!;
  await writeFile(join(folder, name), "kept");
  const restarted = await createTestApp({
    ...engines,
    startAt: meteringClock.now(),
    environment: { HELIOGRAPH_DATA: server.dataFolder },
  });
  try {
    expect((await plant.readDay(undefined, restarted)).payload).toBe("kept");
    // Late reports make it another file.
    await plant.report([{ device: first!.key, slot: first!.slotKey!, at: noon + 2 * hour, pw: 150, eh: 5 }]);
    await plant.job.drain();
    const after = readFile((await plant.readDay(undefined, restarted)).rawPayload);
    expect(after.powerOf(first!.slotKey!, stepAt(noon) + 24)).toBe(150);
  } finally {
    await restarted.close();
  }
});

test("a day without reports is made of the windows of its units", async () => {
  const plant = await openPlant();
  const [first] = plant.modules;
  await engines.clickhouse.insertRows("unit_windows", [
    {
      ...{
        plant: plant.key,
        window_at: noon,
        device: first!.key,
        slot: first!.slotKey!,
        origin: "demo",
        kind: "OPT",
      },
      ...{ energy_wh: 75, backfilled_wh: 0, estimated_wh: 0, resets: 0, sample_count: 3 },
      ...{ power_avg_w: 300, power_max_w: 300, computed_at: noon },
    },
  ]);
  const file = readFile((await plant.readDay()).rawPayload);
  expect(file.header).toMatchObject({ source: "windows", stepS: 900, steps: 96, units: [first!.slotKey] });
  expect(file.powerOf(first!.slotKey!, stepAt(noon) / 3)).toBe(300);
});
