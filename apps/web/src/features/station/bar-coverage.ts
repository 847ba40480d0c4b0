import type { endpoints } from "virtual:endpoints";
import type { DataOf, StationDetail } from "@heliograph/contract";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { rangeOfPeriod } from "../../shared/ui/form/range-picker/range.ts";

type Bar = DataOf<typeof endpoints.station.energy>["bars"][number];
export type Calendar = Pick<StationDetail, "firstDay" | "today">;

/** Whether a bar lacks part of its data, as far as its share shows. */
export const isIncomplete = ({ energyWh, measuredShare }: Bar, tag: string): boolean =>
  energyWh !== null && measuredShare !== null && formatShare(measuredShare, tag) !== formatShare(1, tag);

/** Whether a period is without data although the plant has had reports before it ended, and it is not only starting. */
export function isMissing({ period, energyWh, measuredShare }: Bar, { firstDay, today }: Calendar): boolean {
  if (energyWh !== null) return false;
  if (measuredShare !== null) return measuredShare === 0;
  const range = rangeOfPeriod(period);
  return firstDay !== null && range !== undefined && range.to >= firstDay && range.to < today;
}
