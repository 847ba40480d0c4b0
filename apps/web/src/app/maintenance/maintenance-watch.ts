import type { CurrentMaintenance, MaintenanceKind } from "@heliograph/contract";

/** Request intervals in normal operation and while the service is stopped, ms. */
const IDLE_MS = 60_000;
const STOPPED_MS = 10_000;
// The server's clock is known to the second, and the request must arrive after the instant.
const LAG_MS = 250;

/** Milliseconds until the next request: until the next instant at which the state changes, at most the usual interval. */
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
  /** Runs `then` after `ms`; returns a function that cancels it. */
  wait(ms: number, then: () => void): () => void;
}

/** Holds the announced and running maintenance, and polls the server while it has subscribers. */
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
    // A later request may have been sent in the meantime; its response is newer.
    if (number !== asked) return;
    // A failed request keeps the known state: the server may be unavailable because of the maintenance.
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
