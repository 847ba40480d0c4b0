import { setImmediate } from "node:timers/promises";
import type { InstantRange } from "@heliograph/solar";
import { daysRange } from "@heliograph/solar";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import { getMeasuredShare, listDaylightWindows } from "../curve/measured-share.ts";
import type { EnergyPlant } from "../plants.repository.ts";
import { WINDOW_MS } from "../windows.ts";
import type { MeasuredWindows } from "./measured-quarters.repository.ts";
import { listMeasuredQuarters } from "./measured-quarters.repository.ts";

interface CoverageQuery {
  readonly plant: EnergyPlant;
  /** First local day with data; what was before is not missing. */
  readonly firstDay: string | null;
  readonly now: number;
}

/** Share of the daylight of a range that was measured; null without coordinates and while no daylight of it is over. */
export function shareMeasured(
  plant: EnergyPlant,
  range: InstantRange,
  { now, measured }: { readonly now: number; readonly measured: MeasuredWindows },
): number | null {
  // A window between two reports is measured with the second one.
  const reportedUntil = now - Math.max(0, plant.reportIntervalS * 1000 - WINDOW_MS);
  return getMeasuredShare(listDaylightWindows(plant, range, reportedUntil), measured);
}

/**
 * Share of the daylight of each range of days, so far, that was measured; null before the plant's first day, in the future
 * and without coordinates.
 */
export async function readMeasuredShares(
  clickhouse: ClickHouse,
  { plant, firstDay, now }: CoverageQuery,
  ranges: readonly { readonly fromDay: string; readonly toDay: string }[],
): Promise<(number | null)[]> {
  const sinceFirst = ranges.map(({ fromDay, toDay }) => {
    if (firstDay === null || toDay < firstDay) return undefined;
    const { fromAt, toAt } = daysRange(fromDay < firstDay ? firstDay : fromDay, toDay, plant.zones);
    return fromAt < now ? { fromAt, toAt: Math.min(toAt, now) } : undefined;
  });
  const known = sinceFirst.filter((range) => range !== undefined);
  const [first, last] = [known[0], known.at(-1)];
  if (plant.latitude === null || !first || !last) return ranges.map(() => null);
  const measuredOf = await listMeasuredQuarters(clickhouse, {
    plantKeys: [plant.plantKey],
    meteringSets: plant.meteringSets,
    range: { fromAt: first.fromAt, toAt: last.toAt },
  });
  const measured = measuredOf(plant.plantKey);
  const shares: (number | null)[] = [];
  for (const range of sinceFirst) {
    shares.push(range ? shareMeasured(plant, range, { now, measured }) : null);
    // The sun of ten years takes a quarter of a second.
    await setImmediate();
  }
  return shares;
}
