import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import { publishSafety } from "./operations.ts";

/** Announced by the processes with gateways, again and again while reports cannot be stored. */
const REPORTS_WAIT = "safety.reportsWait";
/** Announced by the process with the journal, every second while a press waits in it. */
const PRESS_WAITS = "safety.pressWaits";
/** What was not announced again for this long is over: three announcements. */
const HEARD_MS = 6_000;

export const announceReportsWait = (bus: Bus): void => bus.publish(REPORTS_WAIT, {});

interface WaitingPress {
  readonly pressId: string;
  readonly plantId: string;
  readonly acceptedAtMs: number;
}

/** What of a plant's shutdown is not in the database yet. */
interface StorageState {
  /** When the earliest shutdown that waits in a journal was pressed; null when none does. */
  readonly pressedAt: string | null;
  /** Reports cannot be stored now: replies, proof and what contradicts it may wait behind them. */
  readonly hasWaitingReports: boolean;
}

export type StorageNotes = ReturnType<typeof createStorageNotes>;

/** What the processes say about storage while it is full or unavailable, so that every page of a shutdown can say it too. */
export function createStorageNotes({ bus, clock }: { bus: Bus; clock: Clock }) {
  const presses = new Map<string, WaitingPress & { heardAt: number }>();
  let reportsWaitAt = Number.NEGATIVE_INFINITY;
  const unsubscribe: (() => void)[] = [];
  const isHeard = (at: number): boolean => clock.now() - at < HEARD_MS;

  function hearPress({ isOver, ...press }: WaitingPress & { isOver: boolean }): void {
    if (isOver) presses.delete(press.pressId);
    else presses.set(press.pressId, { ...press, heardAt: clock.now() });
  }

  return {
    start(): void {
      unsubscribe.push(
        bus.subscribe(REPORTS_WAIT, () => {
          reportsWaitAt = clock.now();
        }),
        bus.subscribe(PRESS_WAITS, (message) => hearPress(message as Parameters<typeof hearPress>[0])),
      );
    },
    stop(): void {
      for (const leave of unsubscribe.splice(0)) leave();
    },
    announcePress: (press: WaitingPress, isOver: boolean): void =>
      bus.publish(PRESS_WAITS, { ...press, isOver }),
    /** A press of the plant has come into a journal, or left it. */
    publishChange: (plantId: string): void => publishSafety(bus, plantId),
    find(plantId: string): StorageState {
      for (const { pressId, heardAt } of [...presses.values()])
        if (!isHeard(heardAt)) presses.delete(pressId);
      const pressed = [...presses.values()].filter((press) => press.plantId === plantId);
      const first = Math.min(...pressed.map(({ acceptedAtMs }) => acceptedAtMs));
      return {
        pressedAt: Number.isFinite(first) ? new Date(first).toISOString() : null,
        hasWaitingReports: isHeard(reportsWaitAt),
      };
    },
  };
}
