import { Secret, TOTP } from "otpauth";

// What every authenticator app takes (RFC 6238): SHA-1, six digits, 30 seconds.
const rules = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Steps a clock may be off on either side. */
const toleratedSteps = 1;

const totpOf = (secret: string) => new TOTP({ ...rules, secret: Secret.fromBase32(secret) });

/** 160 random bits in base32 (RFC 4226, section 4). */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** What an authenticator app reads from a QR code. */
export function totpUri(secret: string, label: string): string {
  return new TOTP({ ...rules, issuer: "Heliograph", label, secret: Secret.fromBase32(secret) }).toString();
}

/** The number of the 30 seconds a code belongs to; undefined for a wrong code and for one not after the last taken. */
export function findTotpCounter(
  secret: string,
  { code, lastCounter, now }: { code: string; lastCounter: number; now: number },
): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: toleratedSteps });
  if (delta === null) return undefined;
  const counter = TOTP.counter({ period: rules.period, timestamp: now }) + delta;
  return counter > lastCounter ? counter : undefined;
}
