import { expect, test } from "vitest";
import { splitIntoBodies } from "./measure-peer.ts";

const places = Array.from({ length: 45 }, (_, gateway) => ({ gateway, turn: 0, atMs: 0 }));

test.each([
  [100, [20, 20, 5]],
  [5_000, new Array(45).fill(1)],
])("puts reports of %i modules into bodies of about 2,000 samples, in order", (modules, lengths) => {
  const bodies = splitIntoBodies(places, { modules, intervalS: 60 });
  expect(bodies.map((body) => body.length)).toEqual(lengths);
  expect(bodies.flat()).toEqual(places);
});
