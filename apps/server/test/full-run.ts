/** `npm run test:full`. `npm test` proves each behaviour once; repetitions and variants of it wait for the full run. */
export const isFullRun = process.env.HELIOGRAPH_TEST_FULL === "1";

/** Runs of a property: all of them in the full run, else a fifth; where the seed is random, every run has others. */
export const propertyRuns = (runs: number): number => (isFullRun ? runs : Math.ceil(runs / 5));

/** Variants of a case: all of them in the full run, else the first. */
export const variants = <Variant>(all: readonly Variant[]): readonly Variant[] =>
  isFullRun ? all : all.slice(0, 1);
