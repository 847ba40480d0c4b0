// One block of ClickHouse's Native format (https://clickhouse.com/docs/interfaces/formats/Native): per column its
// name, its type and its values. The engine reads it several times faster than JSON text.

/** Writes one column; `wire` is the type the block names, which the engine casts to the column's own type. */
interface ColumnCodec {
  wire: string;
  encode(values: ArrayLike<unknown>, rowCount: number): Uint8Array[];
}

interface FixedCodec {
  wire: string;
  size: number;
  write(view: DataView, offset: number, value: unknown): void;
}

const msPerDay = 86_400_000;

function toInteger(value: unknown, min: number, max: number): number {
  const number = typeof value === "number" ? value : Number(value ?? Number.NaN);
  if (!Number.isSafeInteger(number) || number < min || number > max)
    throw new RangeError(`${String(value)} is no whole number from ${min} to ${max}`);
  return number;
}

/** Converts an instant: epoch milliseconds or a Date; ISO text is accepted for small inserts. */
function toEpochMs(value: unknown): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  const at = value instanceof Date ? value.getTime() : Date.parse(String(value));
  if (!Number.isFinite(at)) throw new RangeError(`${String(value)} is no instant`);
  return at;
}

function setInt64(view: DataView, offset: number, value: number): void {
  view.setUint32(offset, value >>> 0, true);
  view.setInt32(offset + 4, Math.floor(value / 4_294_967_296), true);
}

function toFloat(value: unknown): number {
  if (typeof value === "number") return value;
  throw new RangeError(`${String(value)} is no number`);
}

const bool: FixedCodec = {
  wire: "Bool",
  size: 1,
  write: (view, offset, value) => view.setUint8(offset, value === true || value === 1 ? 1 : 0),
};

