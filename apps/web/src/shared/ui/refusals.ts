import type { Language } from "../i18n/language.ts";

/** Why a field is refused: what is wrong, told when it is drawn, or the server's own sentence in its language. */
export type Refusal<Problem> =
  | { readonly problem: Problem }
  | { readonly sentence: string; readonly language: Language };

/** Refusals by the field's path in the request; "" holds what concerns no field. */
export type RefusalsOf<Problem> = Readonly<Record<string, Refusal<Problem>>>;

export const refuse = <Problem>(problems: Readonly<Record<string, Problem>>): RefusalsOf<Problem> =>
  mapValues(problems, (problem) => ({ problem }));

export const quote = (sentences: Readonly<Record<string, string>>, language: Language): RefusalsOf<never> =>
  mapValues(sentences, (sentence) => ({ sentence, language }));

/** The sentences beside the fields; none that speaks another language than the one on screen. */
export function tellRefusals<Problem>(
  refusals: RefusalsOf<Problem>,
  language: Language,
  say: (problem: Problem) => string,
): Readonly<Record<string, string>> {
  const told: Record<string, string> = {};
  for (const [path, refusal] of Object.entries(refusals)) {
    if ("problem" in refusal) told[path] = say(refusal.problem);
    else if (refusal.language === language) told[path] = refusal.sentence;
  }
  return told;
}

function mapValues<From, To>(
  source: Readonly<Record<string, From>>,
  change: (value: From) => To,
): Readonly<Record<string, To>> {
  return Object.fromEntries(Object.entries(source).map(([key, value]) => [key, change(value)]));
}
