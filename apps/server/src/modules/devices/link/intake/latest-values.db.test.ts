import type { UnitType, ValueName } from "@heliograph/protocol";
import { VALUE_NAMES } from "@heliograph/protocol";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { createDevice, createPlant } from "../../../../../test/fixtures.ts";
import { createBirth } from "../../../../../test/link.ts";
import { findUnitRow } from "../../../../../test/link-rows.ts";
import { openOwnDatabase } from "../../../../../test/own-database.ts";
import { createInProcessBus } from "../../../../infra/bus.ts";
import { systemClock } from "../../../../infra/clock.ts";
import { createLogger } from "../../../../infra/logger.ts";
import type { GatewayFacts, UnitRef } from "../connection/gateway-facts.ts";
import { createLiveValues } from "./live-values.ts";
import type { PlacedSamples } from "./place-rows.ts";
import { emptySamples } from "./place-rows.ts";

const { db, close } = await openOwnDatabase();
afterAll(close);

const T = Date.parse("2026-06-21T12:00:00Z");

/** What a link process knows of live values; `write` writes what was noted, as at its end. */
function startProcess() {
  const logger = createLogger({ logLevel: "silent" });
  const bus = createInProcessBus();
  const live = createLiveValues({
    db,
    bus,
    clock: systemClock,
    logger,
    thresholds: { note: () => undefined, forget: () => undefined },
    onPlantChanged: () => undefined,
  });
  return { ...live, write: live.stop };
}

type Device = Awaited<ReturnType<typeof createDevice>>;

const toRef = ({ id, key, sn }: Device, kind: UnitType): UnitRef => ({
  deviceId: id,
  deviceKey: key,
  sn,
  kind,
  links: [],
  elsewhere: [],
});

/** A gateway whose birth lists these units. */
async function createGateway(plantId: string, units: readonly Device[]): Promise<GatewayFacts> {
  const gateway = await createDevice(db, { type: "DCON", plantId });
  const birth = createBirth(
    gateway.sn,
    units.map(({ sn }) => sn),
  );
  const refs = [toRef(gateway, "DCON"), ...units.map((unit) => toRef(unit, "OPT"))];
  return {
    id: gateway.id,
    key: gateway.key,
    sn: gateway.sn,
    intervalMs: 60_000,
    clock: "ntp",
    plantId,
    companyId: undefined,
    links: [],
    births: new Map([[1, { birth, receivedAt: T, units: refs }]]),
  };
}

async function createUnits(plantId: string, count: number): Promise<Device[]> {
  return await Promise.all(Array.from({ length: count }, () => createDevice(db, { type: "OPT", plantId })));
}

/** Samples of some units of a gateway at one instant, all with the same values. */
function samplesOf(
  facts: GatewayFacts,
  units: readonly Device[],
  { at, ...values }: { at: number } & Partial<Record<ValueName, number>>,
): PlacedSamples {
  const ids = new Set(units.map(({ id }) => id));
  const refs = facts.births.get(1)?.units.filter((ref) => ref !== undefined && ids.has(ref.deviceId)) ?? [];
  const names = VALUE_NAMES.filter((name) => values[name] !== undefined);
  return {
    ...emptySamples,
    count: refs.length,
    refs: refs as UnitRef[],
    plantIds: refs.map(() => facts.plantId ?? ""),
    atMs: new Float64Array(refs.length).fill(at),
    columns: Object.fromEntries(
      names.map((name) => [name, new Float64Array(refs.length).fill(values[name] as number)]),
    ),
  };
}

async function createStage(unitCount: number) {
  const plant = await createPlant(db);
  const units = await createUnits(plant.id, unitCount);
  const facts = await createGateway(plant.id, units);
  return { plant, units, facts, first: units[0] as Device };
}

const find = async ({ sn }: Device) => await findUnitRow(db, sn);
const latestOf = async (unit: Device) => (await find(unit))?.latest;

test("keeps the values of as many units as a gateway may have, each in its own place", async () => {
  const { units, facts } = await createStage(203);
  const process = startProcess();
  for (const [index, unit] of units.entries())
    process.note(facts, samplesOf(facts, [unit], { at: T + index, vi: index, eh: 999_999_999_999 - index }));
  await process.write();
  const { rows } = await sql<{ vi: number; eh: number; at: Date }>`
    select l.vi, l.eh, l.last_sample_at as at from device_latest l
    where l.device_id = any(${units.map(({ id }) => id)}::uuid[]) order by l.vi`.execute(db);
  expect(rows).toEqual(
    units.map((_, index) => ({ vi: index, eh: 999_999_999_999 - index, at: new Date(T + index) })),
  );
});

