import type { SafetyUnit } from "@heliograph/contract";
import { formatSince } from "../base/format/times.ts";
import type { Safety } from "./safety-texts.ts";
import { isProven } from "./safety-texts.ts";

type UnitTime = "sent" | "acknowledged" | "proven" | "sample";

/**
 * When the command of a unit was first sent, acknowledged and proven. Of a unit that is not proven also its last sample, such as a
 * dark one; that of a proof is named with what it measured.
 */
export function listUnitTimes(unit: SafetyUnit, safety: Safety): (readonly [name: UnitTime, at: string])[] {
  const { sentAt, acknowledgedAt, provenAt, sampleAt } = unit;
  const times: readonly [UnitTime, string | null][] = [
    ["sent", sentAt],
    ["acknowledged", acknowledgedAt],
    ["proven", provenAt],
    ["sample", isProven(unit, safety) ? null : sampleAt],
  ];
  return times.flatMap(([name, at]) => (at === null ? [] : [[name, at] as const]));
}

interface ClockOptions {
  /** When the operation was pressed, which its head says with the day. */
  readonly acceptedAt: string;
  readonly timeZone: string;
  readonly tag: string;
}

/** Writes times of an operation to the second, without its day. Units of a gateway share most of them: each is formatted once. */
export function createUnitClock({ acceptedAt, timeZone, tag }: ClockOptions): (iso: string) => string {
  const acceptedMs = Date.parse(acceptedAt);
  const written = new Map<string, string>();
  return (iso) => {
    const known = written.get(iso);
    if (known !== undefined) return known;
    const at = Date.parse(iso);
    const second = String(new Date(at).getUTCSeconds()).padStart(2, "0");
    const text = `${formatSince(at, acceptedMs, timeZone, tag)}:${second}`;
    written.set(iso, text);
    return text;
  };
}
