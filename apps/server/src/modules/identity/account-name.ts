import { readPhoneNumber } from "@heliograph/contract";

/** A phone number as it is stored and compared: E.164. What cannot be read as one is nobody's, or stood here before. */
export function normalizePhone(phone: string): string {
  return readPhoneNumber(phone) ?? phone.replace(/[\s-]/g, "");
}

/** An email as it is compared. ASCII only: languages disagree on the lower case of other letters. */
export function normalizeEmail(email: string): string {
  return email.trim().replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/**
 * The one form of whatever a person types to sign in. Look-up and throttle both use it, so that another spelling of an
 * account is never another target.
 */
export function normalizeAccountName(typed: string): string {
  return typed.includes("@") ? normalizeEmail(typed) : normalizePhone(typed);
}
