import { Secret, TOTP } from "otpauth";

// Supported by every authenticator app (RFC 6238): SHA-1, six digits, 30 seconds.
const PARAMETERS = { algorithm: "SHA1", digits: 6, period: 30 } as const;
/** Periods that a clock may be fast or slow. */
const TOLERATED_PERIODS = 1;

const totpOf = (secret: string) => new TOTP({ ...PARAMETERS, secret: Secret.fromBase32(secret) });

/** Creates 160 random bits in base32 (RFC 4226, section 4). */
export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator app reads from a QR code. */
export function totpUri(secret: string, label: string): string {
  return new TOTP({
    ...PARAMETERS,
    issuer: "Heliograph",
    label,
    secret: Secret.fromBase32(secret),
  }).toString();
}

/** The counter of the period a code belongs to; undefined for a wrong code, and for one not after the last accepted. */
export function findTotpCounter(
  secret: string,
  { code, lastCounter, now }: { code: string; lastCounter: number; now: number },
): number | undefined {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: TOLERATED_PERIODS });
  if (delta === null) return undefined;
  const counter = TOTP.counter({ period: PARAMETERS.period, timestamp: now }) + delta;
  return counter > lastCounter ? counter : undefined;
}
