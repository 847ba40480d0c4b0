import { afterEach, expect, it, vi } from "vitest";
import { shareChanges } from "./change-sharing.ts";

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

function openTab(id: string) {
  const heard: unknown[] = [];
  const store = { read: () => ({ id }) as never, onChange: () => () => undefined };
  const sharing = shareChanges(store, (invalidates) => heard.push(invalidates));
  closers.push(sharing.close);
  return { heard, announce: sharing.announce };
}

it("tells the other tabs of the session what a change made stale, and no other session's [R9.2]", async () => {
  const one = openTab("s1");
  const other = openTab("s1");
  const stranger = openTab("s2");
  one.announce(["/workData/device/list"]);
  one.announce("all");
  await vi.waitFor(() => expect(other.heard).toEqual([["/workData/device/list"], "all"]), {
    timeout: 25_000,
  });
  expect([one.heard, stranger.heard]).toEqual([[], []]);
});
