import { expect, test } from "vitest";
import { findDataProblems, readDataChoice, toSeriesQuery, writeDataChoice } from "./data-choice.ts";

const bounds = { first: undefined, today: "2026-05-20" };
const week = { kind: "own", from: "2026-05-14", to: "2026-05-20" } as const;
const known = ["inputVoltageV", "powerW"] as const;
const ids = (count: number) => Array.from({ length: count }, (_, index) => `device-${index}`);
const choice = { deviceIds: ids(1), fields: ["powerW"], range: week, stepS: undefined } as const;

test("a choice is the same after it was written to an address and read from it", () => {
  const written = Object.entries(writeDataChoice({ ...choice, stepS: 900 })).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  expect(readDataChoice(new URLSearchParams(written), { deviceId: "own", fields: known, bounds })).toEqual({
    ...choice,
    stepS: 900,
  });
});

test("an address without a choice has the page's device and nothing else, and unknown parameters are left out", () => {
  const empty = { deviceIds: ["own"], fields: [], range: undefined, stepS: undefined };
  expect(readDataChoice(new URLSearchParams(), { deviceId: "own", fields: known, bounds })).toEqual(empty);
  expect(
    readDataChoice(new URLSearchParams("fields=secret&step=7"), { deviceId: "own", fields: known, bounds }),
  ).toEqual(empty);
});

test("devices, parameters and the data date must be chosen, each with its sentence", () => {
  expect(findDataProblems({ ...choice, deviceIds: [], fields: [], range: undefined }, "UTC")).toEqual({
    devices: "deviceData.chooseDevice",
    fields: "deviceData.chooseFields",
    range: "deviceData.chooseDate",
  });
  expect(toSeriesQuery({ ...choice, fields: [] }, "UTC")).toBeUndefined();
});

test("20 devices, 3 parameters and 7 days are shown by 5 minutes; more is refused", () => {
  const fields = ["powerW", "inputVoltageV", "temperatureC"] as const;
  const largest = { ...choice, deviceIds: ids(20), fields };
  expect(findDataProblems(largest, "UTC")).toEqual({});
  expect(findDataProblems({ ...largest, stepS: 300 }, "UTC")).toEqual({});
  expect(findDataProblems({ ...largest, stepS: 60 }, "UTC")).toEqual({ step: "deviceData.tooManyValues" });
  expect(findDataProblems({ ...largest, deviceIds: ids(21) }, "UTC")).toEqual({
    devices: "deviceData.tooManyDevices",
  });
  const long = { ...choice, range: { ...week, from: "2026-04-01" } };
  expect(findDataProblems(long, "UTC")).toEqual({ range: "deviceData.tooManyDays" });
});

test("the period is days of the plant's own zone", () => {
  expect(toSeriesQuery(choice, "Asia/Shanghai")).toEqual({
    deviceIds: "device-0",
    fields: "powerW",
    fromAt: "2026-05-13T16:00:00.000Z",
    toAt: "2026-05-20T16:00:00.000Z",
  });
});

test("an address with too many devices keeps one more than allowed, so that it is refused and not shortened", () => {
  const params = new URLSearchParams({ devices: ids(90).join(), fields: "powerW", range: "2026-05-20" });
  const read = readDataChoice(params, { deviceId: "own", fields: known, bounds });
  expect(read.deviceIds).toHaveLength(21);
  expect(findDataProblems(read, "UTC")).toEqual({ devices: "deviceData.tooManyDevices" });
});
