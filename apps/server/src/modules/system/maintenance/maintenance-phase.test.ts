import { describe, expect, test } from "vitest";
import { findBackAt, phaseAt } from "./maintenance-phase.ts";

const popUp = { isOn: true, previewAt: 100, serviceStopAt: 200, serviceRestartAt: 300 };

describe("the phase of a pop-up [R4.15]", () => {
  test.each([
    [99, "scheduled"],
    [100, "announced"],
    [199, "announced"],
    [200, "running"],
    [299, "running"],
    [300, "over"],
  ])("at %i is %s", (now, phase) => {
    expect(phaseAt(popUp, now)).toBe(phase);
  });

  test("is off until its restart when it is switched off", () => {
    expect([150, 250, 300].map((now) => phaseAt({ ...popUp, isOn: false }, now))).toEqual([
      "off",
      "off",
      "over",
    ]);
  });
});

describe("when the service is back", () => {
  const times = (serviceStopAt: number, serviceRestartAt: number) => ({
    previewAt: 0,
    serviceStopAt,
    serviceRestartAt,
  });

  test("is unknown while nothing runs, and the restart while something does", () => {
    const at = (now: number) => findBackAt([times(200, 300)], now);
    expect([199, 200, 299, 300].map(at)).toEqual([undefined, 300, 300, undefined]);
  });

  test("is the end of the last of consecutive pop-ups, and not past a gap", () => {
    const popUps = [times(200, 300), times(250, 400), times(400, 500), times(501, 600)];
    expect(findBackAt(popUps, 210)).toBe(500);
    expect(findBackAt(popUps, 500)).toBeUndefined();
  });
});
