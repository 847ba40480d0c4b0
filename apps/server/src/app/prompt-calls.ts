import type { Endpoint } from "@heliograph/contract";
import { MAX_TRAVEL_MS } from "@heliograph/contract/client";
import { AppError } from "../errors.ts";

/**
 * Refuses a call that must be prompt and was held up on its way: a reset that arrives minutes after the press would close
 * switches while someone relies on them being open. Callers that send no time decide themselves how long they wait. Throws
 * A0440, or A0400 for a header that is no instant.
 */
export function refuseLate({ promptly }: Endpoint, sentAt: string | string[] | undefined, now: number): void {
  if (!promptly || sentAt === undefined) return;
  const at = Date.parse(String(sentAt));
  if (Number.isNaN(at)) throw new AppError("A0400");
  if (now - at > MAX_TRAVEL_MS) throw new AppError("A0440", { messageKey: "message.arrivedLate" });
}
