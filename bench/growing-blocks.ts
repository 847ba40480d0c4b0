/** Samples of one module on one day: a report every five minutes. */
const SAMPLES_PER_DAY = 288;

/** A day of samples to be written for plants 1 to `plants`. */
export interface SampleBlock {
  /** Days before the first day that has samples already, from 1. */
  readonly daysBack: number;
  readonly plants: number;
}

/** A fleet whose history grows. */
export interface GrowingFleet {
  readonly plants: number;
  readonly modules: number;
}

/**
 * The blocks that bring the rows to about each of the targets, which grow: whole days of all plants, each before the last
 * one, and at the end of a stage as many plants as are needed. A day that is incomplete then is not continued.
 */
export function listStages({ plants, modules }: GrowingFleet, targets: readonly number[]): SampleBlock[][] {
  const rowsPerPlant = modules * SAMPLES_PER_DAY;
  let daysBack = 0;
  let rows = 0;
  return targets.map((target) => {
    const blocks: SampleBlock[] = [];
    while (rows < target) {
      const block = {
        daysBack: ++daysBack,
        plants: Math.min(plants, Math.ceil((target - rows) / rowsPerPlant)),
      };
      blocks.push(block);
      rows += block.plants * rowsPerPlant;
    }
    return blocks;
  });
}
