/** Numbers from 0 to below 1 that look random and are the same in every run (mulberry32). */
export function createSeededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** One of the values. */
export const pickOne = <T>(random: () => number, values: readonly T[]): T =>
  values[Math.floor(random() * values.length)] as T;
