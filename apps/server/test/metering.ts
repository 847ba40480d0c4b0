import { createVirtualClock } from "../src/infra/clock.ts";
import { createLogger } from "../src/infra/logger.ts";
import { createMeteringService } from "../src/modules/energy/metering/metering.service.ts";
import { createRollUpJob } from "../src/modules/energy/metering/roll-up/roll-up-job.ts";
import { markWindows } from "../src/modules/energy/metering/window-marks.service.ts";
import type { TestEngines } from "./engines.ts";
import type { PlantOptions } from "./fixtures.ts";
import { createPlant } from "./fixtures.ts";

export const minute = 60_000;
export const hour = 60 * minute;

/** Time of every metered plant: an afternoon in June. */
export const meteringClock = createVirtualClock(Date.UTC(2026, 5, 20, 15));

/** A stored sample; an optimizer's without a slot by default. */
export interface TestSample {
  device: number;
  at: number;
  slot?: number;
  kind?: string;
  pw?: number | null;
  eh?: number | null;
  gi?: number | null;
  ta?: number | null;
  vi?: number;
  ii?: number;
  rs?: number;
  /** 0 while its switch is open. */
  sw?: number;
}

/** Writes counted days of a plant without the roll-up; lists and totals show them after `recountEnergies`. */
export async function writePlantDays(
  engines: TestEngines,
  plantKey: number,
  energyWhByDay: Readonly<Record<string, number>>,
): Promise<void> {
  await engines.clickhouse.insertRows(
    "plant_days",
    Object.entries(energyWhByDay).map(([plant_day, energy_wh]) => ({
      plant: plantKey,
      plant_day,
      level: "module",
      energy_wh,
      backfilled_wh: 0,
      estimated_wh: 0,
      resets: 0,
      window_count: 40,
      is_demo: 0,
      computed_at: new Date(`${plant_day}T12:00:00Z`),
    })),
  );
}

/** Stores samples of a plant without the device link. */
export async function storeSamples(
  engines: Pick<TestEngines, "clickhouse">,
  plantKey: number,
  samples: readonly TestSample[],
): Promise<void> {
  await engines.clickhouse.insertRows(
    "samples",
    samples.map(({ device, at, slot = 0, kind = "OPT", ...values }) => ({
      plant: plantKey,
      day: new Date(at),
      device,
      at,
      slot,
      kind,
      gateway: 1,
      seq: 1,
      is_history: 0,
      received_at: at + 1_000,
      pw: values.pw ?? null,
      eh: values.eh ?? null,
      gi: values.gi ?? null,
      ta: values.ta ?? null,
      vi: values.vi ?? null,
      ii: values.ii ?? null,
      rs: values.rs ?? null,
      sw: values.sw ?? null,
    })),
  );
}

/** A plant whose samples are stored and marked by hand, with a roll-up job of its own. */
export async function openMeteredPlant(engines: TestEngines, options: PlantOptions = {}) {
  const plant = await createPlant(engines.db, options);
  const changed: string[] = [];
  const job = createRollUpJob({
    ...engines,
    clock: meteringClock,
    logger: createLogger({ logLevel: "silent" }),
    onEnergyChanged: (plantId) => changed.push(plantId),
    plantKeys: [plant.key],
  });
  const store = (samples: readonly TestSample[]) => storeSamples(engines, plant.key, samples);
  return {
    ...plant,
    changed,
    job,
    metering: createMeteringService({ ...engines, clock: meteringClock }),
    store,
    async report(samples: readonly TestSample[]) {
      await store(samples);
      await markWindows(
        engines.db,
        samples.map(({ at }) => ({ plantKey: plant.key, windowAt: at })),
      );
    },
  };
}

/** Samples of a constant power every five minutes, the end included, with a counter that counts it. */
export function createConstantSamples(
  device: number,
  fromAt: number,
  toAt: number,
  powerW: number,
  extra: Partial<TestSample> = {},
) {
  const samples: TestSample[] = [];
  for (let at = fromAt; at <= toAt; at += 5 * minute)
    samples.push({ device, at, pw: powerW, eh: 1_000 + (powerW * (at - fromAt)) / hour, ...extra });
  return samples;
}
