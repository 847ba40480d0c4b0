interface ParameterRange {
  readonly min: number;
  readonly max: number;
  readonly unit: "s" | "ms" | "min";
}

/** Parameters of an MCON that can be set, with their ranges (R3.15). The relay is only shown. */
export const MCON_PARAMETERS = {
  heartbeat: { min: 1, max: 5, unit: "s" },
  otaInterval: { min: 50, max: 5000, unit: "ms" },
  repeatAlarm: { min: 1, max: 1440, unit: "min" },
  mosTimeout: { min: 5, max: 20, unit: "s" },
  alarmPolling: { min: 1, max: 3600, unit: "s" },
} as const satisfies Record<string, ParameterRange>;

/** A unit opens when it has not heard its controller for the MOS timeout, which covers at least this many heartbeats. */
export const MIN_HEARTBEATS = 3;
