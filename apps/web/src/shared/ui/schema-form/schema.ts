import type { Language } from "../../i18n/language.ts";

/** Which sentence the server says when a rule is broken: the name of the rule, the key of the sentence. */
export type Rule =
  | "required"
  | "empty"
  | "kind"
  | "pattern"
  | "tooShort"
  | "tooLong"
  | "tooSmall"
  | "tooBig"
  | "choice";

interface BaseField {
  /** Path in the body, as the server names it: `servers.china`. */
  readonly path: string;
  /** Without it the call is refused. */
  readonly isNeeded: boolean;
  readonly isNullable?: boolean;
  /** What the server takes where the body says nothing. */
  readonly initial?: unknown;
  readonly sentences: Partial<Record<Rule, string>>;
}

export interface TextSchema extends BaseField {
  readonly kind: "text";
  readonly format?: "email" | "id";
  readonly canBeEmpty: boolean;
  readonly leastLength?: number;
  readonly mostLength?: number;
  readonly patterns?: readonly string[];
}

export interface NumberSchema extends BaseField {
  readonly kind: "number" | "integer";
  readonly least?: number;
  readonly most?: number;
  /** The bounds themselves are not allowed. */
  readonly moreThan?: number;
  readonly lessThan?: number;
}

export interface ChoiceSchema extends BaseField {
  readonly kind: "choice";
  readonly choices: readonly string[];
}

export interface PlainSchema extends BaseField {
  /** `custom`: lists, unions and the like; the page draws them. */
  readonly kind: "boolean" | "instant" | "day" | "custom";
}

export type FieldSchema = TextSchema | NumberSchema | ChoiceSchema | PlainSchema;

/** A body of the contract without zod: made at build time by `vite/contract-forms.ts`. */
export interface FormSchema {
  readonly fields: readonly FieldSchema[];
  /** The server's own sentences in every language, those that the fields name. */
  readonly sentences: Readonly<Record<Language, Readonly<Record<string, string>>>>;
}
