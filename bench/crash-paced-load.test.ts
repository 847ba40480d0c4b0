import { checkMessage } from "@heliograph/protocol";
import { describe, expect, it } from "vitest";
import { encodePacedReport } from "./crash-paced-load.ts";

describe("a report of the paced crash bench", () => {
  it("has all modules, its time and a counter that grows by its power", () => {
    const encode = (seq: number, sinceMs: number) => {
      const packet = encodePacedReport(
        { sn: "GATEWAY" },
        { seq, atMs: 1_700_000_000_000, sinceMs, modules: 3 },
      );
      return checkMessage("upData", JSON.parse(packet.subarray(packet.indexOf("{")).toString()));
    };
    const hour = encode(2, 3_600_000);
    expect(hour).toMatchObject({ s: 2, t: 1_700_000_000_000 });
    expect(hour.d[0]).toEqual([1, 2, 3]);
    expect(encode(1, 0).d.at(-1)).toEqual([0, 0, 0]);
    // 40 V × 5 A for an hour.
    expect(hour.d.at(-1)).toEqual([200, 200, 200]);
  });
});
