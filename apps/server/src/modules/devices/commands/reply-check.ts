import { isDeepStrictEqual } from "node:util";
import type { CommandState } from "@heliograph/contract";
import type { CommandReply } from "@heliograph/protocol";

/** What the final reply to a command has left. */
export interface StoredReply {
  readonly state: CommandState;
  readonly code: string | null;
  readonly results: unknown;
}

/** What a reply that changes nothing is. */
export type ReplyCheck = "unknown-command" | "contrary" | "repeated";

const FINAL_STATES: readonly string[] = ["done", "refused", "failed"];

/** As PostgreSQL returns it. */
const toStored = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

/**
 * Whether a final reply says something else than the final reply that is stored. The same one again is normal: a gateway repeats what
 * was not acknowledged. So is one that is not final: it was only slower.
 */
export function isContrary(stored: StoredReply, { state, code, results }: CommandReply): boolean {
  if (!FINAL_STATES.includes(stored.state) || !FINAL_STATES.includes(state)) return false;
  if (state !== stored.state || (code === 0 ? null : code) !== stored.code) return true;
  return results !== undefined && !isDeepStrictEqual(toStored(results), stored.results);
}
