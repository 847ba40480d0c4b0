import type { EventCodeName } from "@heliograph/protocol/device-codes";
import { EVENT_CODE, findEventSeverity } from "@heliograph/protocol/device-codes";
import type { AuditType } from "../audit-types.ts";
import type { DeviceType } from "../device.ts";

/** What can raise a fault code: a device, an inverter whose events its gateway or microinverter passes on, or the server. */
export type FaultSource = DeviceType | "inverter" | "server";

/** Severity a fault has unless someone changes it; "alarm" is an open threshold alarm. */
export type FaultSeverity = "fault" | "alarm" | "warning";

/** Where a fault's number comes from: event bits of SunSpec models, or this project. */
export type FaultOrigin = "SunSpec 501/502" | "SunSpec 101-103" | "SunSpec 160" | "Heliograph";

export interface Fault {
  /** As stored in `alarms.fault_code`: the event number of the device link, or `H` and three digits. */
  readonly code: string;
  readonly severity: FaultSeverity;
  readonly sources: readonly FaultSource[];
  readonly origin: FaultOrigin;
}

type EventFault = Pick<Fault, "sources" | "origin">;

const units = ["OPT", "RSD"] as const;
const dcSide = ["SCON", "MCON", "OPT", "RSD", "inverter"] as const;
const acSide = ["OPT", "inverter"] as const;

/**
 * Events of devices by their name in the protocol. Models 501 and 502 describe a module's electronics; numbers they
 * reserve have the meaning of the inverter models 101 to 103, numbers above theirs that of the string model 160.
 */
const EVENT_FAULTS: Readonly<Record<EventCodeName, EventFault>> = {
  groundFault: { sources: ["SCON", "OPT", "inverter"], origin: "SunSpec 501/502" },
  inputOverVoltage: { sources: dcSide, origin: "SunSpec 501/502" },
  acDisconnect: { sources: acSide, origin: "SunSpec 101-103" },
  dcDisconnect: { sources: dcSide, origin: "SunSpec 501/502" },
  gridDisconnect: { sources: acSide, origin: "SunSpec 101-103" },
  cabinetOpen: { sources: ["DCON", "SCON", "inverter"], origin: "SunSpec 101-103" },
  manualShutdown: { sources: dcSide, origin: "SunSpec 501/502" },
  overTemperature: { sources: ["DCON", ...dcSide], origin: "SunSpec 501/502" },
  overFrequency: { sources: acSide, origin: "SunSpec 101-103" },
  underFrequency: { sources: acSide, origin: "SunSpec 101-103" },
  acOverVoltage: { sources: acSide, origin: "SunSpec 101-103" },
  acUnderVoltage: { sources: acSide, origin: "SunSpec 101-103" },
  blownFuse: { sources: ["SCON", "OPT", "inverter"], origin: "SunSpec 501/502" },
  underTemperature: { sources: ["DCON", ...dcSide], origin: "SunSpec 501/502" },
  memoryLoss: { sources: ["DCON", ...dcSide], origin: "SunSpec 501/502" },
  arcDetection: { sources: ["SCON", "OPT", "inverter"], origin: "SunSpec 501/502" },
  theftDetection: { sources: ["SCON", ...units], origin: "SunSpec 501/502" },
  outputOverCurrent: { sources: ["SCON", ...units], origin: "SunSpec 501/502" },
  outputOverVoltage: { sources: ["SCON", ...units], origin: "SunSpec 501/502" },
  outputUnderVoltage: { sources: ["SCON", ...units], origin: "SunSpec 501/502" },
  testFailed: { sources: ["DCON", ...dcSide], origin: "SunSpec 501/502" },
  inputUnderVoltage: { sources: dcSide, origin: "SunSpec 160" },
  inputOverCurrent: { sources: dcSide, origin: "SunSpec 160" },
};

const producing = ["SCON", ...units] as const;
const measured = ["DCON", "SCON", "MCON", ...units] as const;
const reporting = ["SCON", "MCON", ...units] as const;

