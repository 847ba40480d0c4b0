import type { DataInputOf, endpoints, QueryOf } from "@heliograph/contract";
import { PREVIEW_DAYS } from "@heliograph/contract";
import { sunPosition } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { LOW_SUN_DEG, toLimit } from "./judge.ts";
import type { PreviewPlant, Run } from "./preview.repository.ts";
import { countSamples, listPreviewPlants, listRuns } from "./preview.repository.ts";

type Preview = typeof endpoints.alarmThreshold.preview;

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** Samples up to `each` count one by one, more in steps; of more than `read`, fewer days are read. */
const MAX_SAMPLES = { each: 5_000_000, read: 60_000_000 };
const STEP_S = 900;
/** Three reports of the slowest usual interval. */
const GAP_MS = 15 * MINUTE_MS;
const MAX_RUNS = 200_000;

function isSunLow({ latitude, longitude }: PreviewPlant, at: number): boolean {
  if (latitude === null || longitude === null) return false;
  return sunPosition({ latitude, longitude, at }).elevationDeg < LOW_SUN_DEG;
}

/** When a run begins to count: low voltage and current only while the sun is up. */
function findStart({ fromMs, toMs }: Run, plant: PreviewPlant | undefined): number {
  if (!plant) return fromMs;
  for (let at = fromMs; at <= toMs; at += 5 * MINUTE_MS) if (!isSunLow(plant, at)) return at;
  return Number.POSITIVE_INFINITY;
}

interface Counted {
  alarms: number;
  devices: number;
}

/** Alarms that the runs of devices would have raised; `plants` where only daylight counts. */
export function countAlarms(
  runs: readonly Run[],
  options: { delayMs: number; stepMs: number; plants?: ReadonlyMap<number, PreviewPlant> },
): Counted {
  const { delayMs, stepMs, plants } = options;
  const raising = new Set<number>();
  const present = new Set<number>();
  let alarms = 0;
  for (const run of runs) {
    const { deviceKey, state, toMs } = run;
    if (state === 0) present.delete(deviceKey);
    if (state !== 2 || present.has(deviceKey)) continue;
    if (toMs + stepMs - findStart(run, plants?.get(run.plantKey)) < delayMs) continue;
    alarms += 1;
    present.add(deviceKey);
    raising.add(deviceKey);
  }
  return { alarms, devices: raising.size };
}

/** How many alarms a limit would have raised at the caller's plants, from stored samples. */
export async function previewAlarms(
  { db, clock, clickhouse }: { db: Db; clock: Clock; clickhouse: Pick<ClickHouse, "query"> },
  scope: Scope,
  query: QueryOf<Preview>,
  max = MAX_SAMPLES,
): Promise<DataInputOf<Preview>> {
  const plants = await listPreviewPlants(db, scope, query);
  const plantKeys = plants.map(({ plantKey }) => plantKey);
  const { deviceType: kind, quantity } = query;
  const { sign, raise, clear, delayMs, isOfProduction } = toLimit({
    ...query,
    isOn: true,
    severity: "alarm",
  });
  const toAt = clock.now();
  const all = { fromAt: toAt - PREVIEW_DAYS * DAY_MS, toAt };
  const { total, firstMs } =
    plantKeys.length === 0
      ? { total: 0, firstMs: 0 }
      : await countSamples(clickhouse, { plantKeys, kind, quantity, range: all });
  const days = Math.max(1, Math.floor(PREVIEW_DAYS * Math.min(1, max.read / Math.max(1, total))));
  const stepS = total > max.each ? STEP_S : undefined;
  const fromAt = toAt - days * DAY_MS;
  const runs =
    total === 0
      ? []
      : await listRuns(clickhouse, {
          plantKeys,
          kind,
          quantity,
          range: { fromAt, toAt },
          sign,
          raise,
          clear,
          isOfProduction,
          stepS,
          gapMs: stepS === undefined ? GAP_MS : 2 * STEP_S * 1_000,
          limit: MAX_RUNS,
        });
  const counted = countAlarms(runs, {
    delayMs,
    stepMs: (stepS ?? 0) * 1_000,
    ...(isOfProduction && { plants: new Map(plants.map((plant) => [plant.plantKey, plant])) }),
  });
  return {
    ...counted,
    days,
    fromAt: firstMs === 0 ? null : new Date(Math.max(firstMs, fromAt)).toISOString(),
    stepS: stepS ?? null,
    isCapped: runs.length === MAX_RUNS,
  };
}
