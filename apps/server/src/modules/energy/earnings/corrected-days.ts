import type { SlotEnergy } from "./value-energies.ts";

/** A day of a plant whose energy is that of a correction. */
interface CorrectedDay {
  readonly plantKey: number;
  readonly day: string;
  readonly energyWh: number;
  readonly measuredWh: number;
}

/** Length of the name of a period that a day is in. */
export const PERIOD_LENGTH = { day: 10, month: 7, year: 4 } as const;

/** Factors of corrected days, whose measured energies count multiplied. */
export const listDayFactors = (days: readonly CorrectedDay[]): { day: string; factor: number }[] =>
  days
    .filter(({ measuredWh }) => measuredWh > 0)
    .map(({ day, energyWh, measuredWh }) => ({ day, factor: energyWh / measuredWh }));

/** Energies of corrected days without measured energy, such as those of an outage: at which times they were made is not known. */
export const listUntimedEnergies = (
  days: readonly CorrectedDay[],
  { by, tariffDays }: { by: keyof typeof PERIOD_LENGTH; tariffDays: readonly string[] },
): SlotEnergy[] =>
  days
    .filter(({ measuredWh }) => measuredWh <= 0)
    .map(({ plantKey, day, energyWh }) => ({
      plantKey,
      period: day.slice(0, PERIOD_LENGTH[by]),
      // The first tariff also holds for earlier days.
      tariffIndex: Math.max(
        0,
        tariffDays.findLastIndex((first) => first <= day),
      ),
      // The energy of a correction is on the AC side, whatever was measured.
      setIndex: 0,
      quarter: null,
      isCorrected: 1,
      energyWh,
    }));
