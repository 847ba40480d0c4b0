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
  // Italian numbers keep their zero.
  ["+39 06 1234567", "+39061234567"],
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
  expect(contact.safeParse("12ab").error?.issues.map(({ message }) => message)).toEqual(["field.phone"]);
});
