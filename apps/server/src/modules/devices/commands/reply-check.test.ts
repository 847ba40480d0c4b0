import type { CommandReply } from "@heliograph/protocol";
import { expect, test } from "vitest";
import type { StoredReply } from "./reply-check.ts";
import { compareReply } from "./reply-check.ts";

const done: CommandReply = { id: "c", state: "done", code: 0, results: [[1, 0]] };
const stored: StoredReply = { state: "done", code: null, results: [[1, 0]] };

test.each<[string, CommandReply, StoredReply, ReturnType<typeof compareReply>]>([
  ["the same reply again", done, stored, "repeated"],
  ["one that was only slower", { id: "c", state: "running", code: 0, percent: 40 }, stored, "late"],
  [
    "a late one to a command without a reply",
    done,
    { ...stored, state: "unconfirmed", results: null },
    "late",
  ],
  ["one to a command that still waits", done, { ...stored, state: "delivered", results: null }, "late"],
  ["a success after a failure", done, { state: "failed", code: "E_TIMEOUT", results: [[1, 0]] }, "contrary"],
  [
    "another error",
    { id: "c", state: "failed", code: "E_BUSY" },
    { ...stored, state: "failed", code: "E_TIMEOUT" },
    "contrary",
  ],
  ["another result of a unit", { ...done, results: [[1, "E_TIMEOUT"]] }, stored, "contrary"],
])("compares %s with the final reply", (_case, reply, before, expected) => {
  expect(compareReply(before, reply)).toBe(expected);
});
