import { addDays, dayRange, plantDayOf } from "@heliograph/solar";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { MeteringService, UnitHours } from "../../energy/metering/metering.service.ts";
import type { RunningCampaign } from "./offers.repository.ts";
import type { YieldPlant } from "./yield.repository.ts";
import { listYieldPlants } from "./yield.repository.ts";
import type { ComparedPlant, YieldResult } from "./yield-rules.ts";
import { compareYields, findMedian, isYieldGood } from "./yield-rules.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Reports of a day may arrive this late. */
const GRACE_MS = 2 * HOUR_MS;
/** Days before the wave among which a bright one is looked for, and days that are waited for one after it. */
const MAX_DAYS = 7;
/** A day on which the median peer produced less shows nothing. */
const MIN_DAY_WH = 50;
/** Types of devices whose energies are measured. */
const MEASURED: readonly string[] = ["OPT", "SCON", "MCON"];

export type YieldVerdict = YieldResult & { readonly result: "good" | "low" | "unknown" };

export const needsYield = ({ checksYield, yieldWave, wave, type }: RunningCampaign): boolean =>
  checksYield && yieldWave < wave && MEASURED.includes(type);

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

/** Compares the units of an ended wave with their untouched peers over a whole production period. */
export function createYieldCheck({
  db,
  clock,
  metering,
}: {
  db: Db;
  clock: Clock;
  metering: Pick<MeteringService, "unitHours" | "listAllUpdating">;
}) {
  /** Energies by unit of a day on which the peers produced enough, and nothing before `sinceAt`; else undefined. */
  async function readDay(
    { plantKey, zones, peers }: YieldPlant,
    day: string,
    sinceAt = 0,
  ): Promise<Map<number, number> | undefined> {
    const range = dayRange(day, zones);
    const units = await metering.unitHours({ plantKey, range });
    const byKey = new Map(units.map((unit): [number, UnitHours] => [unit.deviceKey, unit]));
    const hoursBefore = Math.max(0, Math.ceil((sinceAt - range.fromAt) / HOUR_MS));
    const early = peers.flatMap((key) => byKey.get(key)?.energyWh.slice(0, hoursBefore) ?? []);
    const ofDay = peers.map((key) => sumOf(byKey.get(key)?.energyWh ?? []));
    if (sumOf(early) > 0 || findMedian(ofDay) < MIN_DAY_WH) return undefined;
    return new Map(units.map(({ deviceKey, energyWh }) => [deviceKey, sumOf(energyWh)]));
  }

  async function findDay(
    plant: YieldPlant,
    days: readonly string[],
    sinceAt?: number,
  ): Promise<Map<number, number> | undefined> {
    for (const day of days) {
      const found = await readDay(plant, day, sinceAt);
      if (found) return found;
    }
    return undefined;
  }

  async function comparePlant(plant: YieldPlant, campaign: RunningCampaign) {
    const { zones, endedAt, upgraded, peers } = plant;
    const lastDay = plantDayOf(clock.now() - GRACE_MS, zones);
    const firstDay = plantDayOf(endedAt.getTime(), zones);
    const after = Array.from({ length: MAX_DAYS + 1 }, (_, index) => addDays(firstDay, index)).filter(
      (day) => day < lastDay,
    );
    const ofAfter = await findDay(plant, after, endedAt.getTime());
    if (!ofAfter) return undefined;
    const begun = plantDayOf(campaign.waveBegunAt.getTime(), zones);
    const before = Array.from({ length: MAX_DAYS }, (_, index) => addDays(begun, -1 - index));
    const ofBefore = (await findDay(plant, before)) ?? new Map<number, number>();
    const pairOf = (key: number) => ({
      beforeWh: ofBefore.get(key) ?? 0,
      afterWh: ofAfter.get(key) ?? 0,
    });
    return { upgraded: upgraded.map(pairOf), peers: peers.map(pairOf) } satisfies ComparedPlant;
  }

  return {
    /** Undefined while the production period is not over. A plant without peers is left out. */
    async compare(campaign: RunningCampaign): Promise<YieldVerdict | undefined> {
      const plants = (await listYieldPlants(db, campaign)).filter(({ peers }) => peers.length > 0);
      const updating = new Set(plants.length === 0 ? [] : await metering.listAllUpdating());
      const waitedMs = clock.now() - (campaign.yieldWaitAt?.getTime() ?? clock.now());
      const isOver = waitedMs > (MAX_DAYS + 1) * DAY_MS;
      const compared: ComparedPlant[] = [];
      for (const plant of plants) {
        const found = updating.has(plant.plantKey) ? undefined : await comparePlant(plant, campaign);
        if (found) compared.push(found);
        else if (!isOver) return undefined;
      }
      const result = compareYields(compared);
      if (plants.length > 0 && compared.length === 0) return { ...result, result: "unknown" };
      return { ...result, result: isYieldGood(result) ? "good" : "low" };
    },
  };
}
