import { expect, it } from "vitest";
import { toggleNode } from "./node-choice.ts";

const part = (id: string, disabled = false) => ({ id, name: id, disabled, children: [] });
const tree = [
  {
    id: "station",
    name: "Plants",
    disabled: false,
    children: [part("station:read"), part("station:add"), part("station:delete", true)],
  },
];

it("a part brings its area along, and leaves it behind", () => {
  expect(toggleNode([], tree, "station:read")).toEqual(["station:read", "station"]);
  expect(toggleNode(["station", "station:read"], tree, "station:read")).toEqual(["station"]);
});

it("an area takes its parts along, but none that is disabled [R3.3]", () => {
  expect(toggleNode([], tree, "station")).toEqual(["station", "station:read", "station:add"]);
  expect(toggleNode(["station", "station:read", "station:add"], tree, "station")).toEqual([]);
});
