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

it("leaves out empty slots, which are wired to nothing", () => {
  expect(lanesOf(unit("DCON", null, ""), unit(null, null, "A1-1"))).toEqual([]);
});
