/** One measured quantity: the name of its column, its unit on the wire and what is physically possible. */
export interface Point {
  /** Unit a birth must give for the column; the stored value is in it too. */
  readonly unit: string;
  readonly meaning: string;
  readonly type: "number" | "integer";
  /** Smallest value that is taken, in `unit`. */
  readonly min: number;
  /** Largest value that is taken, in `unit`. */
  readonly max: number;
  /** How a device's latest value is published; absent for points that lists of devices do not show. */
  readonly published?: Published;
}

/** Name of a point in the API and the decimals worth reading. */
interface Published {
  readonly field: string;
  readonly digits: number;
}

/**
 * The closed table of points. The ranges refuse what no device of this kind can measure, so they are
 * wide: 1,500 V systems, combiners up to 1,000 A, sensor offsets just below zero.
 */
export const POINTS = {
  dt: { unit: "s", meaning: "time of the sample relative to t", type: "number", min: -604_800, max: 600 },
  vi: {
    unit: "V",
    meaning: "input voltage",
    type: "number",
    min: -10,
    max: 2_000,
    published: { field: "inputVoltageV", digits: 1 },
  },
  ii: {
    unit: "A",
    meaning: "input current",
    type: "number",
    min: -50,
    max: 1_000,
    published: { field: "inputCurrentA", digits: 2 },
  },
  vo: {
    unit: "V",
    meaning: "output voltage",
    type: "number",
    min: -10,
    max: 2_000,
    published: { field: "outputVoltageV", digits: 1 },
  },
  io: {
    unit: "A",
    meaning: "output current",
    type: "number",
    min: -50,
    max: 1_000,
    published: { field: "outputCurrentA", digits: 2 },
  },
  pw: {
    unit: "W",
    meaning: "measured power",
    type: "number",
    min: -50_000,
    max: 1_500_000,
    published: { field: "powerW", digits: 0 },
  },
  tp: {
    unit: "C",
    meaning: "temperature of the unit",
    type: "number",
    min: -60,
    max: 200,
    published: { field: "temperatureC", digits: 1 },
  },
  eh: {
    unit: "Wh",
    meaning: "lifetime energy counter",
    type: "number",
    min: 0,
    max: 1e12,
    published: { field: "generationWh", digits: 0 },
  },
  rs: {
    unit: "dBm",
    meaning: "received signal",
    type: "number",
    min: -150,
    max: 30,
    published: { field: "signalDbm", digits: 0 },
  },
  /** SunSpec models 501 and 502, `Stat`: 1 to 10. */
  st: { unit: "", meaning: "status", type: "integer", min: 1, max: 10 },
  sw: { unit: "", meaning: "switch, 0 open, 1 closed", type: "integer", min: 0, max: 1 },
  pa: { unit: "W", meaning: "power of the AC meter", type: "number", min: -1e9, max: 1e9 },
  ea: { unit: "Wh", meaning: "lifetime energy counter of the AC meter", type: "number", min: 0, max: 1e13 },
  /** Pyranometers read a few W/m² below zero at night; cloud edges have been seen above 1,800. */
  gi: { unit: "W/m2", meaning: "irradiance", type: "number", min: -50, max: 2_500 },
  ta: { unit: "C", meaning: "ambient temperature", type: "number", min: -90, max: 80 },
} as const satisfies Record<string, Point>;

/** Name of a column that is understood. */
export type PointName = keyof typeof POINTS;
/** Name of a column that holds a value; `dt` holds the time instead. */
export type ValueName = Exclude<PointName, "dt">;

/** All value columns, in the order of the table. */
export const VALUE_NAMES: readonly ValueName[] = (Object.keys(POINTS) as PointName[]).filter(
  (name): name is ValueName => name !== "dt",
);

/** Finds a point by its column name; undefined for a column that is not understood and therefore ignored. */
export function findPoint(name: string): Point | undefined {
  return Object.hasOwn(POINTS, name) ? POINTS[name as PointName] : undefined;
}

type PublishedPoint = Extract<(typeof POINTS)[PointName], { published: Published }>;
/** Name of a measured value of a device in the API. */
export type MeasuredField = PublishedPoint["published"]["field"];

/** A measured value of a device: its point on the wire, its name in the API, its unit and the decimals worth reading. */
export interface MeasuredValue extends Published {
  readonly point: ValueName;
  readonly field: MeasuredField;
  readonly unit: string;
}

/** Measured values of a device in the order of the table. */
export const MEASURED_VALUES: readonly MeasuredValue[] = VALUE_NAMES.flatMap((point) => {
  const { unit, published }: Point = POINTS[point];
  return published === undefined ? [] : [{ point, unit, ...published } as MeasuredValue];
});
