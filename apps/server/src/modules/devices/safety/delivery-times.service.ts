import type { LatestDelivery } from "./units.repository.ts";

export const POLL_EVERY_MS = 1_000;
/** A gateway that has not replied by then receives the command again. */
export const SILENT_MS = 2_000;
const REPEAT_MS = 10_000;
const REPEAT_GROWTH = 1.5;
const MAX_REPEAT_MS = 5 * 60_000;
/** A gateway that carries a command out is left to it for this time. */
export const BUSY_MS = 60_000;

/** How long after a delivery the next one follows; `deliveries` are the deliveries since the gateway connected. */
export const repeatAfterMs = (deliveries: number): number =>
  deliveries <= 1 ? SILENT_MS : Math.min(REPEAT_MS * REPEAT_GROWTH ** (deliveries - 2), MAX_REPEAT_MS);

/** How long the latest delivery is still waited for before the command is sent again, ms; 0 when it is due. */
export function remainingMs(
  { state, isReplied, deliveredAt }: LatestDelivery,
  { deliveries, at }: { deliveries: number; at: Date },
): number {
  if (deliveries === 0) return 0;
  const sinceMs = at.getTime() - (deliveredAt?.getTime() ?? Number.NEGATIVE_INFINITY);
  const isBusy = (state === "accepted" || state === "running") && sinceMs < BUSY_MS;
  if (deliveries === 1 && isReplied && sinceMs < REPEAT_MS) return REPEAT_MS - sinceMs;
  if (state === "queued" || isBusy) return POLL_EVERY_MS;
  // Without a reply yet: another press does not send what the gateway has just received.
  return state === "delivered" ? Math.max(SILENT_MS - sinceMs, 0) : 0;
}
