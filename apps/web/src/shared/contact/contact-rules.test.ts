import { expect, test } from "vitest";
import {
  collectProblems,
  findAccountProblem,
  findCodeProblem,
  findConfirmProblem,
  findContactProblem,
  findPasswordProblem,
} from "./contact-rules.ts";

test("asks for a correct email or phone number [R5.3]", () => {
  expect(findContactProblem("ana@example.org")).toBeUndefined();
  expect(findContactProblem(" +49 30 123-456 ")).toBeUndefined();
  expect(findContactProblem(" ")).toBe("code.targetNeeded");
  for (const wrong of ["ana@", "a@b", "a b@example.org"])
    expect(findContactProblem(wrong)).toBe("code.email");
  for (const wrong of ["abc", "12ab"]) expect(findContactProblem(wrong)).toBe("code.targetWrong");
  for (const wrong of ["12", "+49", "1 2 3"]) expect(findContactProblem(wrong)).toBe("code.phone");
});

test("takes an email or a phone number in any form to sign in, and asks for a correct one otherwise [R5.4]", () => {
  for (const account of ["root@heliograph.local", "139 1234 5678", "+49 (30) 123.456"])
    expect(findAccountProblem(account)).toBeUndefined();
  for (const wrong of ["abc", "ana@", "1234"]) expect(findAccountProblem(wrong)).toBe("login.accountWrong");
  expect(findAccountProblem(" ")).toBe("login.accountNeeded");
});

test("asks for a code of six digits [R5.17]", () => {
  expect(findCodeProblem(" 012345 ")).toBeUndefined();
  expect(findCodeProblem("")).toBe("code.needed");
  expect(findCodeProblem("12345")).toBe("code.wrong");
});

test("takes 6 to 16 characters, the same twice [R5.15] [R5.16]", () => {
  expect(["12345", "A".repeat(17)].map(findPasswordProblem)).toEqual(["chosen.length", "chosen.length"]);
  expect(["Sun-6x", "Sixteen-letters!"].map(findPasswordProblem)).toEqual([undefined, undefined]);
  expect(findConfirmProblem("Sun-6x", "Sun-6y")).toBe("chosen.same");
  expect(["", "Sun-6x"].map((password) => findConfirmProblem(password, ""))).toEqual([
    "chosen.confirmNeeded",
    "chosen.confirmNeeded",
  ]);
  expect(collectProblems({ one: undefined, two: "chosen.same" })).toEqual({ two: "chosen.same" });
});
