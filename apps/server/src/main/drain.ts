import { setTimeout as delay } from "node:timers/promises";
import type { HealthService } from "../modules/system/health/health.service.ts";
import type { RunningRole } from "./runtime.ts";

/** Balancers notice within this time that a process is not ready. */
const NOT_READY_MS = 5_000;
const MS_PER_S = 1_000;

/**
 * Takes a process out of service while it still works: it is not ready for 5 s, then its roles hand their connections to
 * other processes. The signal ends it early.
 */
export async function drain(options: {
  health: Pick<HealthService, "setStopping">;
  roles: readonly RunningRole[];
  /** Longest time to hand over the connections, s; 0 where no other process takes them. */
  drainS: number;
  signal: AbortSignal;
}): Promise<void> {
  const { health, roles, drainS, signal } = options;
  if (drainS === 0) return;
  health.setStopping();
  await delay(NOT_READY_MS, undefined, { signal }).catch(() => undefined);
  await Promise.all(roles.map((role) => role.drain?.(drainS * MS_PER_S, signal)));
}
