import { randomBytes } from "node:crypto";

// RFC 4648 table 3; serial numbers allow these too.
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => BASE32[byte % 32]).join("");
}

/** Part of every serial number of one plant, so that no two replays share one. */
export function createSerialPrefix(): string {
  return `R${randomBase32(7)}`;
}

/** 26 characters carry 130 bits; 80 are asked for. */
export function createRegistrationCode(): string {
  return randomBase32(26);
}

/** A random password of the maximum length (R5.15). */
export function createPassword(): string {
  return randomBytes(12).toString("base64url");
}
