import { decode as decodeCborItem, encode as encodeCborItem } from "cborg";
import { guardCbor } from "./cbor-guard.ts";
import { guardJson } from "./json-guard.ts";
import { LIMITS } from "./limits.ts";
import { ProtocolError } from "./reject.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const encoder = new TextEncoder();
const CBOR_OPTIONS = {
  allowIndefinite: false,
  allowUndefined: false,
  allowInfinity: false,
  allowNaN: false,
  // An integer beyond 2^53 - 1 is refused.
  allowBigInt: false,
  rejectDuplicateMapKeys: true,
} as const;

function decodeJson(bytes: Uint8Array): unknown {
  let text: string;
  try {
    text = utf8.decode(bytes);
  } catch (cause) {
    throw new ProtocolError("not-utf8", undefined, { cause });
  }
  try {
    guardJson(text);
    return JSON.parse(text);
  } catch (cause) {
    if (cause instanceof ProtocolError) throw cause;
    throw new ProtocolError("malformed", "not JSON", { cause });
  }
}

function decodeCbor(bytes: Uint8Array): unknown {
  guardCbor(bytes);
  try {
    return decodeCborItem(bytes, CBOR_OPTIONS);
  } catch (cause) {
    throw new ProtocolError("malformed", "not CBOR of this kind", { cause });
  }
}

/** Decodes a payload; its first byte distinguishes JSON (`{` or white space) from CBOR (a map). Throws {@link ProtocolError}. */
export function decodePayload(bytes: Uint8Array): unknown {
  const first = bytes[0];
  if (first === undefined) throw new ProtocolError("empty");
  if (bytes.length > LIMITS.packetHardBytes) throw new ProtocolError("too-large");
  if (first >>> 5 === 5) return decodeCbor(bytes);
  if (first === 0x7b || first === 0x20 || first === 0x0a || first === 0x0d || first === 0x09) {
    return decodeJson(bytes);
  }
  throw new ProtocolError("malformed", "neither a JSON object nor a CBOR map");
}

/** Writes a message as JSON in UTF-8. */
export function encodeJson(message: object): Uint8Array {
  return encoder.encode(JSON.stringify(message));
}

/** Writes a message as CBOR; fields that are undefined are left out, as in JSON. */
export function encodeCbor(message: object): Uint8Array {
  return encodeCborItem(message, { ignoreUndefinedProperties: true });
}
