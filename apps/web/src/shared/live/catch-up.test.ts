import { expect, it } from "vitest";
import { catchUp } from "./catch-up.ts";

/** A query whose response is the server's state at the time of the request. */
function open(replies: readonly string[], data?: string) {
  const left = [...replies];
  let asked = 0;
  const refetch = async () => {
    asked += 1;
    return { data: left.shift() };
  };
  return { read: { data, refetch }, asked: () => asked };
}

async function changesOf({ read }: ReturnType<typeof open>): Promise<number> {
  let changes = 0;
  await catchUp(read, () => {
    changes += 1;
  });
  return changes;
}

it("reads once more when the topic is open, and reports nothing when nothing has changed", async () => {
  const server = open(["online"], "online");
  expect([await changesOf(server), server.asked()]).toEqual([0, 1]);
});

it("reports a change between the first response and the opening of the topic", async () => {
  expect(await changesOf(open(["offline"], "online"))).toBe(1);
});

it("waits for a first answer that is on its way, and asks again after it", async () => {
  const server = open(["online", "offline"]);
  expect([await changesOf(server), server.asked()]).toEqual([1, 2]);
});
