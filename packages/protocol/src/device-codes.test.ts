import { describe, expect, it } from "vitest";
import {
  EVENT_CODE,
  findEventCodeName,
  findEventSeverity,
  findUnitStatusName,
  isFaultStatus,
  UNIT_STATUS,
} from "./device-codes.ts";

describe("device codes", () => {
  it("counts ground fault, blown fuse, memory loss and arc as faults, every other event as a warning [R3.11]", () => {
    const codes = Object.values(EVENT_CODE);
    expect(codes.filter((code) => findEventSeverity(code, false) === "fault")).toEqual([0, 12, 14, 15]);
    expect(codes.filter((code) => findEventSeverity(code, false) === "warning")).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 16, 17, 18, 19, 20, 21, 22,
    ]);
    expect(findEventSeverity(400, false)).toBe("warning");
  });

  it("ignores the disconnection of a unit opened by command [R3.11]", () => {
    const silent = Object.values(EVENT_CODE).filter((code) => findEventSeverity(code, true) === undefined);
    expect(silent).toEqual([EVENT_CODE.dcDisconnect, EVENT_CODE.manualShutdown]);
  });

  it("treats only status 7 as a fault [R3.11]", () => {
    expect(Object.values(UNIT_STATUS).filter(isFaultStatus)).toEqual([7]);
  });

  it("finds names by number", () => {
    expect(findUnitStatusName(4)).toBe("mppt");
    expect(findUnitStatusName(11)).toBeUndefined();
    expect(findEventCodeName(15)).toBe("arcDetection");
    expect(findEventCodeName(23)).toBeUndefined();
  });
});
