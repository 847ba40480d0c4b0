import type { StationDetail } from "@heliograph/contract";
import { useSearchParams } from "react-router";
import { findComingSunrise } from "../../shared/base/coming-sunrise.ts";
import { addDays } from "../../shared/base/format/times.ts";
import type { LayoutAddress } from "../../shared/roof/use-layout-address.ts";
import { useLayoutAddress } from "../../shared/roof/use-layout-address.ts";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";

type Sunlit = Pick<StationDetail, "today" | "firstDay" | "sun" | "isAsleep" | "powerW" | "energyTodayKwh">;

/** Power is none at most so long after sunrise and before sunset where the light is all that is missing. */
const LOW_SUN_MS = 3_600_000;

function isDark({ sun, isAsleep, powerW }: Sunlit, now: number): boolean {
  if ((powerW ?? 0) > 0) return false;
  if (isAsleep || findComingSunrise(sun, now) !== undefined) return true;
  if (sun === null) return false;
  return now < Date.parse(sun.sunriseAt) + LOW_SUN_MS || now > Date.parse(sun.sunsetAt) - LOW_SUN_MS;
}

/** Without power at night and in low light, the day that has just ended; undefined by day, and before a first day. */
export function findEndedDay(plant: Sunlit, now: number): string | undefined {
  if (!isDark(plant, now)) return undefined;
  const { today, firstDay, sun, energyTodayKwh } = plant;
  const isOver =
    sun === null
      ? (energyTodayKwh ?? 0) > 0
      : now > (Date.parse(sun.sunriseAt) + Date.parse(sun.sunsetAt)) / 2;
  if (isOver) return today;
  return firstDay !== null && firstDay < today ? addDays(today, -1) : undefined;
}

/** What the address may hold of a value and a moment. */
const CHOICES = ["value", "day", "minute"] as const;

type Change = Partial<{ [Name in keyof LayoutAddress]: LayoutAddress[Name] | undefined }>;

/** The address of a roof; at night, until a value or moment is chosen, the energy of the day that has just ended. */
export function useRoofAddress(plant: StationDetail) {
  const { address, change } = useLayoutAddress();
  const [params] = useSearchParams();
  const endedDay = findEndedDay(plant, useServerNow());
  if (endedDay === undefined) return { address, change };
  const isChosen = CHOICES.some((name) => params.has(name));
  const night = isChosen ? {} : ({ value: "energy", day: endedDay } as const);
  return {
    address: { ...address, ...night },
    // What is chosen is written with all that is shown beside it: without any of it, the night's energy is shown again.
    change(next: Change): void {
      const chosen = "day" in next ? { ...next, day: next.day ?? plant.today } : next;
      change(CHOICES.some((name) => name in next) ? { ...night, ...chosen } : next);
    },
  };
}
