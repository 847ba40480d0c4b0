import type { CommandReply } from "@heliograph/protocol";
import { expect, test } from "vitest";
import type { Fault } from "../fleet.ts";
import { createReplyFaults } from "./reply-faults.ts";

const done = (id: string): CommandReply => ({ id, state: "done", code: 0, results: [[1, 0]] });

/** The replies that a gateway with these faults sends for its own. */
function send(faults: readonly Fault[], replies: readonly CommandReply[]) {
  const plan = createReplyFaults({ listFaults: () => faults, createId: () => "never-sent" });
  return replies
    .flatMap(plan)
    .map(({ reply, afterMs }) => `${reply.id} ${reply.state}${afterMs > 0 ? ` after ${afterMs} ms` : ""}`);
}

test.each<[string, Fault[], string[]]>([
  ["no fault", [], ["a accepted", "a done", "b done"]],
  [
    "late replies",
    [{ kind: "late-replies", seconds: 90 }],
    ["a accepted after 90000 ms", "a done after 90000 ms", "b done after 90000 ms"],
  ],
  [
    "forged replies",
    [{ kind: "forged-replies" }],
    ["a accepted", "a done", "never-sent done", "b done", "never-sent done"],
  ],
  ["replayed replies", [{ kind: "replayed-replies" }], ["a accepted", "a done", "b done", "a done"]],
])("a gateway with %s", (_name, faults, sent) => {
  expect(send(faults, [{ id: "a", state: "accepted", code: 0 }, done("a"), done("b")])).toEqual(sent);
});
