import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@heliograph/contract";
import { addDays, dayRange, plantDayOf } from "@heliograph/solar";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestServer } from "../test/server.ts";
import { startTestServer } from "../test/server.ts";
import { findFleetMemory } from "./enter/fleet-memory.ts";
import { fleetSchema } from "./fleet.ts";
import { createRoofPhysics } from "./physics/roof-physics.ts";
import { weatherOf } from "./play/fleet-player.ts";
import type { ApiSession } from "./replay/api-session.ts";
import { openApiSession } from "./replay/api-session.ts";
import { startSimulation } from "./run-simulation.ts";
import type { SimulateOptions } from "./simulate-options.ts";

// A day takes seconds; the timeout allows for a busy machine.
const SPEED = 10_000;
const WITHIN = { timeout: 400_000, interval: 250 };
const PATIENCE_MS = 500_000;
const HOUR_MS = 3_600_000;

const zone = "Europe/Rome";
const day = addDays(plantDayOf(Date.now(), zone), -1);
const { fromAt } = dayRange(day, zone);
const at = (hour: number): string => new Date(fromAt + hour * HOUR_MS).toISOString();

// Clear on any date: of a dark day, the last watt-hours of each counter before the night would be more than the tolerance.
const climate = { temperatureC: Array(12).fill(15), clearSkyShare: Array(12).fill(1) };

const site = (name: string, sn: string, faults: object[]) => ({
  name,
  timeZone: zone,
  currency: "EUR",
  latitude: 45,
  longitude: 8,
  climate,
  gateways: [
    {
      sn,
      intervalS: 900,
      arrays: [{ name: "A", rows: 2, columns: 4, tiltDeg: 30, azimuthDeg: 180, moduleW: 420 }],
    },
  ],
  faults,
});
const content = {
  seed: 11,
  beginAt: at(0),
  sites: [
    site("Plain", "DCON-PLAIN", []),
    site("Cut off", "DCON-CUTOFF", [{ kind: "outage", from: at(10), to: at(13) }]),
    site("Wrong clock", "DCON-AHEAD", [{ kind: "wrong-clock", offsetMinutes: 4 * 24 * 60 }]),
  ],
};
const fleet = fleetSchema.parse(content);

let server: TestServer;
let folder: string;
let api: ApiSession;
let simulation: Awaited<ReturnType<typeof startSimulation>>;
let stations: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "heliograph-simulate-"));
  await writeFile(join(folder, "three.json"), JSON.stringify(content));
  api = await openApiSession({ baseUrl: server.http, ...server });
  simulation = await startSimulation({ ...options(), speed: SPEED, startAt: fromAt + 4 * HOUR_MS }, () => {});
  // About noon of the simulated day the process pauses for an hour of it, as on a busy machine.
  setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400), 2_500);
  stations = findFleetMemory(join(folder, "state", "fleet.json"))!.stations;
});
afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

function options(): SimulateOptions {
  return {
    fleetPath: join(folder, "three.json"),
    httpUrl: server.http,
    mqttUrl: server.mqtt,
    folder: join(folder, "state"),
    speed: 1,
    startAt: undefined,
    endsWithInput: false,
    getCredentials: () => server,
  };
}

/** Energy of the modules of a site on the day, from the physics. */
function physicsWh(name: string): number {
  const found = fleet.sites.find((candidate) => candidate.name === name)!;
  const physics = createRoofPhysics({
    site: found,
    gateway: found.gateways[0]!,
    ...weatherOf(fleet, found),
    beginAt: fromAt,
  });
  const { counterWh } = physics.stateAt(dayRange(day, zone).toAt);
  return counterWh.reduce((sum, value) => sum + value, 0);
}

async function readDay(name: string) {
  const { bars, isUpdating } = await api.call(endpoints.station.energy, {
    query: { stationId: stations[name]!, by: "day", period: day.slice(0, 7) },
  });
  return { ...bars.find(({ period }) => period === day)!, isUpdating };
}

/** Energy on screen over energy of the physics; 0 while late reports are still being counted, for energies are partial then. */
async function shareShown(name: string): Promise<number> {
  const { energyWh, isUpdating } = await readDay(name);
  return isUpdating ? 0 : (energyWh ?? 0) / physicsWh(name);
}

it(
  "shows a simulated day sent over the device link within 0.5 % of its physics [R1.3]",
  async () => {
    expect(physicsWh("Plain")).toBeGreaterThan(1_000);
    await expect.poll(() => shareShown("Plain"), WITHIN).toBeGreaterThan(0.995);
    expect(await shareShown("Plain")).toBeLessThan(1.005);
    expect((await readDay("Plain")).resets).toBe(0);
  },
  PATIENCE_MS,
);

it(
  "reaches the same total after an outage with late reports, and shows the backfilled share",
  async () => {
    await expect.poll(() => shareShown("Cut off"), WITHIN).toBeGreaterThan(0.995);
    await expect.poll(async () => (await readDay("Cut off")).backfilledWh, WITHIN).toBeGreaterThan(500);
    expect(await shareShown("Cut off")).toBeLessThan(1.005);
    const { points } = await api.call(endpoints.station.curve, {
      query: { stationId: stations["Cut off"]!, day },
    });
    const noon = points.filter((point) => point.at >= at(10) && point.at < at(13));
    expect(noon.filter(({ powerW }) => !powerW)).toEqual([]);
  },
  PATIENCE_MS,
);

it("has the reports of a clock that runs ahead rejected as future, and counts none of them", async () => {
  const { rows } = await api.call(endpoints.device.list, {
    query: { stationId: stations["Wrong clock"]!, type: "DCON" },
  });
  const deviceId = rows[0]!.deviceId;
  const countFuture = async () => {
    const { counts } = await api.call(endpoints.device.rejected, { query: { deviceId } });
    return counts.find(({ reason }) => reason === "future")?.total ?? 0;
  };
  await expect.poll(countFuture, WITHIN).toBeGreaterThan(100);
  expect((await readDay("Wrong clock")).energyWh).toBeNull();
});

it("continues with its plants at a second run, and creates nothing twice", async () => {
  const listTotals = async () => [
    (await api.call(endpoints.station.list, { query: {} })).total,
    (await api.call(endpoints.device.list, { query: {} })).total,
  ];
  const before = await listTotals();
  await simulation.stop();
  simulation = await startSimulation(options(), () => {});
  await simulation.whenReady();
  expect(await listTotals()).toEqual(before);
  expect(before).toEqual([3, 3 * 9]);
});
