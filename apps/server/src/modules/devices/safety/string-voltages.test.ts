import { readDeviceModels } from "@heliograph/protocol/models";
import { expect, test } from "vitest";
import type { StringMember } from "./string-voltages.repository.ts";
import { createRatedVoltages, sumStrings } from "./string-voltages.ts";

/** The gateway of a unit's link, and those that it had before. */
const behind = (gatewaySn: string, ...before: string[]) => ({ gatewaySn, gateways: [...before, gatewaySn] });
const unit: StringMember = {
  ...{ stringId: "a", isHalf: false, sn: "MCON-A", slotLabel: "A", ...behind("GW-1") },
  ...{ type: "OPT", model: "MX-600", state: "open", outputV: 0.8 },
};
const times = (count: number, more: Partial<StringMember> = {}): StringMember[] =>
  Array.from({ length: count }, () => ({ ...unit, ...more }));
/** A unit that is not proven open counts with 50 V: that of a cold module. */
const RATED_V = 40;
const sum = (...members: StringMember[][]) => sumStrings(members.flat(), () => RATED_V);

test.each([
  ["all units measured", times(20), 16, "outside"],
  ["at the limit outside the array", times(30, { outputV: 1 }), 30, "outside"],
  ["measured units beyond it", times(31, { outputV: 1 }), 31, "inside"],
  [
    "one unit without evidence",
    [...times(20), ...times(1, { state: "unknown", outputV: null })],
    66,
    "inside",
  ],
  [
    "a unit that is open and dark",
    [...times(1), ...times(1, { state: "unknown", outputV: 0 })],
    50.8,
    "inside",
  ],
  ["one that timed out after an earlier sample", times(1, { state: "timeout", outputV: 0 }), 50, "inside"],
  ["one that is closed under load", times(1, { state: "closed", outputV: 38 }), 50, "inside"],
  ["one that carries more than its rating", times(1, { state: "closed", outputV: 52.5 }), 52.5, "inside"],
  ["units measured the wrong way round", [...times(6, { outputV: -1 }), ...times(1)], 6.8, "outside"],
  ["nothing known", times(2, { state: "unknown", outputV: null }), 100, "above"],
] as const)("sums a string with %s", (_case, members, maxV, level) => {
  expect(sumStrings(members, () => RATED_V)).toMatchObject([{ maxV, level, units: members.length }]);
});

const withoutString = { stringId: null, sn: null, slotLabel: "" };

test("sums each string alone, the highest first", () => {
  const closed = times(2, { stringId: "b", sn: "MCON-B", state: "closed", outputV: null });
  const others = times(1, { ...withoutString, ...behind("GW-2") });
  expect(sum(times(2), closed, others)).toMatchObject([
    { stringId: "b", units: 2, proven: 0, unlinkedUnits: 0, maxV: 100 },
    { stringId: "a", units: 2, proven: 2, unlinkedUnits: 0, maxV: 1.6 },
    { stringId: null, gatewaySn: "GW-2", units: 1, unlinkedUnits: 0, maxV: 0.8 },
  ]);
});

test("counts units without a known string in every string of their gateway, and alone", () => {
  const elsewhere = times(2, { stringId: "b", sn: "MCON-B", ...behind("GW-2") });
  const unlinked = times(1, { ...withoutString, state: "unknown", outputV: null });
  expect(sum(times(2), unlinked, elsewhere)).toMatchObject([
    { stringId: "a", units: 2, proven: 2, unlinkedUnits: 1, maxV: 51.6, level: "inside" },
    { stringId: null, gatewaySn: "GW-1", units: 1, unlinkedUnits: 0, maxV: 50 },
    { stringId: "b", units: 2, unlinkedUnits: 0, maxV: 1.6, level: "outside" },
  ]);
});

test("counts units whose gateway is not known either in every string", () => {
  const lost = times(1, { ...withoutString, gatewaySn: null, gateways: [], state: "timeout", outputV: null });
  expect(sum(times(2), lost, times(1, withoutString))).toMatchObject([
    { stringId: "a", unlinkedUnits: 2, maxV: 52.4 },
    { gatewaySn: null, units: 1, unlinkedUnits: 1, maxV: 50.8 },
    { gatewaySn: "GW-1", units: 1, unlinkedUnits: 1, maxV: 50.8 },
  ]);
});

test("counts units whose gateway has changed in the strings of both", () => {
  const other = times(2, { stringId: "b", sn: "MCON-B", ...behind("GW-2") });
  const third = times(2, { stringId: "c", sn: "MCON-C", ...behind("GW-3") });
  const moved = times(1, { ...withoutString, ...behind("GW-2", "GW-1"), state: "unknown", outputV: null });
  expect(sum(times(2), other, third, moved)).toMatchObject([
    { stringId: "a", unlinkedUnits: 1, maxV: 51.6 },
    { stringId: "b", unlinkedUnits: 1, maxV: 51.6 },
    { stringId: null, gatewaySn: "GW-2", units: 1, unlinkedUnits: 0, maxV: 50 },
    { stringId: "c", unlinkedUnits: 0, maxV: 1.6 },
  ]);
  // A string that moved has the units of both gateways.
  const movedString = times(2, { ...behind("GW-2", "GW-1") });
  const unlinked = ["GW-1", "GW-2"].map((sn) => times(1, { ...withoutString, ...behind(sn) }));
  expect(sum(movedString, ...unlinked)[0]).toMatchObject({ stringId: "a", unlinkedUnits: 2, maxV: 3.2 });
});

test("counts the highest other SCON of its gateway as the other half of a string", () => {
  const half = (id: string, count: number, more: Partial<StringMember> = {}) =>
    times(count, { stringId: id, isHalf: true, sn: `SCON-${id}`, ...more });
  expect(sum(half("a", 20), half("b", 20), half("c", 5), half("d", 20, behind("GW-2")))).toMatchObject([
    { stringId: "a", otherHalfV: 16, maxV: 32, level: "inside" },
    { stringId: "b", otherHalfV: 16, maxV: 32, level: "inside" },
    { stringId: "c", otherHalfV: 16, maxV: 20, level: "outside" },
    { stringId: "d", otherHalfV: 0, maxV: 16, level: "outside" },
  ]);
  // The one with the unit that is not proven comes first; a string of an MCON has no other half.
  const closed = half("b", 1, { state: "closed", outputV: null });
  expect(sum(half("a", 1), closed, times(2, { stringId: "m" }))).toMatchObject([
    { stringId: "b", otherHalfV: 0.8, maxV: 50.8 },
    { stringId: "a", otherHalfV: 50, maxV: 50.8, level: "inside" },
    { stringId: "m", otherHalfV: 0, maxV: 1.6 },
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
