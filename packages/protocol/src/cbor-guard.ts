import { KeyGuard } from "./key-guard.ts";
import { ProtocolError } from "./reject.ts";

/** Major types of RFC 8949, section 3.1. */
const MAJOR = { unsigned: 0, negative: 1, bytes: 2, text: 3, list: 4, map: 5, tag: 6, simple: 7 } as const;
/** false, true and null; then the floats of 2, 4 and 8 bytes. */
const SIMPLE: ReadonlySet<number> = new Set([20, 21, 22, 25, 26, 27]);
const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

function cut(): ProtocolError {
  return new ProtocolError("malformed", "the CBOR is cut short");
}

function readText(bytes: Uint8Array, from: number, to: number): string {
  try {
    return utf8.decode(bytes.subarray(from, to));
  } catch (cause) {
    throw new ProtocolError("not-utf8", undefined, { cause });
  }
}

/**
 * Walks the heads of a CBOR item and refuses what a message never holds: indefinite lengths, byte
 * strings, tags, undefined, keys that are not text, lengths beyond the packet, depth, double keys,
 * bad UTF-8. What passes is small and flat enough for the decoder. Throws ProtocolError.
 */
export function guardCbor(bytes: Uint8Array): void {
  const guard = new KeyGuard();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  /** Items still to come in each open list or map; a map counts its keys and values. */
  const open: number[] = [];
  let at = 0;
  let left = 1;
  for (;;) {
    while (left === 0) {
      const outer = open.pop();
      if (outer === undefined) {
        if (at !== bytes.length) throw new ProtocolError("malformed", "bytes follow the CBOR item");
        return;
      }
      guard.leave();
      left = outer;
    }
    if (at >= bytes.length) throw cut();
    const head = bytes[at++]!;
    const major = head >>> 5;
    const minor = head & 31;
    const isKey = guard.isInObject && left % 2 === 0;
    if (isKey && major !== MAJOR.text) throw new ProtocolError("malformed", "a CBOR key is not text");
    const width = minor < 24 ? 0 : 2 ** (minor - 24);
    if (width > 8) throw new ProtocolError("malformed", "a CBOR item has no definite length");
    if (at + width > bytes.length) throw cut();
    left--;
    if (major === MAJOR.list || major === MAJOR.map || major === MAJOR.text) {
      const length = readArgument(view, at, minor);
      at += width;
      if (length > bytes.length - at) throw cut();
      if (major === MAJOR.text) {
        const text = readText(bytes, at, at + length);
        if (isKey) guard.addKey(text);
        at += length;
      } else {
        guard.enter(major === MAJOR.map);
        open.push(left);
        left = major === MAJOR.map ? 2 * length : length;
      }
    } else {
      if (major === MAJOR.bytes || major === MAJOR.tag || (major === MAJOR.simple && !SIMPLE.has(minor))) {
        throw new ProtocolError("malformed", "a CBOR type that no message uses");
      }
      at += width;
    }
  }
}

function readArgument(view: DataView, at: number, minor: number): number {
  if (minor < 24) return minor;
  if (minor === 24) return view.getUint8(at);
  if (minor === 25) return view.getUint16(at);
  if (minor === 26) return view.getUint32(at);
  return view.getUint32(at) * 2 ** 32 + view.getUint32(at + 4);
}
