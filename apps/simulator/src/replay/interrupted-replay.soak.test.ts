import { rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoints } from "@heliograph/contract";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runReplayCommand } from "../../test/replay-command.ts";
import type { TestServer } from "../../test/server.ts";
import { startTestServer } from "../../test/server.ts";
import { openApiSession } from "./api-session.ts";

const DAYS = 200;
const DAY_MS = 86_400_000;
const POWER_W = 1_000;

let server: TestServer;
const file = join(tmpdir(), `heliograph-interrupted-${process.pid}.csv`);

/** A quarter of an hour of 1 kW at each day's noon, so that each day is one report of 250 Wh. */
function writeFile(): void {
  const first = Date.UTC(2020, 0, 1, 12);
  const lines = Array.from({ length: DAYS }, (_, day) =>
    [0, 900_000].map((ms) => {
      const wall = new Date(first + day * DAY_MS + ms).toISOString().slice(0, 19).replace("T", " ");
      return `${wall}-07:00,${POWER_W}`;
    }),
  ).flat();
  writeFileSync(file, `${["measured_on,ac_power", ...lines].join("\n")}\n`);
}

beforeAll(async () => {
  writeFile();
  server = await startTestServer();
});
afterAll(async () => {
  rmSync(file, { force: true });
  await server?.stop();
});

describe("a server that is killed in the middle of a replay", () => {
  it("receives the remaining reports from the gateway after its restart: none is missing, none is counted twice", async () => {
    let isDone = false;
    const running = runReplayCommand(server, [file, "--original"]).finally(() => {
      isDone = true;
    });
    const before = await openApiSession({ baseUrl: server.http, ...server });
    const findPlant = async (api: typeof before) =>
      (await api.call(endpoints.station.list, { query: {} })).rows[0];
    // The oldest report is sent first: once it can be read, the others are in transit.
    const isBegun = async () => {
      const plant = await findPlant(before);
      if (!plant) return false;
      const query = { stationId: plant.stationId, day: "2020-01-01" };
      const { points } = await before.call(endpoints.station.curve, { query });
      return points.some(({ powerW }) => powerW !== null);
    };
    await expect.poll(isBegun, { timeout: 30_000, interval: 10 }).toBe(true);
    await server.kill();
    expect(isDone).toBe(false);

    const ports = { http: new URL(server.http).port, mqtt: new URL(server.mqtt).port };
    server = await startTestServer({ dataFolder: server.dataFolder, ports });
    const { exitCode, stderr, stdout } = await running;
    expect(stderr).toBe("");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`${DAYS * 2} samples of 1 devices, 2020-01-01 to 2020-07-18`);

    const after = await openApiSession({ baseUrl: server.http, ...server });
    // Energies of a busy machine follow in passes that are up to a minute apart.
    await expect
      .poll(async () => (await findPlant(after))?.energyTotalKwh, { timeout: 400_000, interval: 500 })
      .toBeCloseTo((DAYS * POWER_W * 0.25) / 1_000, 6);
  }, 600_000);
});
