import type { PictureName } from "./pictures.ts";

/**
 * One piece of a text, in the order of reading. In every string **words of the screen** stand between stars,
 * `addresses and keys` between back ticks.
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
