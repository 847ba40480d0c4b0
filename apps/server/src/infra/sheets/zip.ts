import { inflateRawSync } from "node:zlib";
import { SheetError } from "./sheet-error.ts";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const MAX_COMMENT = 0xffff;
const MAX_ENTRIES = 2_000;
/** Sizes of this value are in the 64-bit part, which no file of the accepted size needs. */
const IN_ZIP64 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const ENCRYPTED = 1;

interface Entry {
  readonly method: number;
  readonly isEncrypted: boolean;
  readonly packedBytes: number;
  readonly offset: number;
}

export interface ZipFile {
  has(name: string): boolean;
  /** The content of an entry; counts towards the limit of the whole file. */
  read(name: string): Buffer;
}

function findEnd(file: Buffer): number {
  const first = Math.max(0, file.length - END_BYTES - MAX_COMMENT);
  for (let at = file.length - END_BYTES; at >= first; at -= 1) if (file.readUInt32LE(at) === END) return at;
  throw new SheetError("importFile.damaged");
}

function readEntries(file: Buffer): Map<string, Entry> {
  const end = findEnd(file);
  const count = file.readUInt16LE(end + 10);
  if (count > MAX_ENTRIES) throw new SheetError("importFile.damaged");
  const entries = new Map<string, Entry>();
  let at = file.readUInt32LE(end + 16);
  for (let index = 0; index < count; index += 1) {
    if (file.readUInt32LE(at) !== ENTRY) throw new SheetError("importFile.damaged");
    const nameEnd = at + 46 + file.readUInt16LE(at + 28);
    entries.set(file.toString("utf8", at + 46, nameEnd), {
      isEncrypted: (file.readUInt16LE(at + 8) & ENCRYPTED) !== 0,
      method: file.readUInt16LE(at + 10),
      packedBytes: file.readUInt32LE(at + 20),
      offset: file.readUInt32LE(at + 42),
    });
    at = nameEnd + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return entries;
}

/** Unpacks at most `maxBytes`, whatever sizes the file states: the limit holds while it is unpacked. */
function unpack(packed: Buffer, maxBytes: number): Buffer {
  try {
    return inflateRawSync(packed, { maxOutputLength: Math.max(1, maxBytes) });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE";
    throw new SheetError(isTooLarge ? "importFile.unpackedTooLarge" : "importFile.damaged");
  }
}

/** Opens a ZIP archive of which at most `maxBytes` are unpacked in all. */
export function openZip(content: Uint8Array, maxBytes: number): ZipFile {
  const file = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  try {
    const entries = readEntries(file);
    let left = maxBytes;
    return {
      has: (name) => entries.has(name),
      read(name) {
        const entry = entries.get(name);
        if (!entry || entry.packedBytes === IN_ZIP64 || file.readUInt32LE(entry.offset) !== LOCAL)
          throw new SheetError("importFile.damaged");
        if (entry.isEncrypted) throw new SheetError("importFile.password");
        const from =
          entry.offset + 30 + file.readUInt16LE(entry.offset + 26) + file.readUInt16LE(entry.offset + 28);
        const packed = file.subarray(from, from + entry.packedBytes);
        if (entry.method !== STORED && entry.method !== DEFLATED) throw new SheetError("importFile.damaged");
        const bytes = entry.method === STORED ? packed : unpack(packed, left);
        left -= bytes.length;
        if (left < 0) throw new SheetError("importFile.unpackedTooLarge");
        return bytes;
      },
    };
  } catch (error) {
    throw toDamaged(error);
  }
}

/** An offset beyond the end of the file is a damaged file. */
const toDamaged = (error: unknown): unknown =>
  error instanceof RangeError ? new SheetError("importFile.damaged") : error;
