import { languages } from "../../shared/base/i18n/language.ts";

/** A language in its own name. */
export const sayLanguage = (id: string): string => languages.find((each) => each.id === id)?.name ?? id;
