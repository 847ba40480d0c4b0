// Loaded by the browser too: no schemas here.

/** Devices of one request. */
export const MAX_DATA_DEVICES = 20;
/** Length of a period, days. */
export const MAX_DATA_DAYS = 31;
/** Steps that values can be averaged over, seconds. */
export const DATA_STEPS_S = [60, 300, 900, 3_600] as const;
/** Steps of a period times devices times parameters: 20 devices, 3 parameters and 7 days by 5 minutes are 120,960. */
export const MAX_DATA_VALUES = 130_000;

interface DataSize {
  readonly devices: number;
  readonly fields: number;
  readonly lengthMs: number;
}

/** The shortest step with which a request stays within the limit, seconds; undefined when none does. */
export const findDataStep = ({ devices, fields, lengthMs }: DataSize): number | undefined =>
  DATA_STEPS_S.find((stepS) => countDataValues({ devices, fields, lengthMs }, stepS) <= MAX_DATA_VALUES);

/** Values of a request at most, with a step in seconds. */
export const countDataValues = ({ devices, fields, lengthMs }: DataSize, stepS: number): number =>
  devices * fields * Math.ceil(lengthMs / (stepS * 1_000));
