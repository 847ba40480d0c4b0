import i18next from "i18next";
import type { MessageKey } from "../../src/shared/base/i18n/i18n.ts";

/** A text in the language on screen, as the page shows it. */
export const text = (key: MessageKey, values: Readonly<Record<string, unknown>> = {}): string =>
  i18next.t(key, values);
