/** A text whose form depends on a number; `one` and `other` are CLDR's categories. */
export interface PluralForms {
  /** The parameter that decides. */
  readonly of: "count" | "total";
  readonly one: string;
  readonly other: string;
}

/** A text, or its forms in languages that have more than one. */
export type TextForms = string | PluralForms;
