import { MAX_LAYOUT_SIDE } from "@heliograph/contract/layout-limits";

interface NumberRule {
  /** Name in files. */
  readonly column: string;
  readonly min: number;
  readonly max: number;
  readonly isWhole?: true;
  /** Where the file has no value; undefined where it must have one. */
  readonly fallback: number | null | undefined;
}

/** Numbers of a group, as in the contract. */
export const GROUP_NUMBERS = {
  xM: { column: "x_m", min: -100_000, max: 100_000, fallback: undefined },
  yM: { column: "y_m", min: -100_000, max: 100_000, fallback: undefined },
  rotationDeg: { column: "rotation_deg", min: -360, max: 360, fallback: 0 },
  tiltDeg: { column: "tilt_deg", min: 0, max: 90, fallback: null },
  azimuthDeg: { column: "azimuth_deg", min: 0, max: 359.999_999, fallback: null },
  moduleWidthM: { column: "module_width_m", min: 0.05, max: 20, fallback: 1.15 },
  moduleHeightM: { column: "module_height_m", min: 0.05, max: 20, fallback: 1.78 },
} as const satisfies Record<string, NumberRule>;

export type GroupNumber = keyof typeof GROUP_NUMBERS;
export const groupNumbers = Object.keys(GROUP_NUMBERS) as GroupNumber[];

const SIDE: NumberRule = { column: "", min: 1, max: MAX_LAYOUT_SIDE, isWhole: true, fallback: undefined };
const POLE: NumberRule = { column: "", min: 1, max: 9, isWhole: true, fallback: null };

/** A number of a file; undefined where it is none, or out of range. A decimal comma is read as a point. */
function readNumber(text: string, { min, max, isWhole }: NumberRule): number | undefined {
  const plain = text.replace(",", ".");
  if (!/^[-+]?\d+(\.\d+)?(e[-+]?\d+)?$/iu.test(plain)) return undefined;
  const value = Number(plain);
  const isAllowed = value >= min && value <= max && (isWhole !== true || Number.isInteger(value));
  return isAllowed ? value : undefined;
}

export const readGroupNumber = (text: string, field: GroupNumber): number | undefined =>
  readNumber(text, GROUP_NUMBERS[field]);

/** A row, a column, or how many of them there are: from 1. */
export const readSide = (text: string): number | undefined => readNumber(text, SIDE);

export const readPole = (text: string): number | undefined => readNumber(text, POLE);

export const isGroupKey = (text: string): boolean =>
  /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u.test(text);
