import { expect, it } from "vitest";
import type { Layout } from "../../shared/roof/geometry.ts";
import { listLanes } from "./strings.ts";

const unit = (type: string | null, parent: number | null, label: string) => ({
  type,
  parent,
  label,
  sn: null,
});
const lanesOf = (...units: ReturnType<typeof unit>[]) =>
  listLanes({ units } as unknown as Layout).map(({ gateway, lanes }) => [
    gateway,
    ...lanes.map(({ name, controller, units: own }) => `${name} ${controller ?? "-"}: ${own.join()}`),
  ]);

it("lists strings behind their gateway, units in the order of their labels", () => {
  expect(
    lanesOf(
      unit("DCON", null, ""),
      unit("SCON", 0, "S2"),
      unit("SCON", 0, "S1"),
      unit("OPT", 2, "A1-10"),
      unit("OPT", 2, "A1-2"),
      unit("OPT", 1, "A2-1"),
    ),
  ).toEqual([[0, "S1 2: 4,3", "S2 1: 5"]]);
});

it("takes strings without a controller from the labels, and keeps units without a gateway", () => {
  expect(
    lanesOf(
      unit("DCON", null, ""),
      unit("OPT", 0, "B1-1"),
      unit("OPT", 0, "A1-1"),
      unit("OPT", null, "Z1-1"),
    ),
  ).toEqual([
    [0, "A1 -: 2", "B1 -: 1"],
    [undefined, "Z1 -: 3"],
  ]);
});

it("puts empty slots into the string of their label, in order, without counting them as its units", () => {
  const { lanes } = listLanes({
    units: [
      unit("DCON", null, ""),
      unit("SCON", 0, "S1"),
      unit("OPT", 1, "A1-1"),
      unit("OPT", 1, "A1-3"),
      unit(null, null, "A1-2"),
      unit(null, null, "S1-9"),
    ],
  } as unknown as Layout)[0]!;
  expect(lanes).toMatchObject([{ key: "c1", units: [2, 3], slots: [2, 4, 3, 5] }]);
});

it("does not guess the string of an empty slot whose name two strings have", () => {
  expect(
    lanesOf(
      ...[unit("DCON", null, "G1"), unit("DCON", null, "G2")],
      ...[unit("OPT", 0, "A1-1"), unit("OPT", 1, "A1-1"), unit(null, null, "A1-2")],
    ),
  ).toEqual([
    [0, "A1 -: 2"],
    [1, "A1 -: 3"],
    [undefined, "A1 -: "],
  ]);
});

it("keeps empty slots of a string without any unit, behind no gateway and last", () => {
  expect(lanesOf(unit(null, null, "A9-1"), unit("DCON", null, "G10"), unit("OPT", 1, "B1-1"))).toEqual([
    [1, "B1 -: 2"],
    [undefined, "A9 -: "],
  ]);
});

it("lists gateways by name", () => {
  const gateways = [unit("DCON", null, "G10"), unit("DCON", null, "G2")];
  expect(lanesOf(...gateways, unit("OPT", 0, "A1-1"), unit("OPT", 1, "B1-1"))).toEqual([
    [1, "B1 -: 3"],
    [0, "A1 -: 2"],
  ]);
});
