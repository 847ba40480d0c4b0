import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
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

// A file of a model is all that is added: other values, other parameters in other units and ranges.
const WITHIN = { timeout: 60_000, interval: 100 };
const PATIENCE_MS = 150_000;

const mcon = {
  type: "MCON",
  model: "MC-9X",
  capabilities: ["param.get", "param.set"],
  // No string here is as hot as that, so that every row with this range is rejected.
  points: { vi: { scale: 0.1 }, tp: { scale: 0.5 }, eh: {}, st: {} },
  parameters: {
    mppStep: { kind: "number", unit: "mV", min: 20, max: 90, default: 40, texts: { en: "MPP step" } },
    mode: { kind: "choice", choices: ["eco", "boost"], default: "eco" },
  },
};
const optimizer = {
  type: "OPT",
  model: "MX-9X",
  points: { vi: { scale: 0.01 }, tp: { scale: 0.1, max: -55 }, rs: {}, st: {}, sw: {} },
};

const array = {
  name: "A",
  rows: 1,
  columns: 4,
  tiltDeg: 30,
  azimuthDeg: 180,
  moduleW: 420,
  moduleModel: optimizer.model,
  stringDevice: "MCON",
  stringModel: mcon.model,
};
const fleet = {
  sites: [
    {
      name: "Other models",
      timeZone: "Europe/Rome",
      currency: "EUR",
      latitude: 45,
      longitude: 8,
      gateways: [{ sn: "DCON-MODELS", intervalS: 1, arrays: [array] }],
    },
  ],
};

let server: TestServer;
let folder: string;
let api: ApiSession;
let stationId: string;
let simulation: Awaited<ReturnType<typeof startSimulation>>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "heliograph-models-"));
  const modelsFolder = join(folder, "models");
  await mkdir(modelsFolder);
  await writeFile(join(modelsFolder, "mc-9x.json"), JSON.stringify(mcon));
  await writeFile(join(modelsFolder, "mx-9x.json"), JSON.stringify(optimizer));
  await writeFile(join(folder, "fleet.json"), JSON.stringify(fleet));
  server = await startTestServer({ environment: { DEVICE_MODELS: modelsFolder } });
  const { account, password } = server;
  simulation = await startSimulation(
    {
      fleetPath: join(folder, "fleet.json"),
      httpUrl: server.http,
      mqttUrl: server.mqtt,
      folder: join(folder, "state"),
      speed: 1,
      startAt: undefined,
      modelsFolder,
      endsWithInput: false,
      getCredentials: () => ({ account, password }),
    },
    () => undefined,
  );
  await simulation.whenReady();
  api = await openApiSession({ baseUrl: server.http, account, password });
  stationId = findFleetMemory(join(folder, "state", "fleet.json"))?.stations["Other models"] ?? "";
}, PATIENCE_MS);

afterAll(async () => {
  await simulation?.stop();
  await server?.stop();
  await rm(folder, { recursive: true, force: true });
});

const listDevices = async (type: "MCON" | "OPT") =>
  (await api.call(endpoints.device.list, { query: { stationId, type } })).rows;

it("a model that is only a file reports its own values and has its own parameters, without a change of code", {
  timeout: PATIENCE_MS,
}, async () => {
  await expect.poll(async () => (await listDevices("MCON")).length, WITHIN).toBe(1);
  const [device] = await listDevices("MCON");
  const deviceId = device?.deviceId ?? "";
  expect(device).toMatchObject({ model: "MC-9X", inputCurrentA: null, signalDbm: null });
  expect(await api.call(endpoints.parameters.model, { query: { deviceId } })).toMatchObject({
    isGeneric: false,
    fields: ["inputVoltageV", "temperatureC", "generationWh"],
    parameterCount: 2,
  });
  const readParameters = () => api.call(endpoints.parameters.get, { query: { deviceId } });
  const values = { mppStep: 90, mode: "boost" };
  await expect(
    api.call(endpoints.parameters.set, { body: { deviceId, values: { ...values, mppStep: 91 } } }),
  ).rejects.toThrow();
  await expect(
    api.call(endpoints.parameters.set, { body: { deviceId, values: { heartbeat: 2 } } }),
  ).rejects.toThrow();
  await api.call(endpoints.parameters.set, { body: { deviceId, values } });
  await expect
    .poll(async () => (await readParameters()).rows.map(({ name, reported }) => [name, reported]), WITHIN)
    .toEqual([
      ["mppStep", 90],
      ["mode", "boost"],
    ]);
  expect((await readParameters()).rows[0]).toMatchObject({
    unit: "mV",
    min: 20,
    max: 90,
    texts: { en: "MPP step" },
  });
});
