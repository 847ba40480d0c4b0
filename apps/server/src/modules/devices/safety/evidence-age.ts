import type { SafetyEvidence } from "@heliograph/contract";
import type { EvidenceAgeRow } from "./evidence-age.repository.ts";

const sum = (rows: readonly EvidenceAgeRow[]): number => rows.reduce((total, { units }) => total + units, 0);

function toAge(proven: readonly EvidenceAgeRow[], isOffline: boolean): SafetyEvidence["age"] {
  if (proven.length === 0) return "none";
  const is = (wanted: EvidenceAgeRow["evidence"]): boolean =>
    proven.some(({ evidence }) => evidence === wanted);
  // What happens behind a gateway that is offline is not known, whatever was proven there.
  if (isOffline || is("old") || is("offline")) return "old";
  return is("dark") ? "dark" : "recent";
}

/** What the evidence of one operation says together: it is as old as its oldest one. */
export function summarizeEvidence(rows: readonly EvidenceAgeRow[]): SafetyEvidence {
  const proven = rows.filter(({ evidence }) => evidence !== null);
  const offline = Map.groupBy(
    rows.filter(({ isOnline }) => !isOnline),
    ({ gatewaySn }) => gatewaySn ?? "–",
  );
  const times = proven.flatMap(({ oldestAt }) => (oldestAt === null ? [] : [oldestAt.getTime()]));
  const remaining = proven.flatMap(({ recentForMs }) => (recentForMs === null ? [] : [recentForMs]));
  return {
    age: toAge(proven, offline.size > 0),
    recent: sum(proven.filter(({ evidence }) => evidence === "recent")),
    oldestAt: times.length === 0 ? null : new Date(Math.min(...times)).toISOString(),
    recentForMs: remaining.length === 0 ? null : Math.min(...remaining),
    offlineGateways: [...offline].map(([sn, units]) => ({ sn, units: sum(units) })),
  };
}
