import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../api/api-error.ts";
import { noteShown } from "../api/shown-refusals.ts";
import type { MessageKey } from "../i18n/i18n.ts";
import { useLocale } from "../i18n/i18n.ts";
import type { RefusalsOf } from "../ui/refusals.ts";
import { quote, refuse, tellRefusals } from "../ui/refusals.ts";

/** What is wrong beside each field of a form, from rules here and from the server; "" holds what concerns no field. */
export function useRefusals() {
  const { t } = useTranslation();
  const { language } = useLocale();
  const [refusals, setRefusals] = useState<RefusalsOf<MessageKey>>({});
  return {
    told: tellRefusals(refusals, language, (key) => t(key)),
    clear: () => setRefusals({}),
    forget: (path: string) => setRefusals(({ [path]: _, ...others }) => others),
    /** Whether anything is wrong. */
    refuse(problems: Readonly<Record<string, MessageKey>>): boolean {
      setRefusals(refuse(problems));
      return Object.keys(problems).length > 0;
    },
    /** What the server refused; anything else that went wrong is not for the form. */
    quote(error: unknown, fieldsShown: readonly string[]): void {
      if (!(error instanceof ApiError)) throw error;
      noteShown(error);
      const fields = error.fields.map(({ path, message }) => [path, message] as const);
      const hasOther = !fields.some(([path]) => fieldsShown.includes(path));
      // A sentence that is shown beside its field is not said once more for the whole.
      const whole = hasOther ? (fields[0]?.[1] ?? error.message) : undefined;
      setRefusals(
        quote({ ...Object.fromEntries(fields), ...(whole !== undefined && { "": whole }) }, language),
      );
    },
  };
}

export type Refusals = ReturnType<typeof useRefusals>;
