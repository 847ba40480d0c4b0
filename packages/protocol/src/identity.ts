import { createHash } from "node:crypto";

const SERIAL = /^[A-Z0-9-]{4,32}$/;
const TAG = /^[A-Za-z0-9_-]{1,16}$/;
/** RFC 4648 table 3; 16 characters carry 80 bits. */
const REGISTRATION_CODE = /^[A-Z2-7]{16,64}$/;
const CLAIM_PREFIX = "claim.";

/** Whose connection it is: the gateway's own, or its first one, which may only claim. */
export interface LinkUser {
  readonly sn: string;
  readonly isClaim: boolean;
}

/** A client id taken apart; only the session without a tag is the gateway itself. */
export interface ClientId {
  readonly sn: string;
  readonly tag: string | undefined;
}

/** Whether a text is a serial number: 4-32 of `A-Z 0-9 -`. */
export function isSerialNumber(text: string): boolean {
  return SERIAL.test(text);
}

/** Reads an MQTT user name, `SN` or `claim.SN`. */
export function parseUser(name: string): LinkUser | undefined {
  const isClaim = name.startsWith(CLAIM_PREFIX);
  const sn = isClaim ? name.slice(CLAIM_PREFIX.length) : name;
  return isSerialNumber(sn) ? { sn, isClaim } : undefined;
}

/** The user name under which a gateway makes its first connection. */
export function claimUserOf(sn: string): string {
  return CLAIM_PREFIX + sn;
}

/** Reads an MQTT client id, `SN` or `SN:tag` (tag: 1-16 of `A-Z a-z 0-9 _ -`). */
export function parseClientId(id: string): ClientId | undefined {
  const colon = id.indexOf(":");
  const sn = colon < 0 ? id : id.slice(0, colon);
  const tag = colon < 0 ? undefined : id.slice(colon + 1);
  if (!isSerialNumber(sn)) return undefined;
  if (tag !== undefined && !TAG.test(tag)) return undefined;
  return { sn, tag };
}

/** Brings a registration code as printed or typed (spaces, dashes, small letters) into its one form; undefined when it is none. */
export function findRegistrationCode(text: string): string | undefined {
  const code = text.replace(/[\s-]/g, "").toUpperCase();
  return REGISTRATION_CODE.test(code) ? code : undefined;
}

/** SHA-256 of a text's UTF-8 bytes as 64 hex digits: how registration codes are stored. */
export function sha256Hex(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}
