import { expect, test } from "vitest";
import { normalizeContact } from "./contacts.service.ts";

test("normalizes every spelling of a phone number or an email to one form", () => {
  const phones = [
    "+491701234567",
    " +49 170 1234567",
    "+49-170-12 34 567",
    "+4\u00a09170-1234567",
    "0049 (0)170 1234567",
  ];
  expect(new Set(phones.map(normalizeContact))).toEqual(new Set(["+491701234567"]));
  const mobiles = ["+86 138 1234 5678", "0086-138-1234-5678", "86 138 1234 5678", "138 1234 5678"];
  expect(new Set(mobiles.map(normalizeContact))).toEqual(new Set(["+8613812345678"]));
  const emails = ["ida@example.org", "IDA@Example.ORG", "\tIda@example.org "];
  expect(new Set(emails.map(normalizeContact))).toEqual(new Set(["ida@example.org"]));
});

test("lowers no letter outside ASCII: such an email is another one", () => {
  expect(normalizeContact("\u0130DA@example.org")).toBe("\u0130da@example.org");
  expect(normalizeContact("\u212aate@example.org")).toBe("\u212aate@example.org");
});
