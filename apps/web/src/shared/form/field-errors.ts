import type { MessageKey } from "../base/i18n/i18n.ts";
import type { Language } from "../base/i18n/language.ts";
import type { Problem } from "./rules.ts";

/** Why a field is refused: a rule of the contract or of the page, or the server's own sentence in its language. */
export type FieldError =
  | { readonly problem: Problem }
  | { readonly messageKey: MessageKey }
  | { readonly sentence: string; readonly language: Language };

/** Errors by the field's path in the request; "" is for errors that concern no field. */
export type FieldErrors = Readonly<Record<string, FieldError>>;

/** Errors as text in the language on screen; the server's sentences in another language are left out. */
export function sayErrors(
  errors: FieldErrors,
  language: Language,
  say: (error: Exclude<FieldError, { sentence: string }>, path: string) => string,
): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [path, error] of Object.entries(errors))
    if (!("sentence" in error)) texts[path] = say(error, path);
    else if (error.language === language) texts[path] = error.sentence;
  return texts;
}

export function mapErrors<From>(
  source: Readonly<Record<string, From>>,
  change: (value: From) => FieldError,
): FieldErrors {
  return Object.fromEntries(Object.entries(source).map(([path, value]) => [path, change(value)]));
}

interface Refused {
  readonly message: string;
  readonly fields: readonly { readonly path: string; readonly message: string }[];
}

/**
 * The server's sentences by field. What concerns no field on screen goes to `other`: once, and only where no sentence is
 * there already. A path inside a list of rows stays as it is, any other belongs to the field that contains it.
 */
export function placeSentences(
  { message, fields }: Refused,
  isShown: (path: string) => boolean,
  other = "",
): Readonly<Record<string, string>> {
  if (fields.length === 0) return { [other]: message };
  const sentences: Record<string, string> = {};
  for (const field of fields) sentences[findShown(field.path, isShown) ?? other] ??= field.message;
  return sentences;
}

function findShown(path: string, isShown: (path: string) => boolean): string | undefined {
  if (isShown(path)) return path;
  const end = path.lastIndexOf(".");
  return end === -1 ? undefined : findShown(path.slice(0, end), isShown);
}
