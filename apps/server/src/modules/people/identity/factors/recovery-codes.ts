import { createHmac, randomInt } from "node:crypto";

// Without I, O, 0 and 1, which look alike: 32 characters, so twelve are 60 bits.
const CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_COUNT = 10;
const GROUP_LENGTHS = [4, 4, 4];

const createCode = () =>
  GROUP_LENGTHS.map((length) =>
    Array.from({ length }, () => CHARACTERS[randomInt(CHARACTERS.length)]).join(""),
  ).join("-");

/** Creates ten codes; each replaces another second factor once. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: CODE_COUNT }, createCode);
}

/** The hash that is stored instead of a code; spaces, hyphens and letter case make no difference. */
export function hashRecoveryCode(key: Buffer, code: string): Buffer {
  return createHmac("sha256", key).update(code.replace(/[\s-]/g, "").toUpperCase()).digest();
}
