import type { Answer, AnswerCode, Command } from "@heliograph/protocol";
import { LIMITS } from "@heliograph/protocol";

/** What an operation came to; code 0 is success. */
export interface CommandOutcome {
  readonly code?: AnswerCode;
  readonly results?: Answer["results"];
  /** Done once the answer is on its way, as a restart must be. */
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
  answer(answer: Answer): void;
  onSeq(seq: number): void;
  readonly handle: CommandHandler;
}

/** Judges commands as the protocol says: an id answered once is answered the same again, an old one never acts. */
export function createCommandDesk(options: CommandDeskOptions) {
  const answers = new Map<string, Answer>();
  let lastSeq = options.lastSeq;

  function say(answer: Answer): void {
    answers.set(answer.id, answer);
    while (answers.size > LIMITS.keptCommandIds) answers.delete(answers.keys().next().value!);
    options.answer(answer);
  }

  /** A deadline needs a clock: without one, every command with a deadline is refused. */
  function isExpired(deadline: number | null): boolean {
    const now = options.now();
    return deadline !== null && (now === undefined || now > deadline);
  }

  return {
    async take(command: Command): Promise<void> {
      const { id } = command;
      const known = answers.get(id);
      if (known !== undefined) return options.answer(known);
      const isOld = command.seq <= lastSeq;
      if (!isOld) {
        lastSeq = command.seq;
        options.onSeq(lastSeq);
      }
      if (isOld || isExpired(command.deadline)) return say({ id, state: "refused", code: "E_EXPIRED" });
      // Remembered before it acts, so that a duplicate that arrives meanwhile is not carried out as well.
      answers.set(id, { id, state: "accepted", code: 0 });
      const outcome = await options.handle(command);
      if (outcome === undefined) return say({ id, state: "refused", code: "E_UNSUP" });
      options.answer({ id, state: "accepted", code: 0 });
      const code = outcome.code ?? 0;
      say({ id, state: code === 0 ? "done" : "failed", code, results: outcome.results });
      outcome.afterwards?.();
    },
  };
}
