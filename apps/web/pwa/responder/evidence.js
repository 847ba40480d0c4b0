/** States of a plant in which units were opened by command and may be proven open. */
const HELD_STATES = ["shutting-down", "shut-down", "partly-shut-down"];

/**
 * What a view may say about the modules now, by the server's word on the age of its proofs: "safe" only while every one is recent;
 * "dark" and "earlier": proven at a time that is named, and not since; else "unsafe". `elapsedMs`: since the view was requested;
 * `isStale`: it may have changed meanwhile.
 */
export function readEvidence(view, { elapsedMs, isStale }) {
  const { state, evidenceAge, recentForMs, lastMeasuredAt } = view;
  if (!HELD_STATES.includes(state) || lastMeasuredAt === null) return "unsafe";
  const isCurrent = !isStale && evidenceAge === "recent" && recentForMs !== null && elapsedMs < recentForMs;
  if (isCurrent) return state === "shut-down" ? "safe" : "unsafe";
  return !isStale && evidenceAge === "dark" && state === "shut-down" ? "dark" : "earlier";
}
