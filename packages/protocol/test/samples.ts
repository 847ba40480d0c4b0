import type { Birth, Command, Data, MessageName, MessageOf } from "../src/index.ts";
import { toCell } from "../src/index.ts";

const T = 1_785_593_319_000;

export const birth: Birth = {
  v: 1,
  session: 17,
  rev: 9,
  t: T,
  clock: "ntp",
  gateway: { sn: "DC-000001", type: "DCON", model: "DC-500", hw: "1.0", sw: "2.4.1", hplc: "1.1" },
  interval: 60,
  cap: ["ota", "fast"],
  units: [
    [1, "OP-000001", "OPT", "MX-600", "1.2", "3.0", { parent: 3, pos: "A1" }],
    [2, "OP-000002", "OPT", "MX-600", "1.2", "3.0", { parent: 3, pos: "A2", phase: 1 }],
    [3, "SC-000001", "SCON", "SC-2", "1.0", "1.1"],
  ],
  columns: {
    "3": [
      ["dt", "s", 1],
      ["vi", "V", 0.01],
      ["ii", "A", 0.001],
      ["st", "", 1],
      ["sw", "", 1],
    ],
    "4": [
      ["pa", "W", 1],
      ["ea", "Wh", 1],
      ["gi", "W/m2", 0.1],
      ["ta", "C", 0.1],
    ],
  },
};

export const data: Data = {
  v: 1,
  rev: 9,
  s: 184_223,
  t: T,
  c: 3,
  d: [
    [1, 2, 3],
    [0, -4, null],
    [4035, null, 61_210],
    [8123, null, 8100],
    [4, 4, null],
    [1, 1, 1],
  ],
};

export const command: Command = {
  id: "c-1",
  op: "close",
  to: [1, 2],
  args: { hold: "h-1" },
  deadline: T + 60_000,
  seq: 12,
};

export const messages: { [Name in MessageName]: MessageOf<Name>[] } = {
  upState: [
    { v: 1, on: 1, session: 17, rev: 9, clock: "ntp" },
    { v: 1, on: 0, session: 17, rev: 9, clock: "none", lost: [[1, 4]] },
  ],
  upBirth: [birth],
  upData: [data],
  upHistory: [data, { v: 1, rev: 9, s: 5, t: T, e: [[1, "raised", 7]] }],
  upEvent: [
    {
      v: 1,
      rev: 9,
      s: 184_224,
      t: T,
      e: [
        [1, "raised", 7],
        [1, "gone", 7],
        [2, "down"],
        [2, "up", null],
        [3, "ignition", 1],
        [0, "meter", 48_120_400],
      ],
    },
  ],
  upAnswer: [
    { id: "c-1", state: "accepted", code: 0 },
    {
      id: "c-1",
      state: "failed",
      code: "E_TIMEOUT",
      percent: 50,
      results: [
        [1, 0],
        [2, "E_TIMEOUT"],
      ],
    },
    { id: "c-2", state: "done", code: 0, results: [[3, 0, { heartbeat: 2, relay: true }]] },
  ],
  upParam: [
    {
      v: 1,
      t: T,
      p: [
        [3, "heartbeat", 2],
        [3, "label", "roof"],
        [3, "relay", null],
      ],
    },
  ],
  upOta: [
    { job: "j-1", offset: 4096, length: 4096 },
    { job: "j-1", unit: 3, state: "downloading", percent: 12.5 },
    { job: "j-1", unit: 3, state: "failed", reason: "E_SIGNATURE" },
  ],
  upTime: [{ t0: 5000 }],
  downCommand: [
    command,
    { id: "c-2", op: "open", to: "all", args: { hold: "h-1" }, deadline: null, seq: 13 },
    { id: "c-3", op: "param.set", to: [3], args: { values: { heartbeat: 2 } }, deadline: T, seq: 14 },
    {
      id: "c-4",
      op: "ota.start",
      to: [3],
      args: {
        job: "j-1",
        type: "MCON",
        name: "MCON_MC200_HW1.2_V2.4.1.bin",
        version: "2.4.1",
        size: 65_536,
        sha256: "ab".repeat(32),
        signature: `${"A".repeat(86)}==`,
        concurrency: 4,
      },
      deadline: null,
      seq: 15,
    },
    { id: "c-5", op: "correction.read", to: "all", args: { day: "2026-08-01" }, deadline: T, seq: 16 },
  ],
  downSync: [{ stored: 184_200, want: [[183_000, 183_311]], rate: 5 }, { rebirth: true }],
  downTime: [{ t0: 5000, t1: T, t2: T + 1 }],
  claimUp: [{ v: 1 }],
  claimDown: [{ secret: "s".repeat(43) }],
};

/** Small seeded generator (mulberry32), so that a failure can be seen again. */
export function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A report of 20 optimizers on a bright day, nine values each, columns as in the design of the link. */
export function createDayReport(): Data {
  const random = createRandom(7);
  const between = (from: number, to: number, scale: number): (number | null)[] =>
    Array.from({ length: 20 }, () => toCell(from + random() * (to - from), scale));
  return {
    v: 1,
    rev: 9,
    s: 184_223,
    t: T,
    c: 3,
    d: [
      Array.from({ length: 20 }, (_, row) => row + 1),
      between(-20, 0, 1),
      between(29.5, 31, 0.01),
      between(5, 7, 0.001),
      between(29, 30.5, 0.01),
      between(5, 7, 0.001),
      between(26, 30, 0.1),
      between(1_100_000, 1_500_000, 1),
      between(-85, -65, 1),
      Array.from({ length: 20 }, () => 4),
    ],
  };
}
