import type { UpgradeReason, UpgradeState } from "@heliograph/contract";
import { upgradeReason } from "@heliograph/contract";
import { wallClock } from "@heliograph/solar";

/** States after which nothing more happens to a device in its campaign. */
export const FINAL_STATES: readonly UpgradeState[] = ["confirmed", "failed", "skipped"];

/** Hours of a plant's own day in which devices are upgraded; undefined for any time. */
export interface UpgradeWindow {
  readonly fromHour: number;
  readonly toHour: number;
}

/** Whether the local time of a zone is within the window; one that ends where it begins is the whole day. */
export function isWindowOpen(window: UpgradeWindow | undefined, zone: string, at: number): boolean {
  if (window === undefined) return true;
  const { fromHour, toHour } = window;
  const hour = new Date(wallClock(at, zone)).getUTCHours();
  if (fromHour === toHour) return true;
  return fromHour < toHour ? hour >= fromHour && hour < toHour : hour >= fromHour || hour < toHour;
}

/** The wave of the device at this place of the list, from 1. */
export function waveOf(
  index: number,
  { firstWave, waveSize }: { firstWave: number; waveSize: number },
): number {
  return index < firstWave ? 1 : 2 + Math.floor((index - firstWave) / waveSize);
}

/** Reasons after which a later offer may succeed. */
const TEMPORARY: readonly string[] = ["E_BUSY", "E_OFFLINE", "E_TIMEOUT", "E_EXPIRED", "E_SEND", "E_UNITS"];

/** Whether a command that was not carried out is offered again; one without a code was not sent or not answered. */
export const isTemporary = (code: string | null): boolean => code === null || TEMPORARY.includes(code);

/** The reason as it is stored and translated: unknown text of a device is `device`. */
export function toReason(text: string | undefined): UpgradeReason {
  return upgradeReason.safeParse(text).data ?? "device";
}

/** What a device reports of itself, as it is stored. */
export interface ReportedState {
  readonly state: UpgradeState;
  readonly reason: UpgradeReason | null;
}

/** A unit that waits at its gateway has been offered; one that runs another version afterwards has failed. */
export function toStored(
  report: { state: UpgradeState; reason?: string | undefined; version?: string | undefined },
  version: string,
): ReportedState {
  const { state, reason } = report;
  if (state === "queued") return { state: "offered", reason: null };
  if (state === "confirmed" && report.version !== version) return { state: "failed", reason: "otherVersion" };
  if (state === "failed" || state === "skipped") return { state, reason: toReason(reason) };
  return { state, reason: null };
}