/** What the server finds out about devices. The letter keeps these codes apart from the numbers that devices send. */
const OWN_FAULTS = {
  gatewayOffline: { code: "H101", severity: "warning", sources: ["DCON"] },
  unitOffline: { code: "H102", severity: "warning", sources: reporting },
  internalFault: { code: "H201", severity: "fault", sources: reporting },
  zeroPower: { code: "H202", severity: "fault", sources: producing },
  implausibleCounter: { code: "H203", severity: "warning", sources: ["DCON", ...producing] },
  unitDead: { code: "H211", severity: "fault", sources: producing },
  halfPower: { code: "H212", severity: "warning", sources: producing },
  degrading: { code: "H213", severity: "warning", sources: producing },
  voltageHigh: { code: "H301", severity: "alarm", sources: measured },
  voltageLow: { code: "H302", severity: "alarm", sources: measured },
  currentHigh: { code: "H303", severity: "alarm", sources: measured },
  currentLow: { code: "H304", severity: "alarm", sources: measured },
  temperatureHigh: { code: "H305", severity: "alarm", sources: measured },
  temperatureLow: { code: "H306", severity: "alarm", sources: measured },
  shutdownNotConfirmed: { code: "H401", severity: "fault", sources: ["MCON", ...units] },
} as const satisfies Readonly<Record<string, Omit<Fault, "origin">>>;

/** Security alarms: rows of the log, no alarms of devices. `auditType` is the type of their row. */
const SECURITY_FAULTS = {
  logChainBroken: { code: "H901", severity: "fault", sources: ["server"], auditType: "audit.broken" },
  rootReset: { code: "H902", severity: "warning", sources: ["server"], auditType: "account.root-reset" },
  manySignInFailures: {
    code: "H911",
    severity: "warning",
    sources: ["server"],
    auditType: "session.many-failures",
  },
  sessionReplay: { code: "H912", severity: "warning", sources: ["server"], auditType: "session.replay" },
  claimLocked: { code: "H921", severity: "warning", sources: ["DCON"], auditType: "device.claim-locked" },
  duplicateGateway: { code: "H922", severity: "fault", sources: ["DCON"], auditType: "device.session-fight" },
  reportNumberReused: {
    code: "H923",
    severity: "fault",
    sources: ["DCON"],
    auditType: "device.sequence-conflict",
  },
  otherPlantUnits: { code: "H924", severity: "warning", sources: ["DCON"], auditType: "device.other-plant" },
  tooManyUnits: { code: "H925", severity: "warning", sources: ["DCON"], auditType: "device.too-many-units" },
  wrongSessionReply: {
    code: "H926",
    severity: "warning",
    sources: ["DCON"],
    auditType: "device.wrong-session",
  },
} as const satisfies Readonly<Record<string, Omit<Fault, "origin"> & { readonly auditType: AuditType }>>;

export type OwnFaultName = keyof typeof OWN_FAULTS;
export type SecurityFaultName = keyof typeof SECURITY_FAULTS;

/** Name of a fault: its key in the texts. */
export type FaultName = EventCodeName | OwnFaultName | SecurityFaultName;

const keysOf = <Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] =>
  Object.keys(record) as Key[];

/** Names in the order of the catalogue: events of devices, then our own, then security. */
export const faultNames: readonly FaultName[] = [
  ...keysOf(EVENT_FAULTS).sort((a, b) => EVENT_CODE[a] - EVENT_CODE[b]),
  ...keysOf(OWN_FAULTS),
  ...keysOf(SECURITY_FAULTS),
];

/** Severity of an event unless the unit was opened by command. */
const eventSeverity = (name: EventCodeName): FaultSeverity =>
  findEventSeverity(EVENT_CODE[name], false) ?? "warning";

const isEvent = (name: FaultName): name is EventCodeName => Object.hasOwn(EVENT_FAULTS, name);
const isOwn = (name: FaultName): name is OwnFaultName => Object.hasOwn(OWN_FAULTS, name);

export function getFault(name: FaultName): Fault {
  if (isEvent(name))
    return { code: String(EVENT_CODE[name]), severity: eventSeverity(name), ...EVENT_FAULTS[name] };
  const { code, severity, sources } = isOwn(name) ? OWN_FAULTS[name] : SECURITY_FAULTS[name];
  return { code, severity, sources, origin: "Heliograph" };
}

const namesByCode: ReadonlyMap<string, FaultName> = new Map(
  faultNames.map((name) => [getFault(name).code, name]),
);

/** Finds the fault of an alarm's code; makers' own numbers have none. */
export const findFaultName = (code: string): FaultName | undefined => namesByCode.get(code);

/** Finds the security alarm of a type of log rows. */
export const findSecurityFault = (type: string): SecurityFaultName | undefined =>
  keysOf(SECURITY_FAULTS).find((name) => SECURITY_FAULTS[name].auditType === type);
