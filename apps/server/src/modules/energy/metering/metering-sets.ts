import type { MeteringLevel } from "@heliograph/contract";

/** The level whose meters count for power, energy and earnings since an instant (UTC ms). */
export interface MeteringSet {
  validFrom: number;
  level: MeteringLevel;
}

const fallback: MeteringSet = { validFrom: 0, level: "module" };

/** Sets in order; the first one has no beginning, so that it also covers earlier measurements. */
export function completeSets(sets: readonly MeteringSet[]): MeteringSet[] {
  const [first = fallback, ...rest] = [...sets].sort((a, b) => a.validFrom - b.validFrom);
  return [{ ...first, validFrom: 0 }, ...rest];
}

/** The level that counts at an instant; `sets` are complete. */
export function levelAt(sets: readonly MeteringSet[], at: number): MeteringLevel {
  return (sets.findLast(({ validFrom }) => validFrom <= at) ?? fallback).level;
}

/** Device types whose counters a level adds up, and the side of the inverter they are on. */
export const levelRules = {
  "ac-meter": { kinds: ["DCON"], side: "AC" },
  string: { kinds: ["SCON", "MCON"], side: "DC" },
  module: { kinds: ["OPT"], side: "DC" },
} as const satisfies Record<MeteringLevel, { kinds: readonly string[]; side: "AC" | "DC" }>;
