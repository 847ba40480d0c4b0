import type { MessageKey } from "@heliograph/contract";
import type { Language } from "../base/i18n/language.ts";

/** A rule of the contract that a field can break. */
export type Rule =
  | "required"
  | "empty"
  | "kind"
  | "pattern"
  | "same"
  | "tooShort"
  | "tooLong"
  | "tooSmall"
  | "tooBig"
  | "tooFew"
  | "tooMany"
  | "choice";

interface BaseField {
  /** Path in the body, as the server names it: `servers.china`. Inside an array: relative to the row. */
  readonly path: string;
  /** The call is refused without it. */
  readonly isRequired: boolean;
  readonly isNullable?: boolean;
  /** What the server uses if the body has no value. */
  readonly initial?: unknown;
  /** Kept by no draft (`writeOnly` in the contract). */
  readonly isSecret?: boolean;
  /** Never sent: the page uses it, the contract does not know it. */
  readonly isLocal?: boolean;
  /** Part of one alternative of a union: only shown, checked and sent while the other field has this value. */
  readonly when?: { readonly path: string; readonly is: string | boolean };
  /** The server's sentence for each rule. */
  readonly sentences: Partial<Record<Rule, MessageKey>>;
}

/** One of several kinds of text; the first whose `sign` matches applies. */
export interface TextKind {
  readonly sign: string;
  /** Without one, such a text is wrong. */
  readonly pattern?: string;
  readonly sentence: MessageKey;
}

export interface TextSchema extends BaseField {
  readonly kind: "text";
  readonly format?: "email" | "id" | "password" | "decimal";
  readonly canBeEmpty: boolean;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly patterns?: readonly string[];
  readonly textKinds?: readonly TextKind[];
  /** Path of the field that this one repeats. */
  readonly sameAs?: string;
}

export interface NumberSchema extends BaseField {
  readonly kind: "number" | "integer";
  readonly min?: number;
  readonly max?: number;
  /** Exclusive bounds. */
  readonly moreThan?: number;
  readonly lessThan?: number;
}

export interface ChoiceSchema extends BaseField {
  readonly kind: "choice";
  readonly choices: readonly string[];
}

/** A list of rows, each with the same fields. */
export interface ArraySchema extends BaseField {
  readonly kind: "array";
  readonly items: readonly FieldSchema[];
  readonly minItems: number;
  readonly maxItems?: number;
}

export interface BooleanSchema extends BaseField {
  readonly kind: "boolean";
  /** Has to be ticked. */
  readonly mustBeTrue?: boolean;
}

export interface PlainSchema extends BaseField {
  /** `custom`: lists of ids, pictures and the like; the page renders them. */
  readonly kind: "instant" | "day" | "custom";
}

export type FieldSchema =
  | TextSchema
  | NumberSchema
  | ChoiceSchema
  | ArraySchema
  | BooleanSchema
  | PlainSchema;

/** A body of the contract without zod: generated at build time by `vite/contract-forms.ts`. */
export interface FormSchema {
  readonly fields: readonly FieldSchema[];
  /** The server's own sentences in every language, those that the fields name. */
  readonly sentences: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}
