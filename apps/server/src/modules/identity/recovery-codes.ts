import { createHmac, randomInt } from "node:crypto";

// Without I, O, 0 and 1, which look alike: 32 signs, so twelve are 60 bits.
const signs = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const howMany = 10;
const groups = [4, 4, 4];

const createCode = () =>
  groups.map((length) => Array.from({ length }, () => signs[randomInt(signs.length)]).join("")).join("-");

/** Ten codes, each good once in the place of another second factor. */
export function createRecoveryCodes(): string[] {
  return Array.from({ length: howMany }, createCode);
}

/** What is kept of a code; spaces, hyphens and small letters make no difference. */
export function hashRecoveryCode(key: Buffer, code: string): Buffer {
  return createHmac("sha256", key).update(code.replace(/[\s-]/g, "").toUpperCase()).digest();
}
