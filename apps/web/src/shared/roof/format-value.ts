import { formatNumber, formatScaled, formatShare } from "../base/format/numbers.ts";
import type { RoofValue } from "./day-values.ts";

/** A value with its unit; a dash without one. */
export function formatValue(value: number, kind: RoofValue, tag: string): string {
  if (Number.isNaN(value)) return "–";
  if (kind === "ratio") return formatShare(value, tag, 0);
  if (kind === "power" || kind === "energy") {
    const { text, unit } = formatScaled(value, kind === "power" ? "W" : "Wh", tag);
    return `${text} ${unit}`;
  }
  const [digits, unit] = ({ voltage: [1, "V"], current: [2, "A"], temperature: [1, "°C"] } as const)[kind];
  return `${formatNumber(value, tag, digits)} ${unit}`;
}

/** The same without its unit, for the small space on a module. */
export function formatShort(value: number, kind: RoofValue, tag: string): string {
  if (Number.isNaN(value)) return "–";
  if (kind === "ratio") return formatShare(value, tag, 0);
  return formatNumber(value, tag, { power: 0, energy: 0, voltage: 1, current: 2, temperature: 0 }[kind]);
}
