import type { Device, DeviceStatus } from "@heliograph/contract";

export type Trouble = Exclude<DeviceStatus, "normal">;

/** Statuses that need work on site, the most urgent first. */
export const troubles: readonly Trouble[] = ["fault", "alarm", "warning", "offline"];

/** Units in one of these states: the first of them, and how many there are. */
export interface TroubledUnits {
  readonly status: Trouble;
  readonly rows: readonly Device[];
  readonly total: number;
}

interface Listed {
  readonly rows: readonly Device[];
  readonly total: number;
}

/** Units that rest because the sun is down are silent without being missed; gateways, which never rest, come first. */
export function withoutAsleep(listed: Listed): Listed {
  const rows = listed.rows.filter(({ isAsleep }) => !isAsleep);
  return rows.length === listed.rows.length ? listed : { rows, total: rows.length };
}

/** The state whose word was typed, in the language on screen. */
export function troubleNamed(typed: string, wordOf: (status: Trouble) => string): Trouble | undefined {
  const asked = typed.trim().toLowerCase();
  return troubles.find((status) => wordOf(status).toLowerCase() === asked);
}
