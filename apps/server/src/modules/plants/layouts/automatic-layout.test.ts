import { expect, it } from "vitest";
import { arrangeUnits } from "./automatic-layout.ts";
import type { PlacedDevice } from "./layout-units.repository.ts";

const device = (
  deviceId: string,
  type: PlacedDevice["type"],
  parentId: string | null,
  label = "",
): PlacedDevice => ({
  ...{ deviceId, type, parentId, label, sn: deviceId, deviceKey: 1, slotKey: null },
  ...{ tiltDeg: null, azimuthDeg: null, ratedPowerW: null },
});
const placesOf = (devices: readonly PlacedDevice[]) =>
  arrangeUnits(devices).cells.map(
    ({ group, row, column, deviceId }) => `${group}/${row}/${column} ${deviceId}`,
  );

it("places the units of each string in one row, behind their gateway, in the order of their labels", () => {
  const devices = [
    device("G1", "DCON", null),
    device("G2", "DCON", null),
    device("S1", "SCON", "G1"),
    device("S2", "SCON", "G1"),
    device("b", "OPT", "S1", "A1-10"),
    device("a", "OPT", "S1", "A1-2"),
    device("c", "OPT", "S2", "A2-1"),
    device("d", "OPT", "G2"),
  ];
  expect(placesOf(devices)).toEqual(["0/0/0 a", "0/0/1 b", "0/1/0 c", "1/0/0 d"]);
  const [first, second] = arrangeUnits(devices).groups;
  expect(first).toMatchObject({ name: "G1", rows: 2, columns: 2, yM: 0 });
  expect(second!.yM).toBeGreaterThan(first!.rows * first!.moduleHeightM);
});

it("tells strings without a controller apart by what their units' labels begin with", () => {
  const units = ["B1-1", "A1-1", "B1-2"].map((label) => device(label, "OPT", "G", label));
  expect(placesOf([device("G", "DCON", null), ...units])).toEqual(["0/0/0 A1-1", "0/1/0 B1-1", "0/1/1 B1-2"]);
});

it("places strings whose modules have no electronics, and continues a long string in the next row", () => {
  const strings = Array.from({ length: 26 }, (_, index) =>
    device(`S${index + 10}`, "SCON", "G", `S${index + 1}`),
  );
  const places = placesOf([device("G", "DCON", null), ...strings]);
  expect([places[0], places[23], places[24]]).toEqual(["0/0/0 S10", "0/0/23 S33", "0/1/0 S34"]);
});

it("has no group without units", () => {
  expect(arrangeUnits([device("G", "DCON", null)])).toEqual({ groups: [], cells: [] });
});
