import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { seal, unseal } from "../../../../infra/sealed.ts";
import { createRecoveryCodes, hashRecoveryCode } from "./recovery-codes.ts";
import { createTotpSecret, findTotpCounter, totpUri } from "./totp.ts";

const now = Date.parse("2026-05-01T12:00:10Z");
const counterNow = Math.floor(now / 30_000);
const codeAt = (secret: string, at: number) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });

test("accepts only the codes of the current, the previous and the next period", () => {
  const secret = createTotpSecret();
  const find = (at: number) => findTotpCounter(secret, { code: codeAt(secret, at), lastCounter: 0, now });
  expect([-60_000, -30_000, 0, 30_000, 60_000].map((offset) => find(now + offset))).toEqual([
    undefined,
    counterNow - 1,
    counterNow,
    counterNow + 1,
    undefined,
  ]);
  expect(findTotpCounter(secret, { code: "12345", lastCounter: 0, now })).toBeUndefined();
});

test("accepts no code twice, and none older than the last accepted", () => {
  const secret = createTotpSecret();
  for (const at of [now, now - 30_000])
    expect(
      findTotpCounter(secret, { code: codeAt(secret, at), lastCounter: counterNow, now }),
    ).toBeUndefined();
});

test("agrees with the examples of RFC 6238 in their last six digits", () => {
  const secret = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer }).base32;
  for (const [atS, code] of [
    [59, "287082"],
    [1_111_111_109, "081804"],
    [20_000_000_000, "353130"],
  ] as const)
    expect(findTotpCounter(secret, { code, lastCounter: 0, now: atS * 1_000 })).toBe(Math.floor(atS / 30));
});

test("builds an address with issuer, account and secret for apps", () => {
  const secret = createTotpSecret();
  expect(totpUri(secret, "ida@example.org")).toMatch(/^otpauth:\/\/totp\/Heliograph:ida%40example\.org\?/);
  expect(totpUri(secret, "ida@example.org")).toContain(`secret=${secret}`);
});

test("creates ten different recovery codes and recognizes each in any spelling", () => {
  const key = Buffer.alloc(32, 1);
  const codes = createRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[2-9A-Z]{4}-[2-9A-Z]{4}-[2-9A-Z]{4}$/);
  const [code = ""] = codes;
  const typed = ` ${code.toLowerCase().replaceAll("-", " ")}`;
  expect(hashRecoveryCode(key, typed)).toEqual(hashRecoveryCode(key, code));
  expect(hashRecoveryCode(Buffer.alloc(32, 2), code)).not.toEqual(hashRecoveryCode(key, code));
});

test("opens only what was sealed by the same key and not changed since", () => {
  const key = Buffer.alloc(32, 1);
  const sealed = seal(key, "JBSWY3DPEHPK3PXP");
  expect(unseal(key, sealed)).toBe("JBSWY3DPEHPK3PXP");
  expect(sealed.toString("latin1")).not.toContain("JBSWY3DPEHPK3PXP");
  expect(() => unseal(Buffer.alloc(32, 2), sealed)).toThrow();
  const changed = Buffer.from(sealed);
  changed[changed.length - 1] = (changed.at(-1) as number) ^ 1;
  expect(() => unseal(key, changed)).toThrow();
});
