/** Between which two steps of a parameter command the process is killed. */
export const KILL_STEPS = [
  "before-insert",
  "inserted",
  "marked",
  "sent",
  "accepted",
  "replied",
  "stored",
] as const;
export type KillStep = (typeof KILL_STEPS)[number];
