import type { SampleColumns } from "../module-reports.ts";
import { MODULE_VALUES } from "../module-reports.ts";

/** Number and sum of the stored values of each name. */
export type StoredTotals = Record<string, { readonly count: number; readonly sum: number }>;

/** Peers keep values in single precision or as decimal fractions. */
const MAX_RELATIVE_DIFFERENCE = 1e-6;

/** Adds up the samples that a peer must have stored in the end. */
export function createTotals() {
  const sums = new Map<string, number>(MODULE_VALUES.map((name) => [name, 0]));
  let samples = 0;
  let fromMs = Number.POSITIVE_INFINITY;
  let toMs = Number.NEGATIVE_INFINITY;
  return {
    add({ columns, count }: SampleColumns): void {
      samples += count;
      for (let row = 0; row < count; row++) {
        const atMs = Number(columns.at?.[row]);
        fromMs = Math.min(fromMs, atMs);
        toMs = Math.max(toMs, atMs);
      }
      for (const name of MODULE_VALUES) {
        let sum = sums.get(name) ?? 0;
        for (let row = 0; row < count; row++) sum += Number(columns[name]?.[row]);
        sums.set(name, sum);
      }
    },
    samples: () => samples,
    /** First and last instant of the samples. */
    range: () => ({ fromMs, toMs }),
    /** Throws unless every value was stored. */
    check(stored: StoredTotals): void {
      for (const [name, sum] of sums) {
        const { count = 0, sum: storedSum = 0 } = stored[name] ?? {};
        if (count !== samples) throw new Error(`${count} of ${samples} values ${name} are stored`);
        if (Math.abs(storedSum - sum) > MAX_RELATIVE_DIFFERENCE * Math.abs(sum))
          throw new Error(`the stored values ${name} add up to ${storedSum} instead of ${sum}`);
      }
    },
  };
}
