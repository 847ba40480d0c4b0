const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const LENGTH = 20;

/** A new registration code: 100 random bits in base32. */
export function makeRegistrationCode(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(LENGTH));
  return Array.from(bytes, (byte) => ALPHABET[byte % ALPHABET.length]).join("");
}

/** What a person reads off a label: without blanks and hyphens, in capitals. */
export const cleanCode = (text: string): string => text.replaceAll(/[\s-]/gu, "").toUpperCase();
export const cleanSn = (text: string): string => text.replaceAll(/\s/gu, "").toUpperCase();