test("keeps decimals, absent values and those that a later report leaves out, also across a restart", async () => {
  const { facts, first } = await createStage(1);
  const before = startProcess();
  before.note(facts, samplesOf(facts, [first], { at: T, vi: 38.1, ii: Number.NaN, tp: -12.5, sw: 1 }));
  await before.write();
  const after = startProcess();
  after.note(facts, samplesOf(facts, [first], { at: T + 1000, vi: 37.95 }));
  await after.write();
  const row = await find(first);
  expect(row?.latest).toEqual({ vi: 37.95, tp: -12.5 });
  expect([row?.isClosed, row?.sampleAt]).toEqual([true, new Date(T + 1000)]);
});

test("writes the row of a device only when its state changes", async () => {
  const { units, facts, first } = await createStage(3);
  const process = startProcess();
  const report = async (at: number, st: number, of = units) => {
    process.note(facts, samplesOf(facts, of, { at, vi: at - T, st }));
    await process.write();
  };
  const readVersions = async () => {
    const { rows } = await sql<{ version: string }>`
      select xmin::text as version from device_states
      where device_id = any(${units.map(({ id }) => id)}::uuid[]) order by device_id = ${first.id} desc`.execute(
      db,
    );
    return rows.map(({ version }) => version);
  };
  await report(T, 4);
  const before = await readVersions();
  await report(T + 1000, 4);
  expect(await readVersions()).toEqual(before);
  expect(await latestOf(first)).toMatchObject({ vi: 1000, st: 4 });
  await report(T + 2000, 5, [first]);
  const after = await readVersions();
  expect(after.map((version, index) => version === before[index])).toEqual([false, true, true]);
  expect(await latestOf(first)).toMatchObject({ vi: 2000, st: 5 });
});

test("keeps the time of the last sample of a unit that its gateway's reports leave out", async () => {
  const { units, facts, first } = await createStage(2);
  const process = startProcess();
  process.note(facts, samplesOf(facts, units, { at: T, vi: 1 }));
  await process.write();
  process.note(facts, samplesOf(facts, units.slice(1), { at: T + 60_000, vi: 2 }));
  await process.write();
  expect((await find(first))?.sampleAt).toEqual(new Date(T));
  expect((await find(units[1] as Device))?.sampleAt).toEqual(new Date(T + 60_000));
});

test("shows the newest sample of a unit that two gateways report, whichever it is", async () => {
  const { plant, units, facts, first } = await createStage(2);
  const other = await createGateway(plant.id, units);
  const [one, two] = [startProcess(), startProcess()];
  const report = async (process: typeof one, from: GatewayFacts, at: number) => {
    process.note(from, samplesOf(from, units, { at, vi: at - T }));
    // What another process has changed is read before it is written again.
    await process.write();
    return (await latestOf(first))?.vi;
  };
  expect(await report(one, facts, T)).toBe(0);
  expect(await report(two, other, T + 2000)).toBe(2000);
  expect(await report(one, facts, T + 1000)).toBe(2000);
  expect(await report(one, facts, T + 3000)).toBe(3000);
  expect(await report(two, other, T + 2500)).toBe(3000);
  expect(await report(two, other, T + 4000)).toBe(4000);
});

test("shows the newest sample when one process writes two gateways that report the same units", async () => {
  const { plant, units, facts, first } = await createStage(2);
  const other = await createGateway(plant.id, units);
  const process = startProcess();
  for (const at of [T, T + 1000, T + 2000]) {
    process.note(facts, samplesOf(facts, units, { at, vi: at - T }));
    process.note(other, samplesOf(other, units, { at: at + 500, vi: at + 500 - T }));
    await process.write();
    expect((await latestOf(first))?.vi).toBe(at + 500 - T);
  }
});

