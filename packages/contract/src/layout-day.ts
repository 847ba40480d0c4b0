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

/** Counts of the values: 0 is no value, `n` stands for `(n - 1) * scale + offset`. */
export interface DayPlanes {
  readonly header: DayFileHeader;
  /** Unit by unit, `steps` counts each. */
  readonly planes: Readonly<Record<DayValue, Uint16Array>>;
}

export const VOLTAGE_SCALE = 0.1;
export const CURRENT_SCALE = 0.01;
export const TEMPERATURE_SCALE = 0.5;
export const TEMPERATURE_OFFSET = -100;
export const SIGNAL_SCALE = 1;
export const SIGNAL_OFFSET = -200;

/** Changes with the content of the file: a stored file of another version is none. */
export const DAY_FILE_VERSION = "HGDAY002";
const HEAD_BYTES = DAY_FILE_VERSION.length + 4;

/** Differences to the count before, the low bytes of all in front of the high ones: both compress better than the counts. */
function writePlane(target: Uint8Array, counts: Uint16Array, steps: number): void {
  const half = counts.length;
  for (let start = 0; start < half; start += steps) {
    let before = 0;
    for (let index = start; index < start + steps; index++) {
      const count = counts[index]!;
      const difference = (count - before) & 0xffff;
      target[index] = difference & 0xff;
      target[half + index] = difference >> 8;
      before = count;
    }
  }
}

function readPlane(source: Uint8Array, length: number, steps: number): Uint16Array {
  const counts = new Uint16Array(length);
  for (let start = 0; start < length; start += steps) {
    let count = 0;
    for (let index = start; index < start + steps; index++) {
      count = (count + source[index]! + (source[length + index]! << 8)) & 0xffff;
      counts[index] = count;
    }
  }
  return counts;
}

/** The content of a day file before compression. */
export function encodeDayFile({ header, planes }: DayPlanes): Uint8Array {
  const head = new TextEncoder().encode(JSON.stringify(header));
  const planeBytes = header.units.length * header.steps * 2;
  const file = new Uint8Array(HEAD_BYTES + head.length + planeBytes * DAY_VALUES.length);
  file.set(new TextEncoder().encode(DAY_FILE_VERSION));
  new DataView(file.buffer).setUint32(DAY_FILE_VERSION.length, head.length, true);
  file.set(head, HEAD_BYTES);
  for (const [index, value] of DAY_VALUES.entries()) {
    const start = HEAD_BYTES + head.length + index * planeBytes;
    writePlane(file.subarray(start, start + planeBytes), planes[value], header.steps);
  }
  return file;
}

/** Reads an uncompressed day file. Throws an error for anything else. */
export function decodeDayFile(file: Uint8Array): DayPlanes {
  const signature = new TextDecoder().decode(file.subarray(0, DAY_FILE_VERSION.length));
  if (signature !== DAY_FILE_VERSION) throw new Error("not a day file of this version");
  const headBytes = new DataView(file.buffer, file.byteOffset).getUint32(DAY_FILE_VERSION.length, true);
  const bodyAt = HEAD_BYTES + headBytes;
  const header = JSON.parse(new TextDecoder().decode(file.subarray(HEAD_BYTES, bodyAt))) as DayFileHeader;
  const length = header.units.length * header.steps;
  const readValue = (index: number): Uint16Array =>
    readPlane(
      file.subarray(bodyAt + index * length * 2, bodyAt + (index + 1) * length * 2),
      length,
      header.steps,
    );
  const planes = DAY_VALUES.map((value, index) => [value, readValue(index)] as const);
  return { header, planes: Object.fromEntries(planes) as Record<DayValue, Uint16Array> };
}
