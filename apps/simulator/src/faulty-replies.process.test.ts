import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@heliograph/contract";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { TestServer } from "../test/server.ts";
import { startTestServer } from "../test/server.ts";
import { findFleetMemory } from "./enter/fleet-memory.ts";
import type { ApiSession } from "./replay/api-session.ts";
import { openApiSession } from "./replay/api-session.ts";
import { startSimulation } from "./run-simulation.ts";

const WITHIN = { timeout: 120_000, interval: 500 };
const PATIENCE_MS = 400_000;
const HOUR_MS = 3_600_000;
const UNITS = 4;

/** Where it is noon now: switches are proven by light. */
const noonLongitude = 180 - ((Date.now() / HOUR_MS) % 24) * 15;
const site = (name: string, sn: string, faults: object[]) => ({
  ...{ name, timeZone: "UTC", currency: "EUR", latitude: 0, longitude: noonLongitude, faults },
  gateways: [
    {
      ...{ sn, intervalS: 60 },
      arrays: [{ name: "A", rows: 1, columns: UNITS, tiltDeg: 0, azimuthDeg: 180, moduleW: 420 }],
    },
  ],
});
const LATE_S = 10;
const content = {
  sites: [
    site("Lying", "DCON-LYING", [
      { kind: "stuck-switch" },
      { kind: "forged-replies" },
      { kind: "replayed-replies" },
    ]),
    site("Late", "DCON-LATE", [{ kind: "late-replies", seconds: LATE_S }]),
  ],
};

let server: TestServer;
let folder: string;
let api: ApiSession;
let simulation: Awaited<ReturnType<typeof startSimulation>>;
let stations: Record<string, string>;

beforeAll(async () => {
  server = await startTestServer();
  folder = await mkdtemp(join(tmpdir(), "heliograph-replies-"));
  const fleetPath = join(folder, "two.json");
  await writeFile(fleetPath, JSON.stringify(content));
  api = await openApiSession({ baseUrl: server.http, ...server });
  simulation = await startSimulation(
    {
      ...{ fleetPath, httpUrl: server.http, mqttUrl: server.mqtt, folder: join(folder, "state") },
      ...{ speed: 1, startAt: undefined, endsWithInput: false, getCredentials: () => server },
    },
    () => {},
  );
  await simulation.whenReady();
  stations = findFleetMemory(join(folder, "state", "fleet.json"))!.stations;
}, PATIENCE_MS);
afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

const readSafety = (stationId: string) =>
  api.call(endpoints.safety.get, { query: { stationId, withUnits: "true" } });
const readCommands = async (stationId: string) =>
  (await api.call(endpoints.command.listOfPlant, { query: { stationId, pageSize: 100 } })).rows;

/** Shuts a plant down once its units are known. */
async function shutDown(name: string): Promise<string> {
  const stationId = stations[name]!;
  await expect.poll(async () => (await readSafety(stationId)).counts.units, WITHIN).toBe(UNITS);
  await api.call(endpoints.safety.stop, { body: { stationId, idempotencyKey: randomUUID() } });
  return stationId;
}

/** The first command that opened units of a plant. */
const findFirst = async (stationId: string) =>
  (await readCommands(stationId)).filter(({ op }) => op === "open").at(-1);

/** Serial numbers of gateways with a security alarm about a reply. */
async function listForgers(): Promise<(string | null)[]> {
  const { rows } = await api.call(endpoints.log.list, {
    query: {
      ...{ kind: "security", type: "device.forged-reply" },
      ...{
        fromAt: new Date(Date.now() - HOUR_MS).toISOString(),
        toAt: new Date(Date.now() + HOUR_MS).toISOString(),
      },
    },
  });
  return [...new Set(rows.map(({ objectName }) => objectName))];
}

it(
  "forged and replayed replies of a gateway change nothing, and the forged ones raise a security alarm",
  async () => {
    const stationId = await shutDown("Lying");
    await expect.poll(async () => (await readSafety(stationId)).counts.acknowledged, WITHIN).toBe(UNITS);
    const first = await findFirst(stationId);
    expect(first).toMatchObject({ state: "done" });
    // Later commands were replied to as well, each with the first success again.
    const isRepeated = async () =>
      (await readCommands(stationId)).filter(({ op, state }) => op === "open" && state === "done").length > 1;
    await expect.poll(isRepeated, WITHIN).toBe(true);
    await expect.poll(async () => (await readSafety(stationId)).state, WITHIN).toBe("shutdown-timed-out");
    expect((await readSafety(stationId)).counts.proven).toBe(0);
    expect(await findFirst(stationId)).toEqual(first);
    await expect.poll(listForgers, WITHIN).toEqual(["DCON-LYING"]);
  },
  PATIENCE_MS,
);

it(
  "late replies of a gateway change nothing of what was measured",
  async () => {
    const stationId = await shutDown("Late");
    await expect.poll(async () => (await readSafety(stationId)).state, WITHIN).toBe("shut-down");
    const { units } = await readSafety(stationId);
    await expect.poll(async () => (await readSafety(stationId)).counts.acknowledged, WITHIN).toBe(UNITS);
    const { deliveredAt, finishedAt } = (await findFirst(stationId))!;
    expect(Date.parse(finishedAt!) - Date.parse(deliveredAt!)).toBeGreaterThanOrEqual(LATE_S * 1_000);
    const later = await readSafety(stationId);
    expect(later.state).toBe("shut-down");
    expect(later.units.map(({ provenAt }) => provenAt)).toEqual(units.map(({ provenAt }) => provenAt));
    expect(await listForgers()).not.toContain("DCON-LATE");
  },
  PATIENCE_MS,
);
