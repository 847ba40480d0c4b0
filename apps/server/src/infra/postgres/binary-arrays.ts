// Arrays of numbers as parameters in PostgreSQL's binary format, which the driver uses for a Buffer. As text each number
// would be written and parsed as decimal digits, which costs both sides several times as much.

const INT4 = 23;
const FLOAT4 = 700;
const FLOAT8 = 701;
const TIMESTAMPTZ = 1184;
const HEADER_BYTES = 20;
/** PostgreSQL counts microseconds from 2000-01-01 on. */
const POSTGRES_EPOCH_MS = Date.UTC(2000, 0, 1);

interface ElementType {
  readonly oid: number;
  readonly bytes: number;
  write(buffer: Buffer, value: number, at: number): void;
}

/** One dimension, no nulls: a header, then each element behind its length. */
function encodeArray(values: readonly number[], { oid, bytes, write }: ElementType): Buffer {
  const buffer = Buffer.allocUnsafe(HEADER_BYTES + values.length * (4 + bytes));
  for (const [index, field] of [1, 0, oid, values.length, 1].entries()) buffer.writeInt32BE(field, index * 4);
  let at = HEADER_BYTES;
  for (const value of values) {
    buffer.writeInt32BE(bytes, at);
    write(buffer, value, at + 4);
    at += 4 + bytes;
  }
  return buffer;
}

/** A parameter of type `integer[]`. */
export const encodeIntegerArray = (values: readonly number[]): Buffer =>
  encodeArray(values, {
    oid: INT4,
    bytes: 4,
    write: (buffer, value, at) => buffer.writeInt32BE(value, at),
  });

/** A parameter of type `real[]`; NaN stays NaN. */
export const encodeRealArray = (values: readonly number[]): Buffer =>
  encodeArray(values, {
    oid: FLOAT4,
    bytes: 4,
    write: (buffer, value, at) => buffer.writeFloatBE(value, at),
  });

/** A parameter of type `double precision[]`; NaN stays NaN. */
export const encodeDoubleArray = (values: readonly number[]): Buffer =>
  encodeArray(values, {
    oid: FLOAT8,
    bytes: 8,
    write: (buffer, value, at) => buffer.writeDoubleBE(value, at),
  });

/** A parameter of type `timestamptz[]` from instants in epoch ms. */
export const encodeInstantArray = (instantsMs: readonly number[]): Buffer =>
  encodeArray(instantsMs, {
    oid: TIMESTAMPTZ,
    bytes: 8,
    write: (buffer, ms, at) =>
      buffer.writeBigInt64BE(BigInt(Math.round((ms - POSTGRES_EPOCH_MS) * 1000)), at),
  });
