import type { Command, CommandReply, ReplyCode } from "@heliograph/protocol";
import { LIMITS } from "@heliograph/protocol";

/** Result of an operation; code 0 is success. */
export interface CommandOutcome {
  readonly code?: ReplyCode;
  readonly results?: CommandReply["results"];
  /** Runs after the reply was sent, such as a restart. */
  afterwards?(): void;
}

/** Carries out a command; undefined when the gateway does not know the operation. */
export type CommandHandler = (
  command: Command,
) => Promise<CommandOutcome | undefined> | CommandOutcome | undefined;

export interface CommandDeskOptions {
  /** Highest command sequence number seen, stored over restarts. */
  readonly lastSeq: number;
  /** The gateway's own clock, UTC ms; undefined while it has none. */
  now(): number | undefined;
  reply(reply: CommandReply): void;
  onSeq(seq: number): void;
  readonly handle: CommandHandler;
}

/** Handles commands as the protocol specifies: a known id gets the same reply again, an old command is never executed. */
export function createCommandDesk(options: CommandDeskOptions) {
  const replies = new Map<string, CommandReply>();
  let lastSeq = options.lastSeq;

  function sendFinal(reply: CommandReply): void {
    replies.set(reply.id, reply);
    while (replies.size > LIMITS.keptCommandIds) replies.delete(replies.keys().next().value!);
    options.reply(reply);
  }

  /** A deadline needs a clock: without one, every command with a deadline is refused. */
  function isExpired(deadline: number | null): boolean {
    const now = options.now();
    return deadline !== null && (now === undefined || now > deadline);
  }

  return {
    async take(command: Command): Promise<void> {
      const { id } = command;
      const known = replies.get(id);
      if (known !== undefined) return options.reply(known);
      const isOld = command.seq <= lastSeq;
      if (!isOld) {
        lastSeq = command.seq;
        options.onSeq(lastSeq);
      }
      if (isOld || isExpired(command.deadline)) return sendFinal({ id, state: "refused", code: "E_EXPIRED" });
      // Remembered before it acts, so that a duplicate that arrives meanwhile is not carried out as well.
      replies.set(id, { id, state: "accepted", code: 0 });
      const work = options.handle(command);
      const isSlow = work instanceof Promise;
      // Accepted or refused within 2 s, however long the work takes.
      if (isSlow) options.reply({ id, state: "accepted", code: 0 });
      const outcome = await work;
      if (outcome === undefined) return sendFinal({ id, state: "refused", code: "E_UNSUP" });
      if (!isSlow) options.reply({ id, state: "accepted", code: 0 });
      const code = outcome.code ?? 0;
      sendFinal({ id, state: code === 0 ? "done" : "failed", code, results: outcome.results });
      outcome.afterwards?.();
    },
  };
}
