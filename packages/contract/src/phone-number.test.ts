import { expect, test } from "vitest";
import { readPhoneNumber } from "./phone-number.ts";
import { accountPhone, contact } from "./primitives.ts";

test.each([
  ["13812345678", "+8613812345678"],
  ["138-1234-5678", "+8613812345678"],
  ["86 138 1234 5678", "+8613812345678"],
  ["0086 13812345678", "+8613812345678"],
  [" +86 138 1234 5678 ", "+8613812345678"],
  ["+86 0138 1234 5678", "+8613812345678"],
  ["+49 (0)176 1234.567", "+491761234567"],
  ["0049 176 1234567", "+491761234567"],
  ["+1 415 555 0132", "+14155550132"],
  // Country codes of three digits.
  ["+353 (0)87 123 4567", "+353871234567"],
  ["+351 0912 345 678", "+351912345678"],
  ["00420 0601 123 456", "+420601123456"],
  ["+886 0912 345 678", "+886912345678"],
  ["+852 0 9123 4567", "+85291234567"],
  ["+971 050 123 4567", "+971501234567"],
  ["+598 094 123 456", "+59894123456"],
  ["+254 0712 345678", "+254712345678"],
  // Numbers that keep their zero: Italy, Côte d'Ivoire, Congo, Benin, San Marino.
  ["+39 06 1234567", "+39061234567"],
  ["+225 07 12 34 56 78", "+2250712345678"],
  ["+242 06 612 3456", "+242066123456"],
  ["+229 01 95 12 34 56", "+2290195123456"],
  ["+378 0549 123456", "+3780549123456"],
])("%s is %s, however it is typed [R5.3]", (typed, number) => {
  expect(readPhoneNumber(typed)).toBe(number);
});

test("reads no number without its country but a Chinese mobile one, and nothing too short or long [R5.3]", () => {
  for (const typed of [
    "01761234567",
    "12812345678",
    "4917612345678",
    "+12345",
    `+${"9".repeat(16)}`,
    "+0138",
    "",
  ])
    expect(readPhoneNumber(typed)).toBeUndefined();
  expect(accountPhone.safeParse("030 1234567").error?.issues[0]?.message).toBe("field.phoneCountry");
  expect(contact.safeParse("030 1234567").error?.issues[0]?.message).toBe("field.phoneCountry");
  expect(accountPhone.safeParse("call me").error?.issues.map(({ message }) => message)).toEqual([
    "field.phone",
  ]);
  expect(contact.safeParse("12").error?.issues.map(({ message }) => message)).toEqual(["field.phone"]);
});

test("asks for an email or phone number where neither can be recognised [R5.3]", () => {
  for (const typed of ["abc", "12ab"])
    expect(contact.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual(["field.contact"]);
  expect(contact.safeParse("ana@").error?.issues.map(({ message }) => message)).toEqual(["field.email"]);
});
