import { findModel } from "@heliograph/protocol";
import { readDeviceModels } from "@heliograph/protocol/models";
import { expect, test } from "vitest";
import { createKeepAliveLine, DEFAULT_KEEP_ALIVE } from "./keep-alive.ts";

/** Seconds within the first minute at which a switch moves. */
function listMoves(line: ReturnType<typeof createKeepAliveLine>): number[] {
  const moves: number[] = [];
  for (let at: number | undefined = 0; ; moves.push(at / 1000)) {
    at = line.nextChangeAt(at, 60_000);
    if (at === undefined) return moves;
    expect(line.isTimedOut(at)).toBe(!line.isTimedOut(at - 1));
  }
}

test("without parameters the keep-alive is that of a generic MCON", () => {
  const { heartbeat, mosTimeout } = findModel(readDeviceModels(), { type: "MCON", model: "" }).parameters;
  expect(DEFAULT_KEEP_ALIVE).toEqual({
    isOn: true,
    heartbeatMs: Number(heartbeat!.default) * 1000,
    timeoutMs: Number(mosTimeout!.default) * 1000,
  });
});

test("a switch opens the MOS timeout after the last heartbeat, and closes with the next one", () => {
  const isLost = (at: number) => at >= 7_000 && at < 25_000;
  // The last heartbeat arrives at 6 s, the next one at 26 s.
  expect(listMoves(createKeepAliveLine({ beginAt: 0, isLost }))).toEqual([16, 26]);
});

test("heartbeats that are lost for less than the timeout move nothing", () => {
  expect(listMoves(createKeepAliveLine({ beginAt: 0, isLost: (at) => at > 6_000 && at < 16_000 }))).toEqual(
    [],
  );
});

test("a relay that is off sends no heartbeat, and one immediately when it is on again", () => {
  const line = createKeepAliveLine({ beginAt: 0 });
  line.set({ isOn: false }, 9_500);
  line.set({ isOn: true }, 30_100);
  expect(listMoves(line)).toEqual([18, 30.1]);
  expect([9_499, 9_500, 30_100].map(line.isArriving)).toEqual([true, false, true]);
});

test("another timeout holds from the next heartbeat: units that receive none keep the one they have", () => {
  const early = createKeepAliveLine({ beginAt: 0, isLost: (at) => at > 6_000 });
  early.set({ timeoutMs: 20_000 }, 5_000);
  expect(listMoves(early)).toEqual([25]);
  const late = createKeepAliveLine({ beginAt: 0, isLost: (at) => at > 6_000 });
  late.set({ timeoutMs: 20_000 }, 17_000);
  expect(listMoves(late)).toEqual([16]);
});
