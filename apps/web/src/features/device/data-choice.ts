import type { measuredValues } from "virtual:measured-values";
import {
  countDataValues,
  DATA_STEPS_S,
  findDataStep,
  MAX_DATA_DAYS,
  MAX_DATA_DEVICES,
  MAX_DATA_VALUES,
} from "@heliograph/contract/device-data-limits";
import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import type { Bounds, DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { daysIn, readRange, toInstants, writeRange } from "../../shared/ui/form/range-picker/range.ts";

export type DataField = (typeof measuredValues)[number]["field"];

/** What detailed data is asked for; the step is the shortest possible where it is undefined. */
export interface DataChoice {
  readonly deviceIds: readonly string[];
  readonly fields: readonly DataField[];
  readonly range: DayRange | undefined;
  readonly stepS: number | undefined;
}

/** One more than allowed, so that an address with too many devices is refused and not shortened. */
const READ_DEVICES = MAX_DATA_DEVICES + 1;

export const RANGE_KINDS = ["day", "week", "month", "own"] as const;

/** What a choice is read with: the page's own device, the parameters there are, and the days that can be chosen. */
interface Choosable {
  readonly deviceId: string;
  readonly fields: readonly DataField[];
  readonly bounds: Bounds;
}

/** The choice in an address; the page's own device where it names none. */
export function readDataChoice(params: URLSearchParams, { deviceId, fields, bounds }: Choosable): DataChoice {
  const asked = (params.get("fields") ?? "").split(",");
  const stepS = Number(params.get("step"));
  return {
    deviceIds: params.get("devices")?.split(",").filter(Boolean).slice(0, READ_DEVICES) ?? [deviceId],
    fields: fields.filter((field) => asked.includes(field)),
    range: readRange(params.get("range"), RANGE_KINDS, bounds),
    stepS: DATA_STEPS_S.find((each) => each === stepS),
  };
}

/** Parameters of the address that hold a choice. */
export const writeDataChoice = ({ deviceIds, fields, range, stepS }: DataChoice) => ({
  devices: deviceIds.join(),
  fields: fields.join(),
  range: range && writeRange(range),
  step: stepS?.toString(),
});

export interface DataProblems {
  readonly devices?: MessageKey;
  readonly fields?: MessageKey;
  readonly range?: MessageKey;
  readonly step?: MessageKey;
}

/** Why a choice is refused, by its part; the server refuses the same (R5.5). */
export function findDataProblems(choice: DataChoice, timeZone: string): DataProblems {
  const { deviceIds, fields, range, stepS } = choice;
  if (deviceIds.length === 0 || fields.length === 0 || range === undefined)
    return {
      ...(deviceIds.length === 0 && { devices: "deviceData.chooseDevice" }),
      ...(fields.length === 0 && { fields: "deviceData.chooseFields" }),
      ...(range === undefined && { range: "deviceData.chooseDate" }),
    };
  if (deviceIds.length > MAX_DATA_DEVICES) return { devices: "deviceData.tooManyDevices" };
  if (daysIn(range) > MAX_DATA_DAYS) return { range: "deviceData.tooManyDays" };
  const { fromAt, toAt } = toInstants(range, timeZone);
  const size = { devices: deviceIds.length, fields: fields.length, lengthMs: toAt - fromAt };
  const step = stepS ?? findDataStep(size);
  if (step === undefined || countDataValues(size, step) > MAX_DATA_VALUES)
    return { step: "deviceData.tooManyValues" };
  return {};
}

/** Whether devices, parameters and the date are chosen. */
export const isComplete = ({ deviceIds, fields, range }: DataChoice): boolean =>
  deviceIds.length > 0 && fields.length > 0 && range !== undefined;

/** Query of a complete choice; undefined while something is missing. */
export function toSeriesQuery(choice: DataChoice, timeZone: string) {
  const { deviceIds, fields, range, stepS } = choice;
  if (range === undefined || deviceIds.length === 0 || fields.length === 0) return undefined;
  if (Object.keys(findDataProblems(choice, timeZone)).length > 0) return undefined;
  const { fromAt, toAt } = toInstants(range, timeZone);
  return {
    deviceIds: deviceIds.join(),
    fields: fields.join(),
    fromAt: new Date(fromAt).toISOString(),
    toAt: new Date(toAt).toISOString(),
    ...(stepS !== undefined && { stepS }),
  };
}
