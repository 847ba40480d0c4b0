import { expect, it } from "vitest";
import { remainingMs, repeatAfterMs } from "./delivery-times.service.ts";
import type { LatestDelivery } from "./units.repository.ts";

const at = new Date("2026-06-21T12:00:00Z");
const delivered = (
  state: LatestDelivery["state"],
  secondsAgo: number,
  isReplied = false,
): LatestDelivery => ({
  ...{ state, isReplied },
  deliveredAt: new Date(at.getTime() - secondsAgo * 1_000),
});

it.each([
  { latest: { state: "queued", isReplied: false, deliveredAt: null }, deliveries: 1, waitMs: 1_000 },
  { latest: delivered("delivered", 0.5), deliveries: 1, waitMs: 1_500 },
  { latest: delivered("delivered", 2), deliveries: 1, waitMs: 0 },
  { latest: delivered("accepted", 59, true), deliveries: 2, waitMs: 1_000 },
  { latest: delivered("running", 60, true), deliveries: 2, waitMs: 0 },
  { latest: delivered("done", 4, true), deliveries: 1, waitMs: 6_000 },
  { latest: delivered("done", 4, true), deliveries: 2, waitMs: 0 },
  { latest: delivered("delivered", 0.5), deliveries: 0, waitMs: 0 },
] as const)("after $deliveries deliveries, the latest one $latest.state, waits $waitMs ms", (row) => {
  expect(remainingMs(row.latest, { deliveries: row.deliveries, at })).toBe(row.waitMs);
});

it("repeats after 2 s, then after 10 s with growing pauses of at most 5 minutes", () => {
  expect([1, 2, 3, 4, 20].map(repeatAfterMs)).toEqual([2_000, 10_000, 15_000, 22_500, 300_000]);
});
