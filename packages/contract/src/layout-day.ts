// The day file of a plant's layout, docs/layout-day.md. Loaded by the browser: it imports no schema and no library.

/** Values of a day file, in the order of their planes. */
export const DAY_VALUES = ["powerW", "voltageV", "currentA", "temperatureC", "signalDbm"] as const;
export type DayValue = (typeof DAY_VALUES)[number];

/** What a file says before its values. */
export interface DayFileHeader {
  readonly day: string;
  readonly timeZone: string;
  /** Begin and end of the day, UTC ms. */
  readonly fromAt: number;
  readonly toAt: number;
  readonly stepS: number;
  readonly steps: number;
  /** `samples`: means of reports; `windows`: means of quarter hours where no reports are kept; then the temperature is its maximum, and there is no signal. */
  readonly source: "samples" | "windows";
  /** Keys of the units, one for each row of a plane. */
  readonly units: readonly number[];
  /** Watts of one count of power, by unit. */
  readonly powerScales: readonly number[];
  /** Steps in which a unit's switch was open, by index of the unit. */
  readonly open: Readonly<Record<number, readonly number[]>>;
  /** Steps in which the sun is so low that units sleep; none where the coordinates are unknown. */
  readonly dark: readonly number[];
}

/** Counts of the values (`CountScale`); 0 is no value. */
export interface DayPlanes {
  readonly header: DayFileHeader;
  /** Unit by unit, `steps` counts each. */
  readonly planes: Readonly<Record<DayValue, Uint16Array>>;
}

/** Steps of a day, from the first to before the last. */
export interface StepRange {
  readonly from: number;
  readonly to: number;
}

/** A day to be encoded, whose planes are made one after another, in the order of the file. */
export interface DaySource {
  readonly header: DayFileHeader;
  /** Outside them no unit has a value, as at night. */
  readonly filled: StepRange;
  /** Unit by unit, a count for each filled step. */
  readonly planeOf: (value: DayValue) => Uint16Array;
}

/** How a count stands for a value: `n` for `(n - 1) * scale + offset`. */
export interface CountScale {
  readonly scale: number;
  readonly offset: number;
}

/** Scales that all units share; that of power is in the header, by unit, and has no offset. */
export const COUNT_SCALES: Readonly<Record<Exclude<DayValue, "powerW">, CountScale>> = {
  voltageV: { scale: 0.1, offset: 0 },
  currentA: { scale: 0.01, offset: 0 },
  temperatureC: { scale: 0.5, offset: -100 },
  signalDbm: { scale: 1, offset: -200 },
};

const MAX_COUNT = 0xffff;

/** The count of a value, the nearest there is; 0, which is no value, for NaN. */
export function encodeCount(value: number, { scale, offset }: CountScale): number {
  const count = (value - offset) / scale + 1.5;
  if (count < 1) return 1;
  return count > MAX_COUNT ? MAX_COUNT : count | 0;
}

/** Changes with the content of the file: a stored file of another version is none. */
export const DAY_FILE_VERSION = "HGDAY004";
/** Counts of 1 A with one of 1 V: 1 divided by the scales of voltage and current. */
const COUNTS_OF_VA = 1000;
const HEAD_BYTES = DAY_FILE_VERSION.length + 4;

/** Counts that power and voltage, of so many steps a unit, give of the current; 0 where one of them is missing. */
function estimateCurrents(
  { powerScales, units }: DayFileHeader,
  steps: number,
  powerW: Uint16Array,
  voltageV: Uint16Array,
): Uint16Array {
  const expected = new Uint16Array(powerW.length);
  for (let unit = 0; unit < units.length; unit++) {
    const scale = powerScales[unit]! * COUNTS_OF_VA;
    for (let index = unit * steps; index < (unit + 1) * steps; index++) {
      const power = powerW[index]!;
      const voltage = voltageV[index]!;
      if (power > 0 && voltage > 1)
        expected[index] = Math.min(Math.round(((power - 1) / (voltage - 1)) * scale) + 1, MAX_COUNT);
    }
  }
  return expected;
}

/**
 * Writes a difference, modulo 65,536: 0, -1, 1, -2, 2 as 0, 1, 2, 3, 4, the low bytes of all in front of the high ones. These are
 * nearly all 0, and both compress better than the counts.
 */
function writeDifference(target: Uint8Array, index: number, difference: number): void {
  const signed = (difference << 16) >> 16;
  const value = (signed << 1) ^ (signed >> 15);
  target[index] = value;
  target[target.length / 2 + index] = value >> 8;
}

function readDifference(source: Uint8Array, index: number): number {
  const value = source[index]! + (source[source.length / 2 + index]! << 8);
  return (value >>> 1) ^ -(value & 1);
}