test("keeps the newest of the first samples of a unit that two processes write", async () => {
  const { plant, units, facts, first } = await createStage(2);
  const other = await createGateway(plant.id, units);
  const [one, two] = [startProcess(), startProcess()];
  two.note(other, samplesOf(other, units.slice(1), { at: T, vi: 0 }));
  // This process has read that the first unit was never reported.
  await two.write();
  one.note(facts, samplesOf(facts, [first], { at: T + 1000, vi: 1000 }));
  await one.write();
  two.note(other, samplesOf(other, [first], { at: T, vi: 0 }));
  await two.write();
  expect((await latestOf(first))?.vi).toBe(1000);
});

test("a process that a gateway has left overwrites no newer values, and loses none that only it has", async () => {
  const { units, facts, first } = await createStage(2);
  const second = units[1] as Device;
  const [left, entered] = [startProcess(), startProcess()];
  left.note(facts, samplesOf(facts, units, { at: T, vi: 1 }));
  await left.write();
  left.note(facts, samplesOf(facts, units, { at: T + 1000, vi: 2 }));
  entered.note(facts, samplesOf(facts, [first], { at: T + 2000, vi: 3 }));
  await entered.write();
  await left.write();
  expect([(await latestOf(first))?.vi, (await latestOf(second))?.vi]).toEqual([3, 2]);
  entered.note(facts, samplesOf(facts, [first], { at: T + 3000, vi: 4 }));
  await entered.write();
  expect([(await latestOf(first))?.vi, (await latestOf(second))?.vi]).toEqual([4, 2]);
});

test("gives the place of a unit that went to another gateway to a new one", async () => {
  const { plant, units, facts, first } = await createStage(2);
  const [successor] = (await createUnits(plant.id, 1)) as [Device];
  const other = await createGateway(plant.id, [first]);
  const process = startProcess();
  const report = async (from: GatewayFacts, of: readonly Device[], at: number) => {
    process.note(from, samplesOf(from, of, { at, vi: at - T }));
    await process.write();
  };
  await report(facts, units, T);
  await report(other, [first], T + 1000);
  const changed = await createGateway(plant.id, []);
  const births = new Map([[1, { ...facts.births.get(1), units: [toRef(successor, "OPT")] }]]);
  await report({ ...facts, births } as GatewayFacts, [successor], T + 2000);
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from latest_values where gateway_id in (${facts.id}, ${changed.id})`.execute(
    db,
  );
  expect(rows).toEqual([{ count: 1 }]);
  expect(
    await Promise.all([first, successor, units[1] as Device].map(async (unit) => (await latestOf(unit))?.vi)),
  ).toEqual([1000, 2000, 0]);
});

test("a unit is down from the event until a newer sample or `up`, not before an older one", async () => {
  const { facts, first } = await createStage(1);
  const process = startProcess();
  const report = async (at: number) => {
    process.note(facts, samplesOf(facts, [first], { at, vi: 1 }));
    await process.write();
    return (await find(first))?.isDown;
  };
  const setDown = async (isDown: boolean, at: number) => {
    await process.setDown(first.id, isDown, at);
    return (await find(first))?.isDown;
  };
  expect(await setDown(true, T)).toBe(true);
  expect(await report(T - 1000)).toBe(true);
  expect((await find(first))?.onlineSince).toBeNull();
  expect(await report(T + 1000)).toBe(false);
  const { onlineSince } = (await find(first)) ?? {};
  expect(onlineSince).not.toBeNull();
  expect(await setDown(true, T + 500)).toBe(false);
  expect(await report(T + 2000)).toBe(false);
  expect((await find(first))?.onlineSince).toEqual(onlineSince);
  expect(await setDown(true, T + 3000)).toBe(true);
  expect(await setDown(false, T + 4000)).toBe(false);
  expect((await find(first))?.onlineSince).toEqual(new Date(T + 4000));
});

test("skips units and gateways that were deleted, and writes the others", async () => {
  const { units, facts, first } = await createStage(2);
  const { units: orphans, facts: deleted } = await createStage(1);
  const process = startProcess();
  await sql`delete from device_links where device_id in (${first.id}, ${deleted.id})`.execute(db);
  await sql`delete from devices where id in (${first.id}, ${deleted.id})`.execute(db);
  process.note(facts, samplesOf(facts, units, { at: T, vi: 1 }));
  process.note(deleted, samplesOf(deleted, orphans, { at: T, vi: 1 }));
  await process.write();
  expect((await latestOf(units[1] as Device))?.vi).toBe(1);
  expect(await latestOf(orphans[0] as Device)).toBeNull();
});
