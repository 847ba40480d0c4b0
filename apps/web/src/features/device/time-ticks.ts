import { addDays, formatClock, formatDay, instantAt } from "../../shared/base/format/times.ts";
import type { Zoom } from "./zoom.ts";

const DAY_MINUTES = 24 * 60;
const STEPS_MINUTES = [
  5,
  10,
  15,
  30,
  60,
  120,
  180,
  360,
  720,
  ...[1, 2, 5, 10].map((days) => days * DAY_MINUTES),
];
const MAX_TICKS = 12;

interface TimeAxis {
  readonly fromMs: number;
  readonly toMs: number;
  readonly timeZone: string;
}

const dayOf = (at: number, timeZone: string): string => new Date(at).toLocaleDateString("sv", { timeZone });

/** Instants for labels on the part of a time axis that is on screen: full hours and midnights of the zone's clock. */
export function listTimeTicks({ fromMs, toMs, timeZone }: TimeAxis, { start, end }: Zoom): number[] {
  const length = toMs - fromMs;
  const shown = { fromMs: fromMs + (length * start) / 100, toMs: fromMs + (length * end) / 100 };
  const minutes = (shown.toMs - shown.fromMs) / 60_000;
  const step = STEPS_MINUTES.find((each) => minutes / each <= MAX_TICKS) ?? DAY_MINUTES;
  const ticks = new Set<number>();
  // Counted from the first day of the axis, so that labels keep their days while it is moved.
  const firstDay = dayOf(fromMs, timeZone);
  for (let tick = 0; ; tick += step) {
    const day = addDays(firstDay, Math.floor(tick / DAY_MINUTES));
    const at = instantAt(day, tick % DAY_MINUTES, timeZone);
    if (at > shown.toMs) return [...ticks].sort((one, other) => one - other);
    if (at >= shown.fromMs) ticks.add(at);
  }
}

/** Label of a tick: the clock, and the day where one starts or nothing before says which it is. */
export function labelTimeTick(
  { fromMs, toMs, timeZone }: TimeAxis,
  tag: string,
): (at: number, index: number) => string {
  const lastDay = dayOf(toMs - 1, timeZone);
  const isOneDay = dayOf(fromMs, timeZone) === lastDay;
  return (at, index) => {
    if (isOneDay) return at >= toMs ? "24:00" : formatClock(at, timeZone, tag);
    const day = dayOf(at, timeZone);
    if (at === instantAt(day, 0, timeZone)) return formatDay(day, tag);
    const clock = formatClock(at, timeZone, tag);
    return index === 0 ? `${clock}\n${formatDay(day, tag)}` : clock;
  };
}
