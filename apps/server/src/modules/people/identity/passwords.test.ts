import { argon2Sync } from "node:crypto";
import { expect, test } from "vitest";
import { isCommonPassword } from "./passwords/common-passwords.ts";
import { hashPassword, verifyPassword } from "./passwords.service.ts";
import { waitAfterFailuresS } from "./sign-in-throttle.service.ts";

test("hashes with argon2id at OWASP's cost and a random nonce, and verifies the password", async () => {
  const first = await hashPassword("Blue-roof-77");
  expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
  expect(await hashPassword("Blue-roof-77")).not.toBe(first);
  expect(await verifyPassword("Blue-roof-77", first)).toEqual({ isRight: true, isOutdated: false });
  expect(await verifyPassword("blue-roof-77", first)).toEqual({ isRight: false, isOutdated: false });
});

test("verifies a password with accents in composed or decomposed form", async () => {
  const stored = await hashPassword("caf\u00e9-sol");
  expect(await verifyPassword("cafe\u0301-sol", stored)).toMatchObject({ isRight: true });
});

test("still verifies a hash of another cost, and says that it is outdated", async () => {
  const nonce = Buffer.alloc(16, 7);
  const parameters = { nonce, parallelism: 1, tagLength: 32, memory: 8_192, passes: 1 };
  const tag = argon2Sync("argon2id", { message: "Blue-roof-77", ...parameters });
  const text = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "");
  const stored = `$argon2id$v=19$m=8192,t=1,p=1$${text(nonce)}$${text(tag)}`;
  expect(await verifyPassword("Blue-roof-77", stored)).toEqual({ isRight: true, isOutdated: true });
  expect(await verifyPassword("Blue-roof-78", stored)).toEqual({ isRight: false, isOutdated: false });
});

test("waits 1 s after a pair's tenth failure and an address's sixtieth, and doubles to 60 s", () => {
  const ofPair = [0, 1, 9, 10, 11, 12, 15, 16, 17, 500].map((count) => waitAfterFailuresS(count, "pair"));
  expect(ofPair).toEqual([0, 0, 0, 1, 2, 4, 32, 60, 60, 60]);
  const ofAddress = [0, 59, 60, 61, 65, 66, 500].map((count) => waitAfterFailuresS(count, "address"));
  expect(ofAddress).toEqual([0, 0, 1, 2, 32, 60, 60]);
});

test("recognizes common passwords in any letter case", () => {
  for (const password of ["123456", "PASSWORD1", "qwerty123", "aaaaaaaa", "heliograph"])
    expect([password, isCommonPassword(password)]).toEqual([password, true]);
  expect(isCommonPassword("Blue-roof-77")).toBe(false);
});
