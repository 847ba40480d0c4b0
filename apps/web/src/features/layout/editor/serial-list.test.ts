import type { DraftGroup, PlaceableUnit } from "@heliograph/contract";
import { expect, it } from "vitest";
import { fillCells } from "../../../shared/roof/draft/edits.ts";
import { readPlacedSerials, readSerials } from "./serial-list.ts";

const units: PlaceableUnit[] = ["OPT-0001", "OPT-0002", "OPT-0003"].map((sn, index) => ({
  ...{ key: index + 1, type: "OPT" as const, sn, label: "", parentSn: null },
}));
const group: DraftGroup = {
  ...{ groupKey: "west", name: "West", rows: 2, columns: 2, tiltDeg: null, azimuthDeg: null, rotationDeg: 0 },
  ...{ xM: 0, yM: 0, moduleWidthM: 1, moduleHeightM: 2, cells: fillCells(2, 2) },
};
const places = group.cells.map(({ row, column }) => ({ groupKey: "west", row, column }));

it("assigns serial numbers to modules in their order, in any case and over empty lines", () => {
  const { units: found, problems } = readSerials("opt-0002\r\n\n OPT-0001 \n", places, units);
  expect(problems).toEqual([]);
  expect(found).toEqual([
    { groupKey: "west", row: 0, column: 0, unit: 2 },
    { groupKey: "west", row: 0, column: 1, unit: 1 },
  ]);
});

it("names the row of each serial number that it cannot assign", () => {
  const text = "OPT-0001\n?\nOPT-9999\nOPT-0001\nOPT-0002";
  const { problems } = readSerials(text, places, units);
  expect(problems.map(({ row, kind }) => [row, kind])).toEqual([
    [2, "format"],
    [3, "unknownSerial"],
    [4, "repeated"],
    [5, "noPlace"],
  ]);
});

it("assigns by group, row and column from a spreadsheet, with a heading or without", () => {
  for (const text of [
    "Group\tRow\tColumn\tSN\nwest\t2\t1\tOPT-0003",
    "West; 2; 1; OPT-0003",
    "West,2,1,OPT-0003",
  ])
    expect(readPlacedSerials(text, [group], units)).toEqual({
      units: [{ groupKey: "west", row: 1, column: 0, unit: 3 }],
      problems: [],
    });
});

it("names row and column of missing coordinates and format errors", () => {
  const lines = [
    "West;1;;OPT-0001",
    "West;1;x;OPT-0001",
    "West;0;1;OPT-0001",
    "West;1;1;??",
    "East;1;1;OPT-0001",
  ];
  const { problems } = readPlacedSerials([...lines, "West;1;3;OPT-0002"].join("\n"), [group], units);
  expect(problems).toEqual([
    { row: 1, column: 3, kind: "noCoordinates", text: "" },
    { row: 2, column: 3, kind: "format", text: "x" },
    { row: 3, column: 2, kind: "format", text: "0" },
    { row: 4, column: 4, kind: "format", text: "??" },
    { row: 5, column: 1, kind: "noPlace", text: "East" },
    { row: 6, column: 3, kind: "noPlace", text: "3" },
  ]);
});
