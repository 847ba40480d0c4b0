import { expect, test } from "vitest";
import { createLogger } from "./logger.ts";

function write(fields: object): Record<string, Record<string, unknown>> {
  const lines: string[] = [];
  createLogger({ logLevel: "info" }, { write: (line) => void lines.push(line) }).warn(fields, "it failed");
  return JSON.parse(lines[0] ?? "{}");
}

const disk = Object.assign(new Error("no space left"), { code: "ENOSPC" });
const failed = new Error("the report is not stored", { cause: disk });

test.each(["err", "error", "reason", "cause"])(
  "keeps an error's code, stack and causes when it is logged as %s",
  (name) => {
    const line = write({ [name]: failed, plantId: "p1" });
    expect(line).toMatchObject({ plantId: "p1", msg: "it failed" });
    expect(line[name]?.message).toBe("the report is not stored: no space left");
    expect(line[name]?.stack).toMatch(
      /the report is not stored[\s\S]*logger\.test\.ts[\s\S]*caused by: Error: no space left/,
    );
    expect(write({ [name]: disk })[name]).toMatchObject({
      type: "Error",
      message: "no space left",
      code: "ENOSPC",
    });
  },
);

test("keeps an error that is logged alone", () => {
  expect(write(failed).err?.stack).toMatch(/caused by: Error: no space left/);
});
