import { expect, test } from "vitest";
import { listShown } from "./shown-sessions.ts";

const sessions = Array.from({ length: 43 }, (_, at) => ({
  id: at,
  isCurrent: at === 20,
  lastSeenAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
}));

test("lists five sessions, the current one first, then those used last", () => {
  expect(listShown(sessions, false).map(({ id }) => id)).toEqual([20, 42, 41, 40, 39]);
});

test("lists all sessions in the same order on request", () => {
  const all = listShown(sessions, true).map(({ id }) => id);
  expect(all).toHaveLength(43);
  expect(all.slice(0, 3)).toEqual([20, 42, 41]);
});
