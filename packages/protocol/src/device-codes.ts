/** Status of a unit, SunSpec models 501 and 502, point `Stat`. */
export const UNIT_STATUS = {
  off: 1,
  sleeping: 2,
  starting: 3,
  mppt: 4,
  throttled: 5,
  shuttingDown: 6,
  fault: 7,
  standby: 8,
  test: 9,
  other: 10,
} as const;

/** Name of a unit status. */
export type UnitStatusName = keyof typeof UNIT_STATUS;

/**
 * Event numbers of a unit: the bits of SunSpec models 501 and 502, point `Evt`. Numbers reserved there have the meaning
 * of the inverter models 101 to 103, for microinverters and inverters; 21 and 22 that of model 160. Bit 15 of an
 * inverter (hardware test failed) is sent as 20.
 */
export const EVENT_CODE = {
  groundFault: 0,
  inputOverVoltage: 1,
  acDisconnect: 2,
  dcDisconnect: 3,
  gridDisconnect: 4,
  cabinetOpen: 5,
  manualShutdown: 6,
  overTemperature: 7,
  overFrequency: 8,
  underFrequency: 9,
  acOverVoltage: 10,
  acUnderVoltage: 11,
  blownFuse: 12,
  underTemperature: 13,
  memoryLoss: 14,
  arcDetection: 15,
  theftDetection: 16,
  outputOverCurrent: 17,
  outputOverVoltage: 18,
  outputUnderVoltage: 19,
  testFailed: 20,
  inputUnderVoltage: 21,
  inputOverCurrent: 22,
} as const;

/** Name of a unit event. */
export type EventCodeName = keyof typeof EVENT_CODE;

/** Severity of an event for the status of a device; "alarm" is reserved for threshold alarms, which no device sends. */
export type EventSeverity = "fault" | "warning";

const FAULTS: ReadonlySet<number> = new Set([
  EVENT_CODE.groundFault,
  EVENT_CODE.blownFuse,
  EVENT_CODE.memoryLoss,
  EVENT_CODE.arcDetection,
]);

/** Events that are expected of a unit opened by command. */
const BY_COMMAND: ReadonlySet<number> = new Set([EVENT_CODE.dcDisconnect, EVENT_CODE.manualShutdown]);

const STATUS_NAMES = new Map<number, UnitStatusName>(
  (Object.keys(UNIT_STATUS) as UnitStatusName[]).map((name) => [UNIT_STATUS[name], name]),
);
const EVENT_NAMES = new Map<number, EventCodeName>(
  (Object.keys(EVENT_CODE) as EventCodeName[]).map((name) => [EVENT_CODE[name], name]),
);

/** Finds the name of a status number. */
export function findUnitStatusName(status: number): UnitStatusName | undefined {
  return STATUS_NAMES.get(status);
}

/** Finds the name of an event number; makers' own numbers have none. */
export function findEventCodeName(code: number): EventCodeName | undefined {
  return EVENT_NAMES.get(code);
}

/** Finds what an event means for a device's status; undefined for the two events that only confirm an opening by command. */
export function findEventSeverity(code: number, isOpenedByCommand: boolean): EventSeverity | undefined {
  if (FAULTS.has(code)) return "fault";
  return isOpenedByCommand && BY_COMMAND.has(code) ? undefined : "warning";
}

/** Whether a status number alone makes the unit faulty. */
export function isFaultStatus(status: number): boolean {
  return status === UNIT_STATUS.fault;
}
