import { addDays, listDays } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../../infra/clock.ts";
import type { Logger } from "../../../../infra/logger.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { listCurrentEnergies } from "../figures/current-energies.repository.ts";
import { recomputeDays, recountEnergies } from "../figures/current-energies.ts";
import type { StoredRecount } from "./day-recounts.repository.ts";
import { deleteRecount, listRecounts } from "./day-recounts.repository.ts";

// ClickHouse limits the length of a query, and each day is named in it.
const DAYS_PER_STEP = 90;

interface RecountDeps {
  readonly db: Db;
  readonly clickhouse: ClickHouse;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called when energies of the plant changed. */
  onEnergyChanged(plantId: string): void;
  /** Only these plants; all when absent. */
  readonly plantKeys?: readonly number[];
}

/** Days of a request that may have figures; none without any counted day. */
async function listCountedDays({ db, clock }: RecountDeps, request: StoredRecount): Promise<string[]> {
  const [energies] = await listCurrentEnergies(db, [request.plantKey], new Date(clock.now()));
  if (energies?.firstDay == null) return [];
  // The first day with data may be one or two days earlier by another clock.
  const fromDays = [addDays(energies.firstDay, -2), request.fromDay].toSorted();
  return listDays(fromDays[1] as string, request.toDay);
}

async function recountPlant(deps: RecountDeps, request: StoredRecount, signal?: AbortSignal): Promise<void> {
  const { db, clickhouse, clock } = deps;
  const plantKeys = [request.plantKey];
  const days = await listCountedDays(deps, request);
  for (let done = 0; done < days.length; done += DAYS_PER_STEP) {
    if (signal?.aborted) return;
    const step = days.slice(done, done + DAYS_PER_STEP);
    const [fromDay = "", toDay = ""] = [step[0], step.at(-1)];
    await recomputeDays({ db, clickhouse }, { plantKeys, fromDay, toDay, now: clock.now() });
  }
  // A change in the future moves the end of today.
  await recountEnergies({ db, clickhouse }, plantKeys, clock.now());
  await deleteRecount(db, request);
}

/** Counts the days anew whose bounds were moved by a change of zone. */
export async function recountChangedDays(deps: RecountDeps, signal?: AbortSignal): Promise<void> {
  for (const request of await listRecounts(deps.db, deps.plantKeys)) {
    if (signal?.aborted) return;
    try {
      await recountPlant(deps, request, signal);
      deps.onEnergyChanged(request.plantId);
    } catch (error) {
      // The request stays; other plants do not wait for this one.
      deps.logger.error(
        { err: error, plantKey: request.plantKey },
        "days of a plant could not be counted again",
      );
    }
  }
}
