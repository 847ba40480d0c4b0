import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { patchWriter, WRITER_PATH } from "./acknowledge-first-patch.ts";

describe("the fault of the crash bench", () => {
  it("fits the writer as it is", () => {
    const source = readFileSync(join(import.meta.dirname, "../apps/server/src/modules", WRITER_PATH), "utf8");
    expect(patchWriter(source)).not.toBe(source);
  });

  it("is refused by another text", () => {
    expect(() => patchWriter("waiting.push(report);")).toThrow("no longer");
  });
});
