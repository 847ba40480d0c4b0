export type NumberArray = Uint8Array | Uint16Array | Uint32Array | Int32Array | Float32Array | Float64Array;

/** Columns of a block of rows by name, each in the array of its type, such as Float32Array for Float32. */
export type NumberColumns = Readonly<Record<string, NumberArray>>;

interface ArrayType {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBufferLike, offset: number, length: number): NumberArray;
}

const arrays: Readonly<Record<string, ArrayType>> = {
  UInt8: Uint8Array,
  UInt16: Uint16Array,
  UInt32: Uint32Array,
  Int32: Int32Array,
  Float32: Float32Array,
  Float64: Float64Array,
};

/**
 * Reads a result in the format Native, blocks of rows, of columns of numbers
 * (https://clickhouse.com/docs/interfaces/formats/Native). The columns are views of the bytes, which are moved within them: they can
 * be read once. Throws RangeError where it ends within a block, and for other types.
 */
export function readNumberColumns(bytes: Uint8Array): NumberColumns[] {
  const decoder = new TextDecoder();
  let at = 0;

  function read(size: number): Uint8Array {
    at += size;
    if (at > bytes.length) throw new RangeError("the result ends within a block");
    return bytes.subarray(at - size, at);
  }

  function readCount(): number {
    let count = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = read(1)[0]!;
      count += (byte % 128) * factor;
      if (byte < 128) return count;
    }
  }

  const readText = (): string => decoder.decode(read(readCount()));

  function readColumn(rowCount: number): [name: string, values: NumberArray] {
    const name = readText();
    const type = readText();
    const Values = arrays[type];
    if (Values === undefined) throw new RangeError(`column ${name} of type ${type} is not read as numbers`);
    // The bytes of both sides are little-endian, as on every processor that Node runs on.
    const values = read(rowCount * Values.BYTES_PER_ELEMENT);
    // Moved to the left, over name and type, to a place where numbers of their size may begin: a copy takes four times as long.
    const place = values.byteOffset - (values.byteOffset % Values.BYTES_PER_ELEMENT);
    bytes.copyWithin(place - bytes.byteOffset, at - values.length, at);
    return [name, new Values(bytes.buffer, place, rowCount)];
  }

  const blocks: NumberColumns[] = [];
  while (at < bytes.length) {
    const columnCount = readCount();
    const rowCount = readCount();
    const columns = Array.from({ length: columnCount }, () => readColumn(rowCount));
    if (rowCount > 0) blocks.push(Object.fromEntries(columns));
  }
  return blocks;
}
