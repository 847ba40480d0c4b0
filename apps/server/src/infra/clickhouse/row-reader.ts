/**
 * Reads the values of a result in the format RowBinary one after another, in the order and types of its columns
 * (https://clickhouse.com/docs/interfaces/formats/RowBinary). Beyond its end they throw RangeError.
 */
export function createRowReader(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = 0;

  function skip(size: number): number {
    at += size;
    return at - size;
  }

  function readLength(): number {
    let length = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = view.getUint8(skip(1));
      length += (byte % 128) * factor;
      if (byte < 128) return length;
    }
  }

  return {
    hasMore: () => at < bytes.length,
    /** Exact up to 2⁵³. */
    readInt64: () => Number(view.getBigInt64(skip(8), true)),
    readFloat64: () => view.getFloat64(skip(8), true),
    /** Array(UInt16). The bytes of both sides are little-endian, as on every processor that Node runs on. */
    readUint16Array(): Uint16Array {
      const values = new Uint16Array(readLength());
      const from = skip(values.byteLength);
      if (at > bytes.length) throw new RangeError("the result ends within an array");
      new Uint8Array(values.buffer).set(bytes.subarray(from, at));
      return values;
    },
  };
}
