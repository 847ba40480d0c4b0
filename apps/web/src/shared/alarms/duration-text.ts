import type { TFunction } from "i18next";

const units = [
  ["days", 86_400],
  ["hours", 3_600],
  ["minutes", 60],
  ["seconds", 1],
] as const;

/** A length of time in its two largest units, such as "3 d 4 h". Needs the texts' part `faults`. */
export function durationText(seconds: number, t: TFunction): string {
  let rest = Math.max(0, Math.floor(seconds));
  const parts = units.map(([unit, size]) => {
    const figure = Math.floor(rest / size);
    rest -= figure * size;
    return { unit, figure };
  });
  const first = parts.findIndex(({ figure }) => figure > 0);
  const shown =
    first === -1 ? parts.slice(-1) : parts.slice(first, first + 2).filter(({ figure }) => figure > 0);
  return shown.map(({ unit, figure }) => t(`alarms.duration.${unit}`, { figure })).join(" ");
}
