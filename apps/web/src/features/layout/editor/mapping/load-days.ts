import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import type { DayPlanes } from "@heliograph/contract/layout-day";
import { call } from "../../../../shared/api/api.ts";
import { addDays } from "../../../../shared/base/format/times.ts";
import { readDayFile } from "../../../../shared/roof/read-day-file.ts";
import { isComparable } from "./shade-profiles.ts";

/** Days that are read, and how far back they are looked for. */
export const WANTED_DAYS = 10;
const MAX_DAYS_BACK = 21;

const hasPower = ({ planes }: DayPlanes): boolean => planes.powerW.some((count) => count > 1);

interface DaysToLoad {
  readonly plant: StationDetail;
  readonly onProgress: (days: number) => void;
  readonly signal: AbortSignal;
}

/** The latest days of a plant that are over, have values and can be compared. Throws an `ApiError` when one cannot be read. */
export async function loadDays({ plant, onProgress, signal }: DaysToLoad): Promise<DayPlanes[]> {
  const { stationId, today, firstDay } = plant;
  const days: DayPlanes[] = [];
  for (let back = 1; back <= MAX_DAYS_BACK && days.length < WANTED_DAYS && !signal.aborted; back++) {
    const day = addDays(today, -back);
    if (firstDay !== null && day < firstDay) break;
    const response = await call(endpoints.layout.day, { query: { stationId, day } });
    if (response === undefined) continue;
    const file = await readDayFile(response.data);
    if (hasPower(file) && isComparable(file, (days[0] ?? file).header.stepS)) days.push(file);
    onProgress(days.length);
  }
  return days;
}
