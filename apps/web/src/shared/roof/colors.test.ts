import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { Palette } from "./colors.ts";
import {
  ASLEEP,
  BUCKETS,
  bucketOfState,
  createPalette,
  luminance,
  NO_DATA,
  SHADES,
  SHUT,
  shadeOf,
  ZERO,
} from "./colors.ts";

const tokens = readFileSync(new URL("../base/theme/tokens.css", import.meta.url), "utf8");
const [light, dark] = tokens.split('[data-theme="dark"]') as [string, string];
const findIn = (css: string, name: string): string | undefined =>
  new RegExp(`${name}: (#[0-9a-f]{6})`).exec(css)?.[1];
const palettes: Record<string, Palette> = {
  light: createPalette((name) => findIn(light, name) ?? ""),
  dark: createPalette((name) => findIn(dark, name) ?? findIn(light, name) ?? ""),
  "light, of differences,": createPalette((name) => findIn(light, name) ?? "", "difference"),
  "dark, of differences,": createPalette(
    (name) => findIn(dark, name) ?? findIn(light, name) ?? "",
    "difference",
  ),
};

type Rgb = readonly [number, number, number];
const toRgb = (hex: string): Rgb =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;

/** Machado, Oliveira, Fernandes 2009, severity 1. */
const blindness = {
  none: [1, 0, 0, 0, 1, 0, 0, 0, 1],
  protan: [0.152286, 1.052583, -0.204868, 0.114503, 0.786281, 0.099216, -0.003882, -0.048116, 1.051998],
  deutan: [0.367322, 0.860646, -0.227968, 0.280085, 0.672501, 0.047413, -0.01182, 0.04294, 0.968881],
  tritan: [1.255528, -0.076749, -0.178779, -0.078411, 0.930809, 0.147602, 0.004733, 0.691367, 0.3039],
};
function see(hex: string, [a, b, c, d, e, f, g, h, i]: number[]): Rgb {
  const [red, green, blue] = toRgb(hex);
  return [
    a! * red + b! * green + c! * blue,
    d! * red + e! * green + f! * blue,
    g! * red + h! * green + i! * blue,
  ];
}
const distance = (one: Rgb, other: Rgb): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

it.each(Object.keys(palettes))(
  "no two states share a colour in the %s theme, nor one with a value",
  (theme) => {
    const { fills } = palettes[theme]!;
    expect(new Set(fills).size).toBe(BUCKETS);
    const states = [ZERO, NO_DATA, SHUT, ASLEEP].map((state) => fills[bucketOfState(state)]!);
    for (const [kind, matrix] of Object.entries(blindness)) {
      for (const [index, state] of states.entries()) {
        // A module that gives nothing must stand out among those that do.
        const minimum = index === 0 ? 40 : 20;
        const others = [...fills.slice(0, SHADES), ...states.slice(index + 1)];
        for (const other of others)
          expect(
            distance(see(state, matrix), see(other, matrix)),
            `${kind}: ${state} ${other}`,
          ).toBeGreaterThan(minimum);
      }
    }
  },
);

it("the scale rises in lightness, so that it is read without colours", () => {
  const shades = palettes.light!.fills.slice(0, SHADES).map(luminance);
  expect(shades).toEqual(shades.toSorted((one, other) => one - other));
});

it("a difference of none is the lightest, and more differs from less without seeing all colours", () => {
  const fills = palettes["light, of differences,"]!.fills.slice(0, SHADES);
  const shades = fills.map(luminance);
  const [less, more] = [shades.slice(0, SHADES / 2), shades.slice(SHADES / 2)];
  expect(less).toEqual(less.toSorted((one, other) => one - other));
  expect(more).toEqual(more.toSorted((one, other) => other - one));
  for (const matrix of Object.values(blindness)) {
    for (const [index, fill] of fills.slice(0, SHADES / 2 - 3).entries())
      expect(distance(see(fill, matrix), see(fills[SHADES - 1 - index]!, matrix))).toBeGreaterThan(40);
  }
});

it("gives every value a shade, those beyond the ends too", () => {
  const scale = { from: 0, to: 400 };
  expect([-5, 0, 200, 400, 900].map((value) => shadeOf(value, scale))).toEqual([
    0,
    0,
    SHADES / 2,
    SHADES - 1,
    SHADES - 1,
  ]);
  expect(shadeOf(3, { from: 3, to: 3 })).toBe(SHADES - 1);
});
