import type { MeteringLevel } from "@heliograph/contract";
import type { BirthColumn, SampleRow, UnitType, ValueName } from "@heliograph/protocol";
import { POINTS } from "@heliograph/protocol";
import type { Rejection } from "./rejections.ts";

/** Where a recording was made; coordinates only where the file or its publisher gives them. */
export interface Place {
  /** Zone without clock changes, so that whole days can be shifted. */
  readonly timeZone: string;
  readonly address: string;
  readonly currency: string;
  readonly latitude?: number;
  readonly longitude?: number;
}

/** A device behind the gateway; its index in a birth is its position in the list plus 1. */
export interface RecordedUnit {
  /** End of its serial number. */
  readonly serial: string;
  readonly type: UnitType;
  readonly model: string;
  readonly label: string;
}

/** Measured data of one file, as one gateway could have sent it. */
export interface Recording {
  readonly place: Place;
  readonly installedCapacityKwp: number;
  readonly meteringLevel: MeteringLevel;
  /** Seconds between reports. */
  readonly intervalS: number;
  /** One instant only: shifted to now rather than by whole days. */
  readonly isSnapshot: boolean;
  readonly units: readonly RecordedUnit[];
  /** Values of unit 0, the gateway itself; empty when it has none. */
  readonly gatewayValues: readonly ValueName[];
  /** Values of every other unit. */
  readonly unitValues: readonly ValueName[];
  /** Rows of the file that are not among the samples. */
  readonly rejections: readonly Rejection[];
  /** In order of time, UTC ms. */
  readonly samples: readonly SampleRow[];
}

/** Seconds between reports of a file whose timestamps do not show it. */
export const DEFAULT_INTERVAL_S = 900;

/** Tables of a birth's columns. */
export const GATEWAY_TABLE = 1;
export const UNIT_TABLE = 2;

const SCALES: Record<ValueName, number> = {
  vi: 0.01,
  ii: 0.001,
  vo: 0.01,
  io: 0.001,
  pw: 0.1,
  tp: 0.1,
  // Optimizers count hundredths of a Wh.
  eh: 0.01,
  rs: 1,
  st: 1,
  sw: 1,
  pa: 0.1,
  ea: 0.01,
  gi: 0.1,
  ta: 0.1,
};

/** Columns of a birth for these values, each sample with its own time to the millisecond. */
export function columnsOf(values: readonly ValueName[]): BirthColumn[] {
  return [
    ["dt", POINTS.dt.unit, 0.001],
    ...values.map((name): BirthColumn => [name, POINTS[name].unit, SCALES[name]]),
  ];
}

/** Rounded up to two digits. */
function roundUp(kw: number): number {
  const step = 10 ** (Math.floor(Math.log10(kw)) - 1);
  return Number((Math.ceil(kw / step - 1e-9) * step).toFixed(3));
}

/** A capacity in kWp that no file names: the highest power, rounded up to two digits. */
export function capacityFromPeak(peakW: number): number {
  return roundUp(Math.max(peakW, 100) / 1000);
}

/**
 * Estimates a capacity in kWp that the file does not contain, from the power scaled to 1000 W/m²: the 90th percentile of the
 * instants above 400 W/m², so that neither snow nor a cloud's edge decides.
 */
export function capacityFromIrradiance(
  instants: readonly { powerW: number | null; irradiance: number | null }[],
): number {
  const yields = instants
    .flatMap(({ powerW, irradiance }) =>
      powerW === null || irradiance === null || irradiance < 400 ? [] : [powerW / irradiance],
    )
    .sort((a, b) => a - b);
  const peakW = instants.reduce((peak, { powerW }) => Math.max(peak, powerW ?? 0), 0);
  return capacityFromPeak(Math.max(peakW, (yields[Math.floor(0.9 * (yields.length - 1))] ?? 0) * 1000));
}
