import { readPhoneNumber } from "@heliograph/contract";

/** The two contacts of an account; a user signs in with either. */
export type ContactKind = "email" | "phone";

/** Returns a phone number as it is stored and compared (E.164); text that is no phone number loses its separators. */
export function normalizePhone(phone: string): string {
  return readPhoneNumber(phone) ?? phone.replace(/[\s-]/g, "");
}

/** Returns an email as it is compared. ASCII only: languages disagree on the lower case of other letters. */
export function normalizeEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Which contact a user typed. */
export const contactKindOf = (typed: string): ContactKind => (typed.includes("@") ? "email" : "phone");

/**
 * Returns the normalized form of an email or phone number. Look-up, uniqueness and throttling all use it, so that two
 * spellings of one contact are never two targets.
 */
export function normalizeContact(typed: string): string {
  return contactKindOf(typed) === "email" ? normalizeEmail(typed) : normalizePhone(typed);
}
