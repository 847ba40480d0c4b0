/** Shades of the scale; each module is drawn in one of them or in that of its state. */
export const SHADES = 28;

/** States of a unit; no two share a colour, and each has a mark of its own. */
export const unitStates = ["producing", "zero", "none", "shut", "asleep"] as const;
export const PRODUCING = 0;
export const ZERO = 1;
export const NO_DATA = 2;
export const SHUT = 3;
export const ASLEEP = 4;

/** Buckets of colour: the shades, then the states but producing. */
export const BUCKETS = SHADES + unitStates.length - 1;
export const bucketOfState = (state: number): number => SHADES + state - 1;

/** Lines of a bucket across the middle of a module, in shares of its side. */
export type Mark = readonly [bucket: number, lines: readonly (readonly [number, number, number, number])[]];

/** Colours of the buckets and of what is around the modules. */
export interface Palette {
  /** By bucket. */
  readonly fills: readonly string[];
  readonly ground: string;
  readonly outline: string;
  readonly selection: string;
  readonly text: string;
  readonly lightText: string;
  readonly darkText: string;
  /** Whether a bucket is dark, so that its text is light. */
  readonly isDark: readonly boolean[];
  readonly font: string;
  /** Marks of buckets that are no state of a unit. */
  readonly marks?: readonly Mark[];
}

type Rgb = readonly [number, number, number];

/** Reads `#rrggbb`. */
function toRgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

const toHex = (rgb: Rgb): string =>
  `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, "0")).join("")}`;

/** Relative luminance (WCAG 2.2), 0 to 1. */
export function luminance(hex: string): number {
  const [red, green, blue] = toRgb(hex).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Colours between the given ones, evenly spaced. */
export function createShades(stops: readonly string[], count: number): string[] {
  const colors = stops.map(toRgb);
  return Array.from({ length: count }, (_, index) => {
    const place = (index / (count - 1)) * (colors.length - 1);
    const low = Math.min(Math.floor(place), colors.length - 2);
    const share = place - low;
    const [from, to] = [colors[low]!, colors[low + 1]!];
    return toHex(from.map((part, channel) => part + (to[channel]! - part) * share) as unknown as Rgb);
  });
}

/** Least luminance on which dark text is more legible than light text. */
export const LIGHT_FROM = 0.179;

/** Tokens of the shades: `scale` from little to much, `difference` from less over the same to more. */
export type Shades = "scale" | "difference";

/** The palette of the current theme, from the page's tokens. */
export function createPalette(readToken: (name: string) => string, shades: Shades = "scale"): Palette {
  const stops = Array.from({ length: 7 }, (_, index) => readToken(`--${shades}-${index}`));
  const fills = [
    ...createShades(stops, SHADES),
    readToken("--roof-zero"),
    readToken("--roof-none"),
    readToken("--shut"),
    readToken("--roof-asleep"),
  ];
  return {
    fills,
    ground: readToken("--roof-field"),
    outline: readToken("--text-3"),
    selection: readToken("--blue"),
    text: readToken("--text"),
    lightText: readToken("--on-roof"),
    darkText: readToken("--on-amber"),
    isDark: fills.map((fill) => luminance(fill) < LIGHT_FROM),
    font: readToken("--font"),
  };
}

/** Values of the two ends of a scale. */
export interface Scale {
  readonly from: number;
  readonly to: number;
}

/** Number of the shade of a value, the last for what is beyond. */
export function shadeOf(value: number, { from, to }: Scale): number {
  const share = to > from ? (value - from) / (to - from) : 1;
  return Math.min(Math.max(Math.floor(share * SHADES), 0), SHADES - 1);
}
