import { trapezoidCounter } from "@heliograph/solar";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeDataset } from "../../../../../../../packages/solar/test/datasets.ts";
import type { TestEngines } from "../../../../../test/engines.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createDevice, createPlant } from "../../../../../test/fixtures.ts";
import { createVirtualClock } from "../../../../infra/clock.ts";
import { createLogger } from "../../../../infra/logger.ts";
import { systemScope } from "../../../base/access/scope.ts";
import { createMeteringService } from "../metering.service.ts";
import { markWindows } from "../window-marks.service.ts";
import { createRollUpJob } from "./roll-up-job.ts";

let engines: TestEngines;
beforeAll(async () => {
  engines = await openTestEngines();
});
afterAll(() => engines.close());

interface Reading {
  device: number;
  at: number;
  eh: number;
  pw?: number;
}

/** Stores readings as reports would be, in pieces and not in order, and reads the month's bars. */
async function readDays(options: {
  readings: readonly Reading[];
  kind: "SCON" | "OPT";
  timeZone: string;
  period: string;
}) {
  const { readings, kind, timeZone, period } = options;
  const plant = await createPlant(engines.db, {
    timeZone,
    meteringLevel: kind === "OPT" ? "module" : "string",
  });
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await sql`update gateways set report_interval_s = 900 where device_id = ${gateway.id}`.execute(engines.db);
  const clock = createVirtualClock(Date.UTC(2026, 5, 1));
  const job = createRollUpJob({
    ...engines,
    clock,
    logger: createLogger({ logLevel: "silent" }),
    onEnergyChanged: () => {},
    plantKeys: [plant.key],
  });
  const half = Math.floor(readings.length / 2);
  for (const piece of [readings.slice(half), readings.slice(0, half)]) {
    await engines.clickhouse.insertRows(
      "samples",
      piece.map(({ device, at, eh, pw }) => ({
        plant: plant.key,
        day: new Date(at),
        device,
        at,
        slot: 0,
        kind,
        gateway: 1,
        seq: 1,
        is_history: 0,
        received_at: clock.now(),
        eh,
        pw: pw ?? null,
      })),
    );
    await markWindows(
      engines.db,
      piece.map(({ at }) => ({ plantKey: plant.key, windowAt: at })),
    );
    await job.drain();
  }
  const metering = createMeteringService({ ...engines, clock });
  const { bars } = await metering.bars(systemScope(), { stationId: plant.id, by: "day", period });
  return bars.filter(({ energyWh }) => energyWh !== null);
}

function expectWithin(figure: number | null | undefined, expected: number, share: number): void {
  expect(Math.abs((figure ?? Number.NaN) - expected)).toBeLessThanOrEqual(expected * share);
}

describeDataset("two half strings", "strings/serf_west_15min.csv", (lines) => {
  it("give on each day the energy under their power within 0.5 %", async () => {
    const [head = "", ...body] = lines();
    const column = (name: string) => head.split(",").findIndex((title) => title.startsWith(name));
    const halves = ["dc_pos", "dc_neg"].map((half, index) => ({
      device: index + 1,
      voltage: column(`${half}_voltage`),
      current: column(`${half}_current`),
    }));
    const hourMs = 3_600_000;
    // The file's clock shows local standard time, which is this zone's in winter.
    const rows = body.map((line) => line.split(","));
    const localMs = (row: readonly string[]) => Date.parse(`${row[0]?.replace(" ", "T")}Z`);
    const expected = new Map<string, number>();
    const readings = halves.flatMap(({ device, voltage, current }) => {
      const points = rows.map((row) => {
        const powerW = Math.abs(Number(row[voltage]) * Number(row[current]));
        const day = String(row[0]).slice(0, 10);
        expected.set(day, (expected.get(day) ?? 0) + powerW / 4);
        return { at: localMs(row) + 7 * hourMs, powerW };
      });
      const counters = trapezoidCounter(points, hourMs);
      return counters.map(({ at, counterWh }, index) => ({
        device,
        at,
        eh: counterWh,
        pw: points[index]?.powerW,
      }));
    });
    const days = await readDays({ readings, kind: "SCON", timeZone: "America/Denver", period: "2022-01" });
    expect(days.map(({ period }) => period)).toEqual([...expected.keys()]);
    for (const { period, energyWh } of days) expectWithin(energyWh, expected.get(period) ?? 0, 0.005);
    expect(days.every(({ resets, estimatedWh }) => resets === 0 && estimatedWh === 0)).toBe(true);
  });
});

describeDataset("an optimizer's counter that falls twice", "modules/tigo-ts4-energy-4s.csv", (lines) => {
  it("gives the growth between the falls, and says that there were two", async () => {
    let previous: number | undefined;
    let grownWh = 0;
    const readings = lines()
      .slice(1)
      .flatMap((line) => {
        const [, state, changedAt = ""] = line.split(",");
        const eh = Number(state);
        if (!Number.isFinite(eh)) return [];
        if (previous !== undefined && eh > previous) grownWh += eh - previous;
        previous = eh;
        return [{ device: 1, at: Date.parse(changedAt), eh }];
      });
    const days = await readDays({ readings, kind: "OPT", timeZone: "UTC", period: "2026-03" });
    expect(days).toHaveLength(1);
    expect(days[0]).toMatchObject({ period: "2026-03-07", resets: 2 });
    expectWithin(days[0]?.energyWh, grownWh, 0.000_1);
  });
});
