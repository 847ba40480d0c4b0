/** Milliseconds since 1970 in UTC. All code reads the time from a Clock. */
export interface Clock {
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export interface VirtualClock extends Clock {
  set(at: number): void;
  advance(ms: number): void;
}

export function createVirtualClock(startAt: number): VirtualClock {
  let current = startAt;
  return {
    now: () => current,
    set(at) {
      current = at;
    },
    advance(ms) {
      current += ms;
    },
  };
}
