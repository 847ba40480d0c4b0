import type { MessageKey as ServerKey } from "@heliograph/contract";
import type { ReactNode } from "react";
import type { MessageKey } from "../base/i18n/i18n.ts";
import type { Control } from "../ui/form/control.ts";
import type { Rule } from "./schema.ts";
import type { FormValues } from "./values.ts";

/** An input, and everything in its form. */
export interface FieldControl extends Control {
  readonly values: FormValues;
}

/** The page's own words for an error: for one sentence of the server, for one rule, or for any value that is not valid. */
export type FieldMessages = Readonly<Partial<Record<ServerKey | Rule | "invalid", MessageKey>>>;

/** How a page shows a field of the contract. */
export interface FieldLayout {
  readonly labelKey: MessageKey;
  /** In place of the texts of the keys, where a text is data. */
  readonly label?: string;
  readonly hint?: string | ((values: FormValues) => ReactNode);
  readonly hintKey?: MessageKey | ((values: FormValues) => MessageKey);
  readonly messages?: FieldMessages;
  /** Text of a choice. */
  readonly sayChoice?: (value: string) => string;
  readonly isMultiline?: boolean;
  readonly unit?: string | ((values: FormValues) => string);
  readonly autoComplete?: string;
  readonly autoCapitalize?: "none" | "characters";
  readonly inputMode?: "email" | "numeric" | "decimal" | "tel";
  readonly isMono?: boolean;
  /** A number without thousands, written with a point in every language. */
  readonly isCoordinate?: boolean;
  readonly isDisabled?: boolean;
  /** Shown, sent, and not changed here. */
  readonly isReadOnly?: boolean;
  /** Why the field cannot be changed: its value is shown with this reason, and not sent. */
  readonly lockedKey?: MessageKey;
  /** A person has to fill it in, although the call may leave it out. */
  readonly isRequired?: boolean;
  /** The input takes no more characters than the contract does. */
  readonly isCapped?: boolean;
  /** Shows all choices side by side, however many there are. */
  readonly isSegmented?: boolean;
  /** As wide as the form, where fields are side by side. */
  readonly isWide?: boolean;
  /** Shown, checked and sent only while this is true. */
  readonly isShown?: (values: FormValues, start: FormValues) => boolean;
  /** Converts the input to the value that is validated and sent. */
  readonly normalize?: (text: string) => string;
  /** Renders the input itself: lists, pictures and the like. */
  readonly render?: (control: FieldControl) => ReactNode;
  /** Rows of an array. */
  readonly items?: FormLayout;
  /** A function: made from the rows there are. */
  readonly newRow?: FormValues | ((rows: readonly FormValues[]) => FormValues);
  readonly addKey?: MessageKey;
  readonly removeKey?: MessageKey;
}

/** Fields by path, in their order on screen. */
export type FormLayout = Readonly<Record<string, FieldLayout>>;

export const findHint = ({ hintKey }: FieldLayout, values: FormValues): MessageKey | undefined =>
  typeof hintKey === "function" ? hintKey(values) : hintKey;