const fixed: Record<string, FixedCodec> = {
  Bool: bool,
  UInt8: { wire: "UInt8", size: 1, write: (view, at, value) => view.setUint8(at, toInteger(value, 0, 255)) },
  UInt16: {
    wire: "UInt16",
    size: 2,
    write: (view, at, value) => view.setUint16(at, toInteger(value, 0, 65_535), true),
  },
  UInt32: {
    wire: "UInt32",
    size: 4,
    write: (view, at, value) => view.setUint32(at, toInteger(value, 0, 4_294_967_295), true),
  },
  Int8: { wire: "Int8", size: 1, write: (view, at, value) => view.setInt8(at, toInteger(value, -128, 127)) },
  Int16: {
    wire: "Int16",
    size: 2,
    write: (view, at, value) => view.setInt16(at, toInteger(value, -32_768, 32_767), true),
  },
  Int32: {
    wire: "Int32",
    size: 4,
    write: (view, at, value) => view.setInt32(at, toInteger(value, -2_147_483_648, 2_147_483_647), true),
  },
  UInt64: {
    wire: "UInt64",
    size: 8,
    write(view, at, value) {
      if (typeof value === "number") setInt64(view, at, toInteger(value, 0, Number.MAX_SAFE_INTEGER));
      else view.setBigUint64(at, BigInt(value as string | bigint), true);
    },
  },
  Int64: {
    wire: "Int64",
    size: 8,
    write(view, at, value) {
      if (typeof value === "number")
        setInt64(view, at, toInteger(value, Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
      else view.setBigInt64(at, BigInt(value as string | bigint), true);
    },
  },
  Float32: {
    wire: "Float32",
    size: 4,
    write: (view, at, value) => view.setFloat32(at, toFloat(value), true),
  },
  Float64: {
    wire: "Float64",
    size: 8,
    write: (view, at, value) => view.setFloat64(at, toFloat(value), true),
  },
  Date: {
    wire: "Date",
    size: 2,
    write: (view, at, value) =>
      view.setUint16(at, toInteger(Math.floor(toEpochMs(value) / msPerDay), 0, 65_535), true),
  },
};

function createDateTimeCodec(type: string): FixedCodec {
  return {
    wire: type,
    size: 4,
    write: (view, at, value) =>
      view.setUint32(at, toInteger(Math.floor(toEpochMs(value) / 1000), 0, 4_294_967_295), true),
  };
}

function createDateTime64Codec(type: string, digits: number): FixedCodec {
  const ticksPerMs = 10 ** (digits - 3);
  return {
    wire: type,
    size: 8,
    write: (view, at, value) => setInt64(view, at, Math.floor(toEpochMs(value) * ticksPerMs)),
  };
}

function createEnumCodec(type: string): FixedCodec {
  const numbers = new Map<string, number>();
  for (const [, name, number] of type.matchAll(/'((?:[^'\\]|\\.)*)' = (-?\d+)/g))
    numbers.set(String(name).replace(/\\(.)/g, "$1"), Number(number));
  const size = type.startsWith("Enum8") ? 1 : 2;
  return {
    wire: type,
    size,
    write(view, at, value) {
      const number = numbers.get(value as string);
      if (number === undefined)
        throw new RangeError(`${String(value)} is none of ${[...numbers.keys()].join(", ")}`);
      if (size === 1) view.setInt8(at, number);
      else view.setInt16(at, number, true);
    },
  };
}

function findFixedCodec(type: string): FixedCodec | undefined {
  if (/^DateTime(\('[^']*'\))?$/.test(type)) return createDateTimeCodec(type);
  const digits = /^DateTime64\((\d)/.exec(type)?.[1];
  if (digits) return createDateTime64Codec(type, Number(digits));
  if (/^Enum(8|16)\(/.test(type)) return createEnumCodec(type);
  return fixed[type];
}

function createFixedColumn(codec: FixedCodec, isNullable: boolean): ColumnCodec {
  return {
    wire: isNullable ? `Nullable(${codec.wire})` : codec.wire,
    encode(values, rowCount) {
      const nulls = new Uint8Array(isNullable ? rowCount : 0);
      const bytes = new Uint8Array(rowCount * codec.size);
      const view = new DataView(bytes.buffer);
      for (let row = 0; row < rowCount; row++) {
        const value = values[row];
        // In a typed array NaN means "no value".
        if (isNullable && (value === null || value === undefined || Number.isNaN(value))) nulls[row] = 1;
        else codec.write(view, row * codec.size, value);
      }
      return [nulls, bytes];
    },
  };
}

export function encodeVarUint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
  return Uint8Array.from(bytes);
}

function encodeText(text: string): Uint8Array {
  const body = Buffer.from(text, "utf8");
  return Buffer.concat([encodeVarUint(body.length), body]);
}

// Strings, and every type without a codec of its own (UUID, LowCardinality, arrays, decimals): sent as text, cast by the engine.
function createTextColumn(isNullable: boolean): ColumnCodec {
  return {
    wire: isNullable ? "Nullable(String)" : "String",
    encode(values, rowCount) {
      const nulls = new Uint8Array(isNullable ? rowCount : 0);
      const parts: Uint8Array[] = [nulls];
      for (let row = 0; row < rowCount; row++) {
        const value = values[row];
        const isMissing = value === null || value === undefined;
        if (isMissing && !isNullable) throw new RangeError("a value is missing");
        if (isMissing) nulls[row] = 1;
        parts.push(encodeText(isMissing ? "" : toText(value)));
      }
      return parts;
    },
  };
}

function toText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toText).join(",")}]`;
  return String(value);
}

function createColumnCodec(type: string): ColumnCodec {
  const plain = type.replace(/^LowCardinality\((.*)\)$/, "$1");
  const inner = /^Nullable\((.*)\)$/.exec(plain)?.[1];
  const codec = findFixedCodec(inner ?? plain);
  return codec ? createFixedColumn(codec, inner !== undefined) : createTextColumn(inner !== undefined);
}

const codecs = new Map<string, ColumnCodec>();

function getColumnCodec(type: string): ColumnCodec {
  let codec = codecs.get(type);
  if (!codec) {
    codec = createColumnCodec(type);
    codecs.set(type, codec);
  }
  return codec;
}

export interface BlockColumn {
  name: string;
  /** The column's own ClickHouse type. */
  type: string;
  values: ArrayLike<unknown>;
}

export interface NativeBlock {
  /** Column list for ClickHouse's file(): `name Type, …` with the types of the block. */
  structure: string;
  bytes: Uint8Array;
}

/** Throws RangeError that names the column when a value does not fit its type. */
export function encodeNativeBlock(columns: readonly BlockColumn[], rowCount: number): NativeBlock {
  const parts: Uint8Array[] = [encodeVarUint(columns.length), encodeVarUint(rowCount)];
  const structure: string[] = [];
  for (const { name, type, values } of columns) {
    if (values.length < rowCount)
      throw new RangeError(`column ${name} has ${values.length} of ${rowCount} values`);
    const codec = getColumnCodec(type);
    structure.push(`\`${name}\` ${codec.wire}`);
    parts.push(encodeText(name), encodeText(codec.wire));
    try {
      parts.push(...codec.encode(values, rowCount));
    } catch (cause) {
      throw new RangeError(`column ${name} (${type}): ${(cause as Error).message}`, { cause });
    }
  }
  return { structure: structure.join(", "), bytes: Buffer.concat(parts) };
}
