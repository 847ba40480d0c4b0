import { expect, test } from "vitest";
import type { PlantDevice } from "./compare-expected.ts";
import { compareExpected } from "./compare-expected.ts";

let lastKey = 0;

function makeDevice(sn: string, change: Partial<PlantDevice> = {}): PlantDevice {
  lastKey += 1;
  return {
    deviceId: sn,
    deviceKey: lastKey,
    sn,
    type: "OPT",
    alias: "",
    place: "",
    parentSn: null,
    isAdopted: false,
    hasReported: true,
    isInLayout: false,
    isOnline: true,
    signalDbm: -60,
    ...change,
  };
}

const list = (...serials: string[]) => serials.map((sn) => ({ sn, place: "" }));
const summarize = ({ rows }: ReturnType<typeof compareExpected>) =>
  rows.map(({ state, reason, sn, place }) => [state, sn ?? place, reason]);

test("a list finds devices that have reported, and says of each other one why it is missing", () => {
  const compared = compareExpected({ list: list("OPT-10", "OPT-2", "OPT-3"), emptyPlaces: ["R1"] }, [
    makeDevice("OPT-2"),
    makeDevice("OPT-3", { hasReported: false }),
    makeDevice("OPT-4"),
    makeDevice("GW-1", { type: "DCON" }),
  ]);
  expect(compared.source).toBe("list");
  expect(summarize(compared)).toEqual([
    ["missing", "OPT-3", "notReported"],
    ["missing", "OPT-10", "notAdded"],
    ["unknown", "OPT-4", null],
    ["found", "OPT-2", null],
  ]);
});

test("a list with gateways expects those too, and one of which nothing is in the plant none", () => {
  const gateway = makeDevice("GW-1", { type: "DCON" });
  const other = makeDevice("GW-2", { type: "DCON" });
  expect(
    summarize(compareExpected({ list: list("GW-1"), emptyPlaces: undefined }, [gateway, other])),
  ).toEqual([
    ["unknown", "GW-2", null],
    ["found", "GW-1", null],
  ]);
  expect(
    summarize(
      compareExpected({ list: list("X-100"), emptyPlaces: undefined }, [gateway, makeDevice("S-100")]),
    ),
  ).toEqual([
    ["missing", "X-100", "notAdded"],
    ["unknown", "S-100", null],
  ]);
});

test("without a list the places of the layout are expected, and units that have no place are unknown", () => {
  const compared = compareExpected({ list: [], emptyPlaces: ["A10", "A9"] }, [
    makeDevice("OPT-1", { isInLayout: true, place: "A1", isAdopted: true }),
    makeDevice("OPT-2", { isAdopted: true }),
    makeDevice("OPT-3"),
    makeDevice("GW-1", { type: "DCON", hasReported: false }),
  ]);
  expect(compared.source).toBe("layout");
  expect(summarize(compared)).toEqual([
    ["missing", "GW-1", "notReported"],
    ["missing", "A9", "emptyPlace"],
    ["missing", "A10", "emptyPlace"],
    ["unknown", "OPT-2", null],
    ["found", "OPT-3", null],
    ["found", "OPT-1", null],
  ]);
});

test("without list and layout the devices of the plant are expected, and none is unknown", () => {
  const compared = compareExpected({ list: [], emptyPlaces: undefined }, [
    makeDevice("OPT-1", { isAdopted: true }),
  ]);
  expect(compared).toMatchObject({ source: "devices", rows: [{ state: "found", sn: "OPT-1" }] });
});

test("an unknown unit with the place of another one says whose it is, also of a missing one", () => {
  const { rows } = compareExpected(
    {
      list: [
        { sn: "OPT-1", place: "A1" },
        { sn: "OPT-2", place: "A2" },
      ],
      emptyPlaces: undefined,
    },
    [
      makeDevice("OPT-1", { place: "A1" }),
      makeDevice("OPT-7", { place: "A1" }),
      makeDevice("OPT-8", { place: "A2" }),
      makeDevice("OPT-9", { place: "B4" }),
    ],
  );
  expect(rows.map(({ sn, sharesPlaceWith }) => [sn, sharesPlaceWith])).toEqual([
    ["OPT-2", null],
    ["OPT-7", "OPT-1"],
    ["OPT-8", "OPT-2"],
    ["OPT-9", null],
    ["OPT-1", null],
  ]);
});
