import { KeyGuard } from "./key-guard.ts";

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at++;
  }
  return text.length;
}

function readKey(raw: string): string {
  // "\u0073" and "s" are the same key to every parser.
  return raw.includes("\\") ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/**
 * Refuses depth, double keys and `__proto__` in a JSON text; syntax is left to the parser, which runs
 * afterwards. Throws ProtocolError, or SyntaxError for a key with a broken escape.
 */
export function guardJson(text: string): void {
  const guard = new KeyGuard();
  let isKeyNext = false;
  for (let at = 0; at < text.length; at++) {
    const char = text.charCodeAt(at);
    // Digits, signs and points, nearly all of a report, are below "[" and neither quote nor comma.
    if (char < OPEN_LIST && char !== QUOTE && char !== COMMA) continue;
    if (char === COMMA) {
      isKeyNext = guard.isInObject;
    } else if (char === QUOTE) {
      const end = endOfString(text, at + 1);
      if (isKeyNext) guard.addKey(readKey(text.slice(at + 1, end)));
      isKeyNext = false;
      at = end;
    } else if (char === OPEN_OBJECT || char === OPEN_LIST) {
      guard.enter(char === OPEN_OBJECT);
      isKeyNext = char === OPEN_OBJECT;
    } else if (char === CLOSE_OBJECT || char === CLOSE_LIST) {
      guard.leave();
      isKeyNext = false;
    }
  }
}
