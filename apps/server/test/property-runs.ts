/** Runs of a property: all of them in `npm run test:full`, a third in `npm test`, where new seeds come with every run. */
export const propertyRuns = (runs: number): number =>
  process.env.HELIOGRAPH_TEST_FULL === "1" ? runs : Math.ceil(runs / 3);
