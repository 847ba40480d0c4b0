import type { Command, CommandReply } from "@heliograph/protocol";
import { expect, test } from "vitest";
import type { CommandHandler } from "./command-desk.ts";
import { createCommandDesk } from "./command-desk.ts";

const command = (id: string, seq: number, deadline: number | null = null): Command => ({
  id,
  seq,
  to: "all",
  op: "fast",
  args: {},
  deadline,
});

function create(options: { now?: number | undefined; lastSeq?: number; handle?: CommandHandler } = {}) {
  const replies: CommandReply[] = [];
  const carriedOut: string[] = [];
  const desk = createCommandDesk({
    lastSeq: options.lastSeq ?? -1,
    now: () => ("now" in options ? options.now : 1_000),
    reply: (reply) => replies.push(reply),
    onSeq: () => {},
    handle(taken) {
      carriedOut.push(taken.id);
      return options.handle ? options.handle(taken) : {};
    },
  });
  return { desk, replies, carriedOut };
}

test("accepts, acts once and replies done", async () => {
  const { desk, replies, carriedOut } = create();
  await desk.take(command("a", 1));
  expect(replies.map(({ state }) => state)).toEqual(["accepted", "done"]);
  expect(carriedOut).toEqual(["a"]);
});

test("repeats its reply to a known command, and does not execute it again", async () => {
  const { desk, replies, carriedOut } = create();
  await desk.take(command("a", 1));
  await desk.take(command("a", 1));
  expect(replies.at(-1)).toMatchObject({ id: "a", state: "done" });
  expect(carriedOut).toEqual(["a"]);
});

test("remembers 64 ids; an older one is refused by its sequence number instead", async () => {
  const { desk, replies, carriedOut } = create();
  for (let seq = 1; seq <= 70; seq++) await desk.take(command(`c${seq}`, seq));
  await desk.take(command("c1", 1));
  expect(replies.at(-1)).toMatchObject({ id: "c1", state: "refused", code: "E_EXPIRED" });
  expect(carriedOut).toHaveLength(70);
});

test("refuses a sequence number that does not increase, also one from before a restart", async () => {
  const { desk, replies, carriedOut } = create({ lastSeq: 5 });
  await desk.take(command("a", 5));
  expect(replies).toEqual([{ id: "a", state: "refused", code: "E_EXPIRED" }]);
  expect(carriedOut).toEqual([]);
});

test.each([
  ["passed", 1_000, 999, "refused"],
  ["not passed", 1_000, 1_001, "done"],
  ["there while the clock is none", undefined, 9_999_999, "refused"],
] as const)("handles a command whose deadline is %s", async (_, now, deadline, state) => {
  const { desk, replies } = create({ now });
  await desk.take(command("a", 1, deadline));
  expect(replies.at(-1)).toMatchObject({ state });
});

test("refuses an operation it does not know", async () => {
  const { desk, replies } = create({ handle: () => undefined });
  await desk.take(command("a", 1));
  expect(replies).toEqual([{ id: "a", state: "refused", code: "E_UNSUP" }]);
});
