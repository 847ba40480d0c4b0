import type { SafetyEvidence } from "@heliograph/contract";
import { useLayoutEffect, useState } from "react";
import { formatSince } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { toServerTime } from "../session/server-time.ts";

const TICK_MS = 500;

/** The time of a proof in the plant's zone: of today without the day. */
export function useEvidenceTime(timeZone: string): (iso: string | null) => string {
  const { tag } = useLocale();
  return (iso) =>
    iso === null ? "–" : formatSince(Date.parse(iso), toServerTime(Date.now()), timeZone, tag);
}

/** The longest of the times in which some of these was to be recent, in ms, that has passed since a read at `readAt`; -1 while none has. */
export function usePassedMs(readAt: number, evidences: readonly SafetyEvidence[]): number {
  const key = evidences.flatMap(({ recentForMs }) => recentForMs ?? []).join();
  const [passed, setPassed] = useState({ readAt: 0, ms: -1 });
  useLayoutEffect(() => {
    if (key === "") return undefined;
    const all = key.split(",").map(Number);
    const startedAt = performance.now();
    const check = (): void => {
      // Whichever is further: the device's clock can be set back, and the other one may stop while it sleeps.
      const elapsedMs = Math.max(performance.now() - startedAt, Date.now() - readAt);
      const ms = Math.max(-1, ...all.filter((each) => each <= elapsedMs));
      setPassed((before) => (before.readAt === readAt && before.ms === ms ? before : { readAt, ms }));
    };
    check();
    const timer = setInterval(check, TICK_MS);
    return () => clearInterval(timer);
  }, [readAt, key]);
  return passed.readAt === readAt ? passed.ms : -1;
}
