import type { CommandReply } from "@heliograph/protocol";
import type { Fault } from "../fleet.ts";
import type { PlannedReply } from "../gateway/gateway-options.ts";

export interface ReplyFaultsOptions {
  /** Faults that are active now. */
  listFaults(): readonly Fault[];
  /** Id of a command that the gateway was never sent. */
  createId(): string;
}

/**
 * What a gateway with faulty replies sends for a reply of its own: late ones after a time, forged ones to a command that it was
 * never sent, and beside each final reply the first successful one again.
 */
export function createReplyFaults({ listFaults, createId }: ReplyFaultsOptions) {
  let replayed: CommandReply | undefined;
  return (reply: CommandReply): PlannedReply[] => {
    const faults = listFaults();
    const hasFault = (kind: Fault["kind"]) => faults.some((fault) => fault.kind === kind);
    const afterMs = faults.reduce(
      (sum, fault) => sum + (fault.kind === "late-replies" ? fault.seconds * 1000 : 0),
      0,
    );
    const sent = [reply];
    if (reply.state === "done") {
      if (hasFault("forged-replies")) sent.push({ ...reply, id: createId() });
      if (hasFault("replayed-replies") && replayed !== undefined) sent.push(replayed);
      replayed ??= reply;
    }
    return sent.map((each) => ({ reply: each, afterMs }));
  };
}
