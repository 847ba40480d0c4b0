import { expect, it } from "vitest";
import { makeAlarm } from "../../../test/ui/alarm-samples.ts";
import { sampleLayout } from "../../../test/ui/layout-samples.ts";
import type { Layout } from "../../shared/roof/geometry.ts";
import { createGeometry } from "../../shared/roof/geometry.ts";
import { findAlarmedUnits } from "./roof-alarms.ts";

const string = { ...sampleLayout.units[0]!, key: 91, type: "SCON" as const, sn: "ST-1", parent: 0 };
/** Modules 1 to 3 are wired to a string controller, which has no module of its own. */
const layout = {
  ...sampleLayout,
  units: [
    ...sampleLayout.units.map((unit, index) => (index > 0 && index < 4 ? { ...unit, parent: 7 } : unit)),
    string,
  ],
} as Layout;
const find = (...sns: string[]) =>
  findAlarmedUnits(
    layout,
    createGeometry(layout),
    sns.map((sn) => makeAlarm({ sn })),
  ).map(({ unit, cell, alarms }) => ({ unit, cell, count: alarms.length }));

it("finds the module of each unit with alarms, once for all of its alarms", () => {
  expect(find("SN-0005", "SN-0002", "SN-0005")).toEqual([
    { unit: 5, cell: 4, count: 2 },
    { unit: 2, cell: 1, count: 1 },
  ]);
});

it("finds the middle module of a string, and none for a gateway or a unit that is not on the roof", () => {
  expect(find("ST-1", "GW-1", "other")).toEqual([{ unit: 7, cell: 1, count: 1 }]);
});
