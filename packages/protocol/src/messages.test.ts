import { describe, expect, it } from "vitest";
import { birth, command, data, messages } from "../test/samples.ts";
import type { RejectReason } from "./index.ts";
import {
  COMMAND_OPS,
  checkMessage,
  decodeMessage,
  encodeCbor,
  encodeJson,
  isStartupTime,
  LIMITS,
  ProtocolError,
} from "./index.ts";
import type { MessageName } from "./messages.ts";

const samples = (Object.keys(messages) as MessageName[]).flatMap((name) =>
  messages[name].map((message) => ({ name, message })),
);

function findReason(name: MessageName, message: unknown): RejectReason | undefined {
  try {
    checkMessage(name, message);
  } catch (error) {
    if (error instanceof ProtocolError) return error.reason;
    throw error;
  }
  return undefined;
}

describe("messages", () => {
  it.each(samples)("takes a good $name in both forms", ({ name, message }) => {
    expect(decodeMessage(name, encodeJson(message))).toEqual(message);
    expect(decodeMessage(name, encodeCbor(message))).toEqual(message);
  });

  it.each(samples)("refuses a $name without any one of its required fields", ({ name, message }) => {
    const optional = new Set([
      "lost",
      "percent",
      "results",
      "reason",
      "version",
      "stored",
      "want",
      "rate",
      "rebirth",
      "code",
    ]);
    for (const field of Object.keys(message).filter((key) => !optional.has(key))) {
      const { [field]: _, ...rest } = message as Record<string, unknown>;
      expect(findReason(name, rest), field).toBe("malformed");
    }
  });

  it("drops fields it does not know, so that a later gateway is understood", () => {
    const state = messages.upState[0]!;
    expect(checkMessage("upState", { ...state, later: { a: 1 } })).toEqual(state);
    expect(checkMessage("upData", { ...data, later: 1 })).toEqual(data);
  });

  it.each(["upState", "upBirth", "upData", "upHistory", "upEvent", "upParam", "claimUp"] as const)(
    "names the version as the reason when %s has another one",
    (name) => {
      expect(findReason(name, { ...messages[name][0]!, v: 2 })).toBe("unsupported-version");
    },
  );

  it.each([undefined, null, 1, "x", true, []])("refuses %j as a message of any kind", (value) => {
    for (const name of Object.keys(messages) as MessageName[]) {
      if (name === "downSync") continue;
      expect(findReason(name, value), name).toBe("malformed");
    }
  });

  it("distinguishes data from events on history", () => {
    expect(checkMessage("upHistory", data)).toHaveProperty("d");
    expect(checkMessage("upHistory", messages.upEvent[0])).toHaveProperty("e");
    expect(findReason("upHistory", { v: 1, rev: 1, s: 1, t: 1 })).toBe("malformed");
  });
});

describe("data", () => {
  it("takes the 53rd bit of a sequence number and refuses the 54th", () => {
    expect(findReason("upData", { ...data, s: Number.MAX_SAFE_INTEGER })).toBeUndefined();
    expect(findReason("upData", { ...data, s: 2 ** 53 })).toBe("malformed");
  });

  it.each([-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "1", null])(
    "refuses %j as rev, s, t or c",
    (value) => {
      for (const field of ["rev", "s", "t", "c"])
        expect(findReason("upData", { ...data, [field]: value })).toBe("malformed");
    },
  );

  it.each([
    ["no columns", []],
    ["no list", { 0: [1] }],
    ["a column that is no list", [[1], 5]],
    ["columns of different lengths", [[1, 2], [1]]],
    ["a text in a cell", [[1], ["1"]]],
    ["a list in a cell", [[1], [[1]]]],
    ["NaN in a cell", [[1], [Number.NaN]]],
    ["Infinity in a cell", [[1], [Number.POSITIVE_INFINITY]]],
    ["true in a cell", [[1], [true]]],
    ["no unit index", [[null], [1]]],
    ["half a unit index", [[1.5], [1]]],
    ["a unit index below zero", [[-1], [1]]],
    ["a unit index of 17 bits", [[65_536], [1]]],
    ["too many columns", Array.from({ length: LIMITS.columns + 2 }, () => [1])],
  ])("refuses %s", (_, d) => {
    expect(findReason("upData", { ...data, d })).toBe("malformed");
  });

  it("takes a report of no rows", () => {
    expect(findReason("upData", { ...data, d: [[], [], [], [], [], []] })).toBeUndefined();
  });

  it("can count from start-up while the gateway has no clock", () => {
    expect(checkMessage("upData", { ...data, t: 61_000 }).t).toBe(61_000);
    expect(isStartupTime(61_000)).toBe(true);
    expect(isStartupTime(data.t)).toBe(false);
  });
});

