import type { CurrentMaintenance, MaintenanceKind } from "@heliograph/contract";

/** Rarely while all is well, often while people wait for the service to come back; ms. */
const IDLE_MS = 60_000;
const STOPPED_MS = 10_000;
// The server's clock is known to the second, and it must be past the instant when it is asked.
const LAG_MS = 250;

/** When to ask again after an answer: at the next instant at which it changes, else in the usual rhythm. */
export function nextAskMs(current: CurrentMaintenance, serverNow: number): number {
  const rhythm = current.phase === "running" ? STOPPED_MS : IDLE_MS;
  const changes = current.popUps
    .flatMap(({ serviceStopAt, serviceRestartAt }) => [serviceStopAt, serviceRestartAt])
    .map((at) => Date.parse(at) - serverNow)
    .filter((ms) => ms > 0);
  return Math.min(rhythm, ...changes.map((ms) => ms + LAG_MS));
}

export interface WatchDeps {
  ask(kind: MaintenanceKind): Promise<{ current: CurrentMaintenance; serverNow: number } | undefined>;
  readKind(): MaintenanceKind;
  /** Runs `then` after `ms`; answers the way to call it off. */
  wait(ms: number, then: () => void): () => void;
}

/** Knows what maintenance is announced or running, and asks for it as long as somebody listens. */
export function createMaintenanceWatch({ ask, readKind, wait }: WatchDeps) {
  const listeners = new Set<() => void>();
  let known: CurrentMaintenance | undefined;
  let asked = 0;
  let callOff: (() => void) | undefined;

  function apply(current: CurrentMaintenance | undefined): void {
    if (JSON.stringify(current) === JSON.stringify(known)) return;
    known = current;
    for (const listener of listeners) listener();
  }

  function plan(ms: number): void {
    callOff?.();
    callOff = listeners.size > 0 ? wait(ms, () => void askNow()) : undefined;
  }

  async function askNow(): Promise<void> {
    asked += 1;
    const number = asked;
    callOff?.();
    const heard = await ask(readKind()).catch(() => undefined);
    // Meanwhile somebody may have asked again, and knows better.
    if (number !== asked) return;
    // Without an answer what was known stands: a server that is being worked on may well be away.
    if (heard !== undefined) apply(heard.current);
    const rhythm = known?.phase === "running" ? STOPPED_MS : IDLE_MS;
    plan(heard === undefined ? rhythm : nextAskMs(heard.current, heard.serverNow));
  }

  return {
    read: (): CurrentMaintenance | undefined => known,
    askNow,
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      if (listeners.size === 1) void askNow();
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        asked += 1;
        callOff?.();
      };
    },
  };
}
