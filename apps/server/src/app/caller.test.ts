import { expect, test } from "vitest";
import { readAccessToken, readLanguage, readTimeZone } from "./caller.ts";

test("uses the first supported language of the caller, else Chinese", () => {
  expect(readLanguage("th")).toBe("th");
  expect(readLanguage("pt-BR,pt;q=0.9,en;q=0.8")).toBe("pt");
  expect(readLanguage("fr;q=1, en;q=0.4, th;q=0.7")).toBe("th");
  expect(readLanguage("ZH-TW")).toBe("zh-cn");
  expect(readLanguage("en;q=0, pt;q=0.1")).toBe("pt");
  for (const header of [undefined, "", "fr", "*", ";;;,,,", "constructor"])
    expect(readLanguage(header)).toBe("zh-cn");
});

test("accepts a known IANA zone, and uses UTC for anything else", () => {
  for (const zone of ["Asia/Kathmandu", "America/Argentina/Buenos_Aires", "UTC", "Etc/GMT+5"])
    expect(readTimeZone(zone)).toBe(zone);
  for (const header of [
    undefined,
    "",
    "+08:00",
    "Mars/Olympus",
    "x".repeat(500),
    "Asia/Bangkok\u0000",
    ["UTC", "UTC"],
  ])
    expect(readTimeZone(header)).toBe("UTC");
});

test("reads a bearer token, and nothing that looks like one", () => {
  expect(readAccessToken("Bearer abc-_.~+/=")).toBe("abc-_.~+/=");
  expect(readAccessToken("bearer abc")).toBe("abc");
  for (const header of [
    undefined,
    "",
    "Bearer",
    "Bearer ",
    "Basic abc",
    "abc",
    "Bearer a b",
    `Bearer ${"a".repeat(201)}`,
  ])
    expect(readAccessToken(header)).toBeUndefined();
});
