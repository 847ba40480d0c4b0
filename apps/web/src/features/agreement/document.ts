import type { PictureName } from "./pictures.ts";

/**
 * One block of a text, in reading order. In every string **texts of the screen** are between asterisks,
 * `addresses and keys` between backticks.
 */
export type Block =
  | string
  | { readonly list: readonly string[] }
  | { readonly steps: readonly string[] }
  | { readonly note: string }
  | { readonly terms: readonly (readonly [term: string, meaning: string])[] }
  | { readonly picture: PictureName; readonly alt: string };

export interface Section {
  readonly heading: string;
  readonly blocks: readonly Block[];
}

/** A chapter of the manual, or of the agreement, in one language. */
export interface Chapter {
  readonly title: string;
  readonly blocks: readonly Block[];
  readonly sections: readonly Section[];
}