/** Each count of a unit as its difference to the one before, the first to 0. */
function writeSteps(counts: Uint16Array, steps: number): Uint8Array {
  const target = new Uint8Array(counts.length * 2);
  for (let start = 0; start < counts.length; start += steps) {
    let before = 0;
    for (let index = start; index < start + steps; index++) {
      const count = counts[index]!;
      writeDifference(target, index, count - before);
      before = count;
    }
  }
  return target;
}

function readSteps(source: Uint8Array, steps: number): Uint16Array {
  const counts = new Uint16Array(source.length / 2);
  for (let start = 0; start < counts.length; start += steps) {
    let before = 0;
    for (let index = start; index < start + steps; index++) {
      before = (before + readDifference(source, index)) & MAX_COUNT;
      counts[index] = before;
    }
  }
  return counts;
}

/** Each count as its difference to the expected one. */
function writeDeviations(counts: Uint16Array, expected: Uint16Array): Uint8Array {
  const target = new Uint8Array(counts.length * 2);
  for (let index = 0; index < counts.length; index++)
    writeDifference(target, index, counts[index]! - expected[index]!);
  return target;
}

function readDeviations(source: Uint8Array, expected: Uint16Array): Uint16Array {
  const counts = new Uint16Array(expected.length);
  for (let index = 0; index < counts.length; index++)
    counts[index] = expected[index]! + readDifference(source, index);
  return counts;
}

/** Counts of the filled steps as those of all steps of a day. */
function spread(counts: Uint16Array, filled: StepRange, steps: number): Uint16Array {
  const width = filled.to - filled.from;
  if (width === steps) return counts;
  const target = new Uint16Array((counts.length / width) * steps);
  for (let start = 0, place = filled.from; start < counts.length; start += width, place += steps)
    target.set(counts.subarray(start, start + width), place);
  return target;
}

/** What the JSON of a file has. */
type FileHead = DayFileHeader & { readonly filled: StepRange };

function encodeHead(head: FileHead): Uint8Array {
  const json = new TextEncoder().encode(JSON.stringify(head));
  const bytes = new Uint8Array(HEAD_BYTES + json.length);
  bytes.set(new TextEncoder().encode(DAY_FILE_VERSION));
  new DataView(bytes.buffer).setUint32(DAY_FILE_VERSION.length, json.length, true);
  bytes.set(json, HEAD_BYTES);
  return bytes;
}

/** The content of a day file before compression, in parts that are made one by one: the header, then each plane. */
export function* encodeDayFile({ header, filled, planeOf }: DaySource): Generator<Uint8Array> {
  yield encodeHead({ ...header, filled });
  const steps = filled.to - filled.from;
  const powerW = planeOf("powerW");
  yield writeSteps(powerW, steps);
  const voltageV = planeOf("voltageV");
  yield writeSteps(voltageV, steps);
  yield writeDeviations(planeOf("currentA"), estimateCurrents(header, steps, powerW, voltageV));
  yield writeSteps(planeOf("temperatureC"), steps);
  yield writeSteps(planeOf("signalDbm"), steps);
}

/** A file of another version, as where the server is newer than the page, or not a day file. */
export class DayFormatError extends Error {
  override readonly name = "DayFormatError";
}

/** Reads an uncompressed day file. Throws `DayFormatError` for anything else. */
export function decodeDayFile(file: Uint8Array): DayPlanes {
  const signature = new TextDecoder().decode(file.subarray(0, DAY_FILE_VERSION.length));
  if (signature !== DAY_FILE_VERSION) throw new DayFormatError("not a day file of this version");
  const headBytes = new DataView(file.buffer, file.byteOffset).getUint32(DAY_FILE_VERSION.length, true);
  const bodyAt = HEAD_BYTES + headBytes;
  const json = new TextDecoder().decode(file.subarray(HEAD_BYTES, bodyAt));
  const { filled, ...header } = JSON.parse(json) as FileHead;
  const steps = filled.to - filled.from;
  const length = header.units.length * steps;
  const planeOf = (value: DayValue): Uint8Array => {
    const start = bodyAt + DAY_VALUES.indexOf(value) * length * 2;
    return file.subarray(start, start + length * 2);
  };
  const readPlane = (value: DayValue): Uint16Array => readSteps(planeOf(value), steps);
  const powerW = readPlane("powerW");
  const voltageV = readPlane("voltageV");
  const currentA = readDeviations(planeOf("currentA"), estimateCurrents(header, steps, powerW, voltageV));
  const ofDay = (counts: Uint16Array): Uint16Array => spread(counts, filled, header.steps);
  return {
    header,
    planes: {
      powerW: ofDay(powerW),
      voltageV: ofDay(voltageV),
      currentA: ofDay(currentA),
      temperatureC: ofDay(readPlane("temperatureC")),
      signalDbm: ofDay(readPlane("signalDbm")),
    },
  };
}
