/** The time of a simulation, UTC ms: may begin in the past and run faster until it reaches the present. */
export interface PlayClock {
  now(): number;
  /** Real milliseconds until an instant; 0 when it is past. */
  untilMs(at: number): number;
  isCatchingUp(): boolean;
}

/** `startAt` in the past with a speed above 1; at the present it continues in real time. */
export function createPlayClock(
  options: { startAt?: number; speed?: number; realNow?(): number } = {},
): PlayClock {
  const realNow = options.realNow ?? Date.now;
  const beganAt = realNow();
  const startAt = Math.min(options.startAt ?? beganAt, beganAt);
  const speed = options.speed ?? 1;
  const fastNow = (): number => startAt + (realNow() - beganAt) * speed;
  const isCatchingUp = (): boolean => speed > 1 && fastNow() < realNow();
  /** When the fast time and the real one meet; what is later comes in real time. */
  const presentAt = speed > 1 ? (beganAt * speed - startAt) / (speed - 1) : Number.POSITIVE_INFINITY;
  // At speed 1 a clock that started in the past stays there: reports of a chosen day at their own interval.
  const now = (): number => (speed > 1 ? Math.min(fastNow(), realNow()) : fastNow());
  return {
    now,
    untilMs(at) {
      const isFast = isCatchingUp() && at <= presentAt;
      return isFast ? Math.max(at - now(), 0) / speed : Math.max(at - (speed > 1 ? realNow() : now()), 0);
    },
    isCatchingUp,
  };
}