describe("birth", () => {
  const [first, second, third] = birth.units;

  it("takes exactly the five device types [R1.1]", () => {
    for (const type of ["DCON", "SCON", "MCON", "OPT", "RSD"]) {
      expect(
        findReason("upBirth", { ...birth, units: [[1, "OP-000001", type, "M", "1", "1"]] }),
      ).toBeUndefined();
    }
    expect(findReason("upBirth", { ...birth, units: [[1, "OP-000001", "INV", "M", "1", "1"]] })).toBe(
      "malformed",
    );
  });

  it("takes 500 units and refuses 501", () => {
    const units = Array.from({ length: 501 }, (_, at) => [at + 1, `OP-${at + 1000}`, "OPT", "M", "1", "1"]);
    expect(findReason("upBirth", { ...birth, units: units.slice(0, 500) })).toBeUndefined();
    expect(findReason("upBirth", { ...birth, units })).toBe("malformed");
  });

  it.each([
    ["an index twice", [first, [1, "OP-000009", "OPT", "M", "1", "1"], third]],
    ["a serial twice", [first, [2, "OP-000001", "OPT", "M", "1", "1"], third]],
    ["the gateway's own serial", [[1, "DC-000001", "OPT", "M", "1", "1"]]],
    ["the gateway's own index", [[0, "OP-000001", "OPT", "M", "1", "1"]]],
    ["a parent that is not there", [first, second]],
    ["a unit under itself", [[1, "OP-000001", "OPT", "M", "1", "1", { parent: 1 }]]],
    [
      "two units under each other",
      [
        [1, "OP-000001", "OPT", "M", "1", "1", { parent: 2 }],
        [2, "OP-000002", "OPT", "M", "1", "1", { parent: 1 }],
      ],
    ],
    ["a small serial", [[1, "op-000001", "OPT", "M", "1", "1"]]],
    ["a control character in a text", [[1, "OP-000001", "OPT", "M\u0000", "1", "1"]]],
    ["half a surrogate pair in a text", [[1, "OP-000001", "OPT", "M\ud800", "1", "1"]]],
    ["an object in the inventory", [[1, "OP-000001", "OPT", "M", "1", "1", { more: {} }]]],
  ])("refuses %s", (_, units) => {
    expect(findReason("upBirth", { ...birth, units })).toBe("malformed");
  });

  it("refuses a known column in another unit and ignores an unknown column", () => {
    const withColumn = (column: unknown[]): unknown => ({ ...birth, columns: { "3": [column] } });
    expect(findReason("upBirth", withColumn(["vi", "mV", 1]))).toBe("wrong-unit");
    expect(findReason("upBirth", withColumn(["later", "mV", 1]))).toBeUndefined();
  });

  it.each([
    ["a scale of zero", { "3": [["vi", "V", 0]] }],
    ["a scale below zero", { "3": [["vi", "V", -1]] }],
    [
      "a column twice",
      {
        "3": [
          ["vi", "V", 1],
          ["vi", "V", 1],
        ],
      },
    ],
    ["a table named by a word", { three: [["vi", "V", 1]] }],
    ["a table beyond 255", { "256": [["vi", "V", 1]] }],
    ["65 columns", { "3": Array.from({ length: 65 }, (_, at) => [`x${at}`, "", 1]) }],
    ["33 tables", Object.fromEntries(Array.from({ length: 33 }, (_, at) => [at, []]))],
  ])("refuses %s", (_, columns) => {
    expect(findReason("upBirth", { ...birth, columns })).toBe("malformed");
  });
});

describe("command", () => {
  it("never carries a deadline for open and always one for close", () => {
    expect(findReason("downCommand", { ...command, op: "open" })).toBe("malformed");
    expect(findReason("downCommand", { ...command, op: "open", deadline: null })).toBeUndefined();
    expect(findReason("downCommand", { ...command, deadline: null })).toBe("malformed");
  });

  it("knows the fourteen operations and no other", () => {
    expect(COMMAND_OPS).toHaveLength(14);
    expect(findReason("downCommand", { ...command, op: "format" })).toBe("malformed");
  });

  it.each([
    ["param.set", {}],
    ["param.copy", {}],
    ["relay", { on: 1 }],
    ["ota.start", { job: "j-1" }],
    ["ota.cancel", {}],
    ["correction.read", { day: "2026-02-30" }],
  ])("refuses %s with arguments that do not fit", (op, args) => {
    expect(findReason("downCommand", { ...command, op, args })).toBe("malformed");
  });

  it("goes to all or to at least one unit", () => {
    expect(findReason("downCommand", { ...command, to: [] })).toBe("malformed");
    expect(findReason("downCommand", { ...command, to: "some" })).toBe("malformed");
  });

  it("is answered by 0 or by one of the ten error codes", () => {
    expect(findReason("upAnswer", { id: "c-1", state: "failed", code: "E_OTHER" })).toBe("malformed");
    expect(checkMessage("upAnswer", { id: "c-1", state: "done" }).code).toBe(0);
  });
});

describe("event", () => {
  it.each([
    ["raised without a number", [1, "raised"]],
    ["raised with half a number", [1, "raised", 0.5]],
    ["a meter reading below zero", [0, "meter", -1]],
    ["a word it does not know", [1, "moved", 1]],
    ["down with a value", [1, "down", 3]],
  ])("refuses %s", (_, entry) => {
    expect(findReason("upEvent", { v: 1, rev: 9, s: 1, t: 1, e: [entry] })).toBe("malformed");
  });

  it("holds at least one entry", () => {
    expect(findReason("upEvent", { v: 1, rev: 9, s: 1, t: 1, e: [] })).toBe("malformed");
  });
});

describe("sync and claim", () => {
  it("refuses a wanted range that runs backwards", () => {
    expect(findReason("downSync", { want: [[5, 4]] })).toBe("malformed");
  });

  it("hands over a secret of 32 bytes, no shorter", () => {
    expect(findReason("claimDown", { secret: "s".repeat(42) })).toBe("malformed");
  });
});
