import type { CommandResultState, CommandState } from "@heliograph/contract";
import type { ReplyState } from "@heliograph/protocol";

/** What happens to a command. `docs/commands.md` explains each; a test compares its table with this one. */
export type CommandEvent =
  | "deliver"
  | "return"
  | "lose"
  | "accept"
  | "run"
  | "finish"
  | "refuse"
  | "fail"
  | "timeOut"
  | "expire"
  | "cancel";

/** The state that an event leads to, by the state before. An event that is missing for a state changes nothing. */
export const COMMAND_TRANSITIONS: Readonly<
  Record<CommandEvent, Readonly<Partial<Record<CommandState, CommandState>>>>
> = {
  deliver: { queued: "delivered", delivered: "delivered", accepted: "accepted", running: "running" },
  return: { delivered: "queued" },
  lose: { delivered: "unconfirmed" },
  accept: { delivered: "accepted" },
  run: { delivered: "running", accepted: "running", running: "running" },
  finish: { delivered: "done", accepted: "done", running: "done", unconfirmed: "done" },
  refuse: { delivered: "refused", accepted: "refused", running: "refused", unconfirmed: "refused" },
  fail: { delivered: "failed", accepted: "failed", running: "failed", unconfirmed: "failed" },
  timeOut: { delivered: "unconfirmed", accepted: "unconfirmed", running: "unconfirmed" },
  expire: { queued: "expired" },
  cancel: { queued: "cancelled" },
};

/** States in which a command waits for nothing more. A late reply still settles an unconfirmed one. */
export const SETTLED_STATES = [
  "done",
  "refused",
  "failed",
  "unconfirmed",
  "expired",
  "cancelled",
] as const satisfies CommandState[];
type SettledState = (typeof SETTLED_STATES)[number];

/** What the end of a command means for a device without a reply of its own: nothing is done without one. */
export const RESULT_WITHOUT_REPLY: Readonly<Record<SettledState, CommandResultState>> = {
  done: "unconfirmed",
  refused: "failed",
  failed: "failed",
  unconfirmed: "unconfirmed",
  expired: "unsent",
  cancelled: "unsent",
};

/** Results that a reply may still change. */
export const OPEN_RESULTS = ["waiting", "unconfirmed"] as const satisfies CommandResultState[];

export const EVENT_OF_REPLY: Readonly<Record<ReplyState, CommandEvent>> = {
  accepted: "accept",
  running: "run",
  done: "finish",
  refused: "refuse",
  failed: "fail",
};
