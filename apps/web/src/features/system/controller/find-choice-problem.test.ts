import { expect, test } from "vitest";
import { findChoiceProblem } from "./find-choice-problem.ts";

test.each([
  ["acquire", "commands.controller.selectAcquire"],
  ["set", "commands.controller.selectSet"],
  ["copy", "commands.controller.selectCopy"],
] as const)("asks for the MCON to %s when none is selected", (action, sentence) => {
  expect(findChoiceProblem(action, "MCON", 0)).toBe(sentence);
});

test("sets and copies from exactly one, and reads from at most 10", () => {
  expect(findChoiceProblem("set", "MCON", 1)).toBeUndefined();
  expect(findChoiceProblem("set", "MCON", 2)).toBe("commands.controller.onlyOne");
  expect(findChoiceProblem("copy", "MCON", 2)).toBe("commands.controller.onlyOne");
  expect(findChoiceProblem("set", "DCON", 2)).toBe("commands.controller.onlyOneGateway");
  expect(findChoiceProblem("acquire", "MCON", 10)).toBeUndefined();
  expect(findChoiceProblem("acquire", "MCON", 11)).toBe("commands.controller.tooMany");
});
