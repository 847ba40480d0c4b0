import { expect, it } from "vitest";
import { findExcess } from "./baseline.ts";
import { findWordsInRepository, readBaseline } from "./repository.ts";

it("the repository uses words of the list no more often than the baseline allows", {
  timeout: 180_000,
}, () => {
  const excess = findExcess(findWordsInRepository(), readBaseline());
  expect(excess.map(({ path, line, text }) => `${path}:${line} ${text}`)).toEqual([]);
});
