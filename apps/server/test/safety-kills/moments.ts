/** Steps of a press, from its transaction to the proof; a process is killed right after one of them. */
export const MOMENTS = [
  "accept",
  "journal",
  "commit",
  "publish",
  "mark",
  "send",
  "acknowledge",
  "evidence",
] as const;
export type Moment = (typeof MOMENTS)[number];

export type Press = "stop" | "reset";

/** Only shutdowns are accepted without the database. */
export const momentsOf = (press: Press): readonly Moment[] =>
  press === "stop" ? MOMENTS : MOMENTS.filter((moment) => moment !== "journal");

/** Deliberate faults, each of which the check must find. */
export const FAULTS = ["acknowledged-is-proven", "sent-twice", "sent-late", "sent-once"] as const;
export type Fault = (typeof FAULTS)[number];
