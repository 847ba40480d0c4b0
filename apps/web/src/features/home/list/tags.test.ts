import { expect, it } from "vitest";
import { readTags } from "./tags.ts";

it("reads tags between commas, each once and without outer spaces", () => {
  expect(readTags(" north ,2026  lease,, north，屋顶、west")).toEqual([
    "north",
    "2026 lease",
    "屋顶",
    "west",
  ]);
  expect(readTags("  , ")).toEqual([]);
});
