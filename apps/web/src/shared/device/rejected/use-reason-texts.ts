import { useCallback } from "react";
import { useTranslation } from "react-i18next";

/** Texts of the reasons for which reports are rejected or pending. */
export function useReasonTexts(): (reason: string) => string {
  const { t, i18n } = useTranslation();
  return useCallback(
    (reason) => {
      // A reason that a newer server knows shows by its code.
      const key = `rejected.reasons.${reason}` as "rejected.reasons.empty";
      return i18n.exists(key) ? String(t(key)) : reason;
    },
    [t, i18n],
  );
}
