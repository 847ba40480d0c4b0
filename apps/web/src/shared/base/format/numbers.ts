/** A figure as shown on screen; `exact` is its tooltip. */
export interface Figure {
  readonly text: string;
  readonly unit: string;
  readonly exact: string;
}

export type BaseUnit = "W" | "Wh" | "Wp";

const prefixes = ["", "k", "M", "G", "T"];

/** Three digits that matter, in the greatest unit that leaves at least one before the point. */
export function formatScaled(value: number, unit: BaseUnit, tag: string): Figure {
  const magnitude = Math.abs(value);
  let step = 0;
  // 999.5 of a unit already reads as 1.00 of the next.
  while (step < prefixes.length - 1 && magnitude / 1000 ** step >= 999.5) step += 1;
  const scaled = value / 1000 ** step;
  return {
    text: formatNumber(scaled, tag, step === 0 && Number.isInteger(value) ? 0 : countDigits(scaled)),
    unit: `${prefixes[step]}${unit}`,
    exact: `${formatNumber(value, tag, 0)} ${unit}`,
  };
}

/** An energy with its unit, as one text. */
export function formatEnergy(energyWh: number, tag: string): string {
  const { text, unit } = formatScaled(energyWh, "Wh", tag);
  return `${text} ${unit}`;
}

/** A round value on an axis: only the digits it has, in the unit that fits the axis' greatest value. */
export function formatTick(value: number, unit: BaseUnit, tag: string, max: number): string {
  if (value === 0) return "0";
  const step = Math.min(prefixes.length - 1, Math.max(0, Math.floor(Math.log10(max) / 3)));
  const text = new Intl.NumberFormat(tag, { maximumFractionDigits: 2 }).format(value / 1000 ** step);
  return `${text} ${prefixes[step]}${unit}`;
}

export function formatNumber(value: number, tag: string, digits: number): string {
  return new Intl.NumberFormat(tag, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    // What rounds to nought has no sign.
    signDisplay: "negative",
  }).format(value);
}

/** A measured voltage with one decimal, without its unit; a dash where there is none. */
export const formatVolts = (volts: number | null, tag: string): string =>
  volts === null ? "–" : formatNumber(volts, tag, 1);

/** An amount of money with its currency, where the language puts it; with the decimals of the currency by default. */
export const formatMoney = (amount: string, currency: string, tag: string, digits?: number): string =>
  new Intl.NumberFormat(tag, {
    ...{ style: "currency", currency },
    ...(digits !== undefined && { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  }).format(Number(amount));

/** Share of one as per cent, with the sign where the language puts it. */
export function formatShare(share: number, tag: string, digits = 1): string {
  // The whole has no tenths: "100%", not "100.0%".
  const shown = share >= 0.9995 && share < 1.0005 ? 0 : digits;
  return new Intl.NumberFormat(tag, {
    style: "percent",
    minimumFractionDigits: shown,
    maximumFractionDigits: shown,
    signDisplay: "negative",
  }).format(share);
}

/** How much more or less something is, as per cent with its sign. */
export const formatDifference = (share: number, tag: string, minDigits = 0): string =>
  new Intl.NumberFormat(tag, {
    style: "percent",
    minimumFractionDigits: minDigits,
    maximumFractionDigits: 1,
    signDisplay: "exceptZero",
  }).format(share);

/** The share of a part; 0 where it would read as 0.0%. */
export function roundShare(part: number, whole: number): number {
  const share = whole > 0 ? part / whole : 0;
  return share >= 0.0005 ? share : 0;
}

/** Digits after the point that leave a value at least three significant ones. */
export function countDigits(value: number): number {
  const magnitude = Math.abs(value);
  if (magnitude >= 99.95) return 0;
  return magnitude >= 9.995 ? 1 : 2;
}
