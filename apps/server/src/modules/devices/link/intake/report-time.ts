import { isStartupTime, LIMITS, ProtocolError } from "@heliograph/protocol";
import type { GatewayContext } from "../connection/gateway-contexts.ts";

/**
 * Derives the start-up of a gateway without a clock from an instant of it; the least delayed one is the best. A gateway
 * that claims to know the time never counts from its start-up.
 */
export function noteStartup(context: GatewayContext, tMs: number, receivedAtMs: number): void {
  if (context.clock !== "none" || !isStartupTime(tMs)) return;
  const startupAtMs = receivedAtMs - tMs;
  context.startupAtMs = Math.min(context.startupAtMs ?? startupAtMs, startupAtMs);
}

/**
 * Returns what to add to a record's instants to have UTC. Throws `time-impossible` for a live stamp before 2000 of a clock
 * that is set, and `time-unknown` when the start-up that a stamp counts from is not known. What a gateway recorded before
 * it set its clock may still come as history, or be pending.
 */
export function findTimeOffset(
  context: GatewayContext,
  tMs: number,
  { receivedAtMs, isLive, wasPending }: { receivedAtMs: number; isLive: boolean; wasPending: boolean },
): number {
  if (!isStartupTime(tMs)) return 0;
  if (isLive) noteStartup(context, tMs, receivedAtMs);
  const { clock, startupAtMs } = context;
  if (clock !== "none" && isLive && !wasPending)
    throw new ProtocolError("time-impossible", `clock ${clock}, ${new Date(tMs).toISOString()}`);
  // Later than now on this start-up's clock: it was written before the gateway restarted.
  if (startupAtMs === undefined || startupAtMs + tMs > receivedAtMs + LIMITS.futureMs) {
    throw new ProtocolError("time-unknown", "no clock, and its start-up is not known");
  }
  return startupAtMs;
}
