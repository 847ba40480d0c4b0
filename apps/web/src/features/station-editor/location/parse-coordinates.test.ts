import { expect, it } from "vitest";
import { parseCoordinates } from "./parse-coordinates.ts";

const shanghai = { place: { latitude: 31.2, longitude: 121.5 } };

it("reads decimal degrees with any separator and decimal mark", () => {
  const texts = [
    "31.2, 121.5",
    "31.2,121.5",
    " 31.2  121.5 ",
    "31,2; 121,5",
    "31,2 121,5",
    "31.2，121.5",
    "+31.2; 121.5",
  ];
  for (const text of texts) expect([text, parseCoordinates(text)]).toEqual([text, shanghai]);
  expect(parseCoordinates("-23.55, -46.63")).toEqual({ place: { latitude: -23.55, longitude: -46.63 } });
  expect(parseCoordinates("−23,55; −46,63")).toEqual({ place: { latitude: -23.55, longitude: -46.63 } });
  expect(parseCoordinates("31, 121")).toEqual({ place: { latitude: 31, longitude: 121 } });
});

it("reads degrees, minutes and seconds", () => {
  for (const text of [
    "31°12'0\"N 121°30'0\"E",
    "31°12′N, 121°30′E",
    "31° 12' 0\" N, 121° 30' 0\" E",
    "31 12 00 N, 121 30 00 E",
    "31°12'00\" 121°30'00\"",
    "31° 12' 0\" 121° 30' 0\"",
    "31°12',121°30'",
    "北纬31度12分 东经121度30分",
  ])
    expect([text, parseCoordinates(text)]).toEqual([text, shanghai]);
  expect(parseCoordinates("23°33′18″S 46°37′48″O")).toEqual({
    place: { latitude: -23.555, longitude: -46.63 },
  });
});

it("accepts either order where the hemispheres say which is which", () => {
  for (const text of ["121.5E, 31.2N", "E121.5 N31.2", "N 31.2, E 121.5", "31,2N, 121,5L", "31.2n 121.5e"])
    expect([text, parseCoordinates(text)]).toEqual([text, shanghai]);
});

it("tells swapped coordinates, a wrong format and none apart", () => {
  expect(parseCoordinates("  ")).toEqual({ problem: "empty" });
  expect(parseCoordinates("121.5, 31.2")).toEqual({ problem: "swapped" });
  for (const text of [
    "Shanghai",
    "31.2",
    "31.2,",
    "31.2, 121.5, 7",
    "31,2,121,5",
    "95, 95.5",
    "31.2, 181",
    "95N, 20E",
    "31.2N, 121.5N",
    "31.2N, 121.5",
    "-31.2S, 121.5E",
    "31°72'N 121°E",
    "31.5°12'N 121°E",
    "1e1, 2",
    "N, E",
  ])
    expect([text, parseCoordinates(text)]).toEqual([text, { problem: "format" }]);
});
