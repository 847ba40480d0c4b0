import type { MessageKey } from "../../shared/base/i18n/i18n.ts";

/** What plants are ranked by; each is a figure of a compared plant and a column that sorts. */
export const MEASURES = [
  "specificYieldKwhPerKwp",
  "energyWh",
  "expectedShare",
  "powerPerKwp",
  "earningsPerKwp",
] as const;
export type Measure = (typeof MEASURES)[number];

interface MeasureTexts {
  readonly titleKey: MessageKey;
  readonly unit?: string;
}

export const measureTexts: Readonly<Record<Measure, MeasureTexts>> = {
  specificYieldKwhPerKwp: { titleKey: "compare.yield", unit: "kWh/kWp" },
  energyWh: { titleKey: "energy.title", unit: "kWh" },
  expectedShare: { titleKey: "compare.expectedShare" },
  powerPerKwp: { titleKey: "compare.powerNow", unit: "W/kWp" },
  earningsPerKwp: { titleKey: "compare.earnings" },
};

/** The measure in the address; energy per kWp without one. */
export const readMeasure = (text: string | null): Measure =>
  MEASURES.find((measure) => measure === text) ?? MEASURES[0];

/** Decimals of earnings per kWp: those of a day are a few cents. */
export const moneyDigitsOf = (max: number): number | undefined => (max < 1 ? 3 : undefined);
