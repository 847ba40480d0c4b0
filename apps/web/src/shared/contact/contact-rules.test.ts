import { expect, test } from "vitest";
import {
  collectProblems,
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
  for (const wrong of ["12", "12ab", "ana"]) expect(findContactProblem(wrong)).toBe("code.phone");
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
