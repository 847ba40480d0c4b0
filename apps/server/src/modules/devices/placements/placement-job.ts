import type { InstantRange } from "@heliograph/solar";
import { splitRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { markStaleWindows } from "../../energy/metering/window-marks.service.ts";
import type { DueChange } from "./changes.repository.ts";
import { finishChanges, listDueChanges, lockPlacementJob, saveMoved } from "./changes.repository.ts";
import type { RightPlace } from "./right-places.repository.ts";
import { listRightPlaces } from "./right-places.repository.ts";
import type { SampleSearch } from "./samples.repository.ts";
import { findMisplaced, moveSamples, NO_PLANT_KEY } from "./samples.repository.ts";

const PASS_EVERY_MS = 2_000;
const MAX_CHANGES = 100;
/** Right places of one statement: they are written into its text, which has a limit. */
const MAX_PLACES = 1_000;
/** Bounds the memory of one statement. */
const PIECE_MS = 31 * 86_400_000;
// No sample is stored with a later time.
const AHEAD_MS = 86_400_000;
/**
 * A report that was placed by earlier links is stored within 5 minutes of its arrival, or its connection is closed
 * (docs/adr/0003). A change is checked once more when no such report can be on its way.
 */
const SETTLE_MS = 10 * 60_000;

export interface PlacementJobDeps {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
  logger: Logger;
}

interface PlacedChange {
  readonly change: DueChange;
  readonly places: readonly RightPlace[];
}

/** Devices in groups that fit one statement. A unit has as many right places as its plant has gateways, at least. */
function splitByPlaces(placed: readonly PlacedChange[]): PlacedChange[][] {
  const groups: PlacedChange[][] = [];
  let free = 0;
  for (const each of placed) {
    if (groups.length === 0 || each.places.length > free) {
      groups.push([]);
      free = MAX_PLACES;
    }
    groups.at(-1)?.push(each);
    free -= each.places.length;
  }
  return groups;
}

/** Moves the samples of devices whose links changed for the past to the plant and slot of their own time. */
export function createPlacementJob({ db, clickhouse, clock, logger }: PlacementJobDeps) {
  /** Looks for windows over the whole range, since rows may have been moved before the process ended. */
  async function settleRange(search: SampleSearch, range: InstantRange): Promise<void> {
    const plantKeys = search.plantKeys.filter((key) => key !== NO_PLANT_KEY);
    for (const piece of splitRange(range, PIECE_MS)) {
      const part = { ...search, range: piece };
      if (await findMisplaced(clickhouse, part)) await moveSamples(clickhouse, part);
      await markStaleWindows({ db, clickhouse }, { ...part, plantKeys });
    }
  }

  async function settleGroup(placed: readonly PlacedChange[], range: InstantRange): Promise<void> {
    const changes = placed.map(({ change }) => change);
    const places = placed.flatMap((each) => each.places);
    const plantKeys = [NO_PLANT_KEY, ...places.map(({ plantKey }) => plantKey)].concat(
      ...changes.map((change) => change.plantKeys),
    );
    const search: SampleSearch = {
      plantKeys: [...new Set(plantKeys)],
      deviceKeys: changes.map(({ deviceKey }) => deviceKey),
      range,
      places,
    };
    const misplaced = await findMisplaced(clickhouse, search);
    if (!misplaced && !changes.some(({ hasMoved }) => hasMoved)) return;
    await saveMoved(db, changes);
    await settleRange(search, range);
    if (misplaced)
      logger.info(
        { devices: changes.length, samples: misplaced.count },
        "samples moved to the plant and slot of their links",
      );
  }

  async function settle(changes: readonly DueChange[], range: InstantRange): Promise<void> {
    const deviceIds = changes.map(({ deviceId }) => deviceId);
    const places = await listRightPlaces(db, { deviceIds, until: range.toAt });
    const byDevice = Map.groupBy(places, ({ deviceKey }) => deviceKey);
    const placed = changes.map((change) => ({ change, places: byDevice.get(change.deviceKey) ?? [] }));
    for (const group of splitByPlaces(placed)) await settleGroup(group, range);
  }

  /** Settles the changes that are due; returns how many. */
  async function runOnce(signal?: AbortSignal): Promise<number> {
    return await db.transaction().execute(async (trx) => {
      if (!(await lockPlacementJob(trx))) return 0;
      const now = clock.now();
      const due = await listDueChanges(db, { now, until: now + AHEAD_MS, limit: MAX_CHANGES });
      const byRange = Map.groupBy(due, ({ range }) => `${range.fromAt}/${range.toAt}`);
      for (const changes of byRange.values()) {
        if (signal?.aborted) return 0;
        await settle(changes, changes[0]!.range);
        await finishChanges(db, changes, { now, settleMs: SETTLE_MS });
      }
      return due.length;
    });
  }

  async function pass(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await runOnce(signal)) === MAX_CHANGES);
  }

  const loop = createLoop({
    work: pass,
    everyMs: PASS_EVERY_MS,
    logger,
    failureMessage: "samples of changed links could not be moved",
  });

  return { start: loop.start, stop: loop.stop, runOnce: () => runOnce() };
}
