import type { Roof } from "./roof.ts";

/** Keep-alive that a controller sends to its units: whether, how often, and how long they wait for the next heartbeat. */
export interface KeepAlive {
  readonly isOn: boolean;
  readonly heartbeatMs: number;
  /** MOS timeout of the units. */
  readonly timeoutMs: number;
}

/** Of units without an MCON, whose keep-alive has no parameters: as that of a generic MCON. */
export const DEFAULT_KEEP_ALIVE: KeepAlive = { isOn: true, heartbeatMs: 2_000, timeoutMs: 10_000 };

/**
 * Keep-alive of units that receive the same heartbeats. Each heartbeat carries the timeout of its instant: a change reaches only
 * units that still receive one.
 */
export function createKeepAliveLine(options: {
  beginAt: number;
  /** Whether heartbeats of an instant do not arrive; undefined when they always do. */
  isLost?: ((at: number) => boolean) | undefined;
}) {
  const { isLost = () => false } = options;
  let changes: (KeepAlive & { at: number })[] = [{ at: options.beginAt, ...DEFAULT_KEEP_ALIVE }];

  /** Heartbeats that arrive after an instant and up to another. */
  function* listHeartbeats(after: number, until: number): Generator<{ at: number; openAt: number }> {
    for (const [index, { at: startAt, isOn, heartbeatMs, timeoutMs }] of changes.entries()) {
      if (!isOn) continue;
      const endAt = changes[index + 1]?.at ?? Number.POSITIVE_INFINITY;
      const sent = Math.max(Math.floor((after - startAt) / heartbeatMs) + 1, 0);
      for (let at = startAt + sent * heartbeatMs; at < endAt && at <= until; at += heartbeatMs)
        if (!isLost(at)) yield { at, openAt: at + timeoutMs };
    }
  }

  const listRecent = (after: number, until: number) =>
    listHeartbeats(after - Math.max(...changes.map(({ timeoutMs }) => timeoutMs)), until);

  return {
    /** Whether a switch may ever open for lack of heartbeats. */
    mayOpen: (): boolean => options.isLost !== undefined || changes.some(({ isOn }) => !isOn),
    /** Changes what is sent from an instant on; the first heartbeat of the change is sent immediately. */
    set(change: Partial<KeepAlive>, at: number): void {
      const last = changes.at(-1)!;
      const next = { ...last, ...change };
      const isSame =
        next.isOn === last.isOn && next.heartbeatMs === last.heartbeatMs && next.timeoutMs === last.timeoutMs;
      if (!isSame) changes = [...changes.filter((earlier) => earlier.at < at), { ...next, at }];
    },
    /** Whether heartbeats arrive at an instant. */
    isArriving: (at: number): boolean =>
      changes.findLast((change) => change.at <= at)?.isOn === true && !isLost(at),
    /** Whether the latest heartbeat is its timeout ago. */
    isTimedOut(at: number): boolean {
      let openAt = Number.NEGATIVE_INFINITY;
      for (const heartbeat of listRecent(at, at)) openAt = heartbeat.openAt;
      return at >= openAt;
    },
    /** The first instant after one, and up to another, at which the switches open or close; undefined when there is none. */
    nextChangeAt(after: number, until: number): number | undefined {
      let openAt = Number.NEGATIVE_INFINITY;
      for (const heartbeat of listRecent(after, until)) {
        if (heartbeat.at > after && openAt <= after) return heartbeat.at;
        if (heartbeat.at > after && openAt < heartbeat.at) return openAt;
        openAt = heartbeat.openAt;
      }
      return openAt > after && openAt <= until ? openAt : undefined;
    },
  };
}

type KeepAliveLine = ReturnType<typeof createKeepAliveLine>;

/** The keep-alive of each module: of its string's controller, as far as no fault keeps its heartbeats from it. */
export function createKeepAliveLines(
  { modules }: Roof,
  options: {
    beginAt: number;
    losses: readonly { readonly modules: readonly number[]; isActive(at: number): boolean }[];
  },
) {
  const byKey = new Map<string, KeepAliveLine>();
  const ofModule = modules.map(({ stringIndex }, module) => {
    const losses = options.losses.filter((loss) => loss.modules.includes(module));
    const key = `${stringIndex}/${losses.map((loss) => options.losses.indexOf(loss)).join()}`;
    const isLost = losses.length > 0 ? (at: number) => losses.some((loss) => loss.isActive(at)) : undefined;
    const line = byKey.get(key) ?? createKeepAliveLine({ beginAt: options.beginAt, isLost });
    byKey.set(key, line);
    return line;
  });
  const all = [...byKey.values()];

  return {
    set(targets: Iterable<number>, change: Partial<KeepAlive>, at: number): void {
      for (const line of new Set([...targets].map((module) => ofModule[module]!))) line.set(change, at);
    },
    isArriving: (module: number, at: number): boolean => ofModule[module]!.isArriving(at),
    isTimedOut: (module: number, at: number): boolean =>
      ofModule[module]!.mayOpen() && ofModule[module]!.isTimedOut(at),
    /** Which lines have timed out, as a text to compare. */
    stateKey: (at: number): string =>
      all.map((line) => (line.mayOpen() && line.isTimedOut(at) ? 1 : 0)).join(""),
    /** The first instant after one, and up to another, at which switches open or close. */
    nextChangeAt: (after: number, until: number): number =>
      Math.min(...all.flatMap((line) => (line.mayOpen() ? (line.nextChangeAt(after, until) ?? []) : []))),
  };
}
