import { randomInt } from "node:crypto";

/** Makes a name of its own that no place of a unit ("A1") is a part of, by which rows are found. */
export const randomDigits = (count: number): string =>
  Array.from({ length: count }, () => randomInt(10)).join("");
