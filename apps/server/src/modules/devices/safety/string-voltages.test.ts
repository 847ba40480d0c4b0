import { readDeviceModels } from "@heliograph/protocol/models";
import { expect, test } from "vitest";
import type { StringMember } from "./string-voltages.repository.ts";
import { createRatedVoltages, sumStrings } from "./string-voltages.ts";

const unit: StringMember = {
  ...{ stringId: "a", sn: "MCON-A", slotLabel: "A", gatewaySn: "GW-1" },
  ...{ type: "OPT", model: "MX-600", state: "open", outputV: 0.8 },
};
const times = (count: number, more: Partial<StringMember> = {}): StringMember[] =>
  Array.from({ length: count }, () => ({ ...unit, ...more }));
const RATED_V = 45;
const sum = (...members: StringMember[][]) => sumStrings(members.flat(), () => RATED_V);

test.each([
  ["all units measured", times(20), 16, "outside"],
  ["at the limit outside the array", times(30, { outputV: 1 }), 30, "outside"],
  ["measured units beyond it", times(31, { outputV: 1 }), 31, "inside"],
  [
    "one unit without evidence",
    [...times(20), ...times(1, { state: "unknown", outputV: null })],
    61,
    "inside",
  ],
  [
    "a unit that is open and dark",
    [...times(1), ...times(1, { state: "unknown", outputV: 0 })],
    45.8,
    "inside",
  ],
  ["one that timed out after an earlier sample", times(1, { state: "timeout", outputV: 0 }), 45, "inside"],
  ["one that is closed under load", times(1, { state: "closed", outputV: 38 }), 45, "inside"],
  ["one that carries more than its rating", times(1, { state: "closed", outputV: 52.5 }), 52.5, "inside"],
  ["units measured the wrong way round", [...times(6, { outputV: -1 }), ...times(1)], 6.8, "outside"],
  ["nothing known", times(2, { state: "unknown", outputV: null }), 90, "above"],
] as const)("sums a string with %s", (_case, members, maxV, level) => {
  expect(sumStrings(members, () => RATED_V)).toMatchObject([{ maxV, level, units: members.length }]);
});

test("sums each string alone, the highest first, and units without a known string by gateway", () => {
  const unknown = times(3, { stringId: null, sn: null, slotLabel: "" });
  const other = times(2, { stringId: "b", sn: "MCON-B", state: "closed", outputV: null });
  expect(
    sum(times(2), other, unknown, times(1, { stringId: null, sn: null, gatewaySn: "GW-2" })),
  ).toMatchObject([
    { stringId: "b", units: 2, proven: 0, maxV: 90 },
    { stringId: null, gatewaySn: "GW-1", units: 3, proven: 3, maxV: 2.4 },
    { stringId: "a", units: 2, proven: 2, maxV: 1.6 },
    { stringId: null, gatewaySn: "GW-2", units: 1, maxV: 0.8 },
  ]);
});

test("reads the rated voltage from the device model, and takes a high one where the model has none", () => {
  const [generic] = readDeviceModels().filter(({ type }) => type === "RSD");
  const models = [{ ...generic!, model: "RS-2", openCircuitV: 49.5 }, generic!];
  const findRatedV = createRatedVoltages(models);
  expect([findRatedV({ type: "RSD", model: "RS-2" }), findRatedV({ type: "RSD", model: "?" })]).toEqual([
    49.5, 60,
  ]);
});
