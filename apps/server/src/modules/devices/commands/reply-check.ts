import { isDeepStrictEqual } from "node:util";
import type { CommandState } from "@heliograph/contract";
import type { CommandReply } from "@heliograph/protocol";

/** What the final reply to a command has left. */
export interface StoredReply {
  readonly state: CommandState;
  readonly code: string | null;
  readonly results: unknown;
}

/** What a reply that changes nothing is; late: the first final one, after its session, or one that was only slower. */
export type ReplyCheck = "unknown-command" | "contrary" | "repeated" | "late";

const FINAL_STATES: readonly string[] = ["done", "refused", "failed"];

/** As PostgreSQL returns it. */
const toStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Compares a reply with the final one that is stored. The same one again is normal within a session: a gateway repeats what was not
 * acknowledged. So is one that is not final: it was only slower.
 */
export function compareReply(
  stored: StoredReply,
  { state, code, results }: CommandReply,
): "contrary" | "repeated" | "late" {
  if (!FINAL_STATES.includes(stored.state) || !FINAL_STATES.includes(state)) return "late";
  if (state !== stored.state || (code === 0 ? null : code) !== stored.code) return "contrary";
  const isSame = results === undefined || isDeepStrictEqual(toStored(results), stored.results);
  return isSame ? "repeated" : "contrary";
}
