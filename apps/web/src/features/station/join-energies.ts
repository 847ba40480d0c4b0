import type { Energy } from "./energy-bars.ts";

/** Answers of one after another period as one; of days only those within the range. */
export function joinEnergies(
  parts: readonly Energy[],
  range: { readonly from: string; readonly to: string } | undefined,
): Energy {
  const [first] = parts;
  if (first === undefined) throw new Error("no energy to join");
  const isWithin = ({ period }: Energy["bars"][number]): boolean =>
    range === undefined || (period >= range.from && period <= range.to);
  const bars = parts.flatMap((part) => part.bars).filter(isWithin);
  return {
    ...first,
    bars,
    totalWh: bars.reduce((sum, { energyWh }) => sum + (energyWh ?? 0), 0),
    isUpdating: parts.some(({ isUpdating }) => isUpdating),
  };
}
