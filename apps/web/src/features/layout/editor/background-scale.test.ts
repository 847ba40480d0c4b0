import { expect, it } from "vitest";
import { scaleBetween } from "./background-scale.ts";

const background = { pictureKey: "", xM: 0, yM: 0, widthM: 20, heightM: 10, rotationDeg: 30, opacity: 1 };

it("scales a photograph by the distance of two points, around the first", () => {
  expect(
    scaleBetween(
      background,
      [
        [4, 2],
        [7, 6],
      ],
      10,
    ),
  ).toEqual({
    ...background,
    ...{ xM: -4, yM: -2, widthM: 40, heightM: 20 },
  });
});
