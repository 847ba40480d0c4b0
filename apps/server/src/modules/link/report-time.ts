import { isStartupTime, LIMITS, ProtocolError } from "@heliograph/protocol";
import type { GatewayContext } from "./gateway-contexts.ts";

/** Notes what a moment of a gateway without a clock tells about its start-up; the least delayed one is the best. */
export function noteStartup(context: GatewayContext, tMs: number, receivedAtMs: number): void {
  if (!isStartupTime(tMs)) return;
  const startupAtMs = receivedAtMs - tMs;
  context.startupAtMs = Math.min(context.startupAtMs ?? startupAtMs, startupAtMs);
}

/** What to add to a record's instants to have UTC. Throws `time-unknown` when it cannot be told. */
export function findTimeOffset(
  context: GatewayContext,
  tMs: number,
  { receivedAtMs, isLive }: { receivedAtMs: number; isLive: boolean },
): number {
  if (!isStartupTime(tMs)) return 0;
  if (isLive) noteStartup(context, tMs, receivedAtMs);
  const startupAtMs = context.startupAtMs;
  // Later than now on this start-up's clock: it was written before the gateway started anew.
  if (startupAtMs === undefined || startupAtMs + tMs > receivedAtMs + LIMITS.futureMs) {
    throw new ProtocolError("time-unknown", "no clock, and its start-up is not known");
  }
  return startupAtMs;
}
