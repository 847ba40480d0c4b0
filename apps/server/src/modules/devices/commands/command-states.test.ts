import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { commandCode, commandOp, commandState } from "@heliograph/contract";
import { COMMAND_ERRORS, COMMAND_OPS } from "@heliograph/protocol";
import { expect, test } from "vitest";
import { COMMAND_TRANSITIONS, RESULT_WITHOUT_REPLY } from "./command-states.ts";
import { ONCE_OPS } from "./operations.ts";

const document = readFileSync(
  fileURLToPath(new URL("../../../../../../docs/commands.md", import.meta.url)),
  "utf8",
);

/** Rows of the document's table whose head begins with this cell. */
function readTable(head: string): string[][] {
  const lines = document.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${head} |`));
  const end = lines.findIndex((line, index) => index > start && line === "");
  return lines.slice(start + 2, end).map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

test("the document's transitions are those of the code", () => {
  const listed = Object.entries(COMMAND_TRANSITIONS).flatMap(([event, states]) =>
    Object.entries(states).map(([from, to]) => [from, event, to]),
  );
  expect(readTable("state | event").sort()).toEqual(listed.sort());
});

test("the document has every state, and what an end means for a device without a reply", () => {
  expect(readTable("state | meaning").map(([state]) => state)).toEqual(commandState.options);
  expect(readTable("end of the command")).toEqual(Object.entries(RESULT_WITHOUT_REPLY));
});

test("the document names the operations that are delivered once", () => {
  const named = /must not happen twice \(([^)]*)\)/.exec(document.replaceAll("\n", " "))?.[1] ?? "";
  expect([...named.matchAll(/`([\w.]+)`/g)].map(([, op]) => op).sort()).toEqual([...ONCE_OPS].sort());
});

test("the contract has the operations and codes of the device link", () => {
  expect(commandOp.options).toEqual(COMMAND_OPS);
  expect(commandCode.options).toEqual([...COMMAND_ERRORS, "E_SEND", "E_UNITS"]);
});
