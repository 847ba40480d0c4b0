import { LIMITS } from "./limits.ts";
import { ProtocolError } from "./reject.ts";

/**
 * Follows the nesting of a payload before anything is built from it: refuses depth, a key said twice
 * (parsers disagree which one counts), `__proto__` and objects of too many keys. A list is a level without keys.
 */
export class KeyGuard {
  readonly #levels: (Set<string> | undefined)[] = [];

  get depth(): number {
    return this.#levels.length;
  }

  get isInObject(): boolean {
    return this.#levels.at(-1) !== undefined;
  }

  enter(isObject: boolean): void {
    if (this.#levels.length >= LIMITS.depth) throw new ProtocolError("too-deep");
    this.#levels.push(isObject ? new Set() : undefined);
  }

  leave(): void {
    this.#levels.pop();
  }

  addKey(key: string): void {
    const keys = this.#levels.at(-1);
    if (keys === undefined) return;
    if (key === "__proto__") throw new ProtocolError("forbidden-key");
    if (keys.has(key)) throw new ProtocolError("duplicate-key");
    if (keys.size >= LIMITS.keys) throw new ProtocolError("too-many-keys");
    keys.add(key);
  }
}
