import { formatNumber, formatScaled, formatShare } from "../base/format/numbers.ts";
import type { RoofValue } from "./day-values.ts";
import type { Moment } from "./paint.ts";

/** A value with its unit; a dash without one. */
export function formatValue(value: number, kind: RoofValue, tag: string): string {
  if (Number.isNaN(value)) return "–";
  if (kind === "ratio") return formatShare(value, tag, 0);
  if (kind === "power" || kind === "energy") {
    const { text, unit } = formatScaled(value, kind === "power" ? "W" : "Wh", tag);
    return `${text} ${unit}`;
  }
  const [digits, unit] = (
    { voltage: [1, "V"], current: [2, "A"], temperature: [1, "°C"], signal: [0, "dBm"] } as const
  )[kind];
  return `${formatNumber(value, tag, digits)} ${unit}`;
}

type Shown = Pick<Moment, "value" | "isDifference">;

/** Differences have a sign; those of levels in dBm are in dB. */
const withSign = (text: string, value: number): string => (value > 0 ? `+${text}` : text);

/** A figure of a moment with its unit: a value, or a difference with its sign. */
export function formatMoment(value: number, { value: kind, isDifference }: Shown, tag: string): string {
  const text = formatValue(value, kind, tag);
  if (isDifference !== true) return text;
  return withSign(kind === "signal" ? text.replace("dBm", "dB") : text, value);
}

/** The same without its unit, for the small space on a module. */
export function formatShort(value: number, { value: kind, isDifference }: Shown, tag: string): string {
  const text = formatFigure(value, kind, tag);
  return isDifference === true ? withSign(text, value) : text;
}

function formatFigure(value: number, kind: RoofValue, tag: string): string {
  if (Number.isNaN(value)) return "–";
  if (kind === "ratio") return formatShare(value, tag, 0);
  return formatNumber(
    value,
    tag,
    { power: 0, energy: 0, voltage: 1, current: 2, temperature: 0, signal: 0 }[kind],
  );
}
