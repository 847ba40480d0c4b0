import type { SafetyEvidence, SafetyState, SafetyUnit } from "@heliograph/contract";

/** Proofs are read again so long before they become old, so that one which was renewed is not shown as old meanwhile. */
const READ_BEFORE_MS = 2_000;
const MIN_READ_MS = 1_000;
/** Nothing reports that it became dark. */
const MAX_READ_MS = 60_000;

/** When proofs are to be read again if nothing is pushed; false: never. */
export function getNextReadMs(...evidences: readonly SafetyEvidence[]): number | false {
  const times = evidences.flatMap(({ age, recentForMs }) => {
    if (age === "none") return [];
    if (recentForMs === null) return [MAX_READ_MS];
    return [Math.min(Math.max(recentForMs - READ_BEFORE_MS, MIN_READ_MS), MAX_READ_MS)];
  });
  return times.length === 0 ? false : Math.min(...times);
}

/** Evidence so long after it was read, ms: nothing of it is recent once the server's word for that has run out. */
export const ageEvidence = (evidence: SafetyEvidence, passedMs: number): SafetyEvidence =>
  evidence.recentForMs !== null && evidence.recentForMs <= passedMs
    ? { ...evidence, age: "old", recent: 0, recentForMs: null }
    : evidence;

export const toOldUnit = (unit: SafetyUnit): SafetyUnit =>
  unit.evidence === "recent" ? { ...unit, evidence: "old" } : unit;

/** A proof from which nothing follows for now. */
export const isEarlier = ({ evidence }: Pick<SafetyUnit, "evidence">): boolean =>
  evidence !== null && evidence !== "recent";

/** States that say how much is proven open. */
const PROVEN_STATES = ["shutting-down", "shut-down", "partly-shut-down"] as const;
type ProvenState = (typeof PROVEN_STATES)[number];

/** Whether evidence of what is open says so of an earlier time. */
export const isEarlierEvidence = ({ age }: SafetyEvidence): boolean => age === "old" || age === "dark";

/** Whether the state of a plant is to be shown with the time of its proof, since it is not recent. */
export const isProvenEarlier = (state: SafetyState, evidence: SafetyEvidence): state is ProvenState =>
  PROVEN_STATES.some((each) => each === state) && isEarlierEvidence(evidence);
