import { expect, test } from "vitest";
import { findDifference, findMedianPower, findPeerMedians } from "./median-power.ts";

const online = (powerW: number | null) => ({ powerW, communicationStatus: "online" as const });

test("the median counts devices that are online and have a power", () => {
  const offline = { powerW: 1, communicationStatus: "offline" as const };
  expect(findMedianPower([online(100), online(null), online(300), offline, online(200)])).toBe(200);
  expect(findMedianPower([online(100), online(400), online(300), online(200)])).toBe(250);
});

test("two devices have no median, and no device differs from a median of zero", () => {
  expect(findMedianPower([online(100), online(200)])).toBeNull();
  expect(findDifference(100, null)).toBeNull();
  expect(findDifference(0, 0)).toBeNull();
  expect(findDifference(null, 200)).toBeNull();
  expect(findDifference(150, 200)).toBe(-0.25);
});

test("a device is compared with those of its orientation, and with all where too few have it", () => {
  const facing = (azimuthDeg: number | null, powerW: number) => ({
    ...online(powerW),
    tiltDeg: 30,
    azimuthDeg,
  });
  const east = [400, 410, 420].map((powerW) => facing(90, powerW));
  const west = [40, 41, 42].map((powerW) => facing(270, powerW));
  const unknown = facing(null, 100);
  const medians = findPeerMedians([...east, ...west, unknown]);
  expect(east.map((each) => medians.get(each))).toEqual([410, 410, 410]);
  expect(west.map((each) => medians.get(each))).toEqual([41, 41, 41]);
  expect(medians.get(unknown)).toBe(100);
});
