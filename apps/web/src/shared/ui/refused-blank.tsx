import { useTranslation } from "react-i18next";
import { Blank } from "./blank.tsx";

/** A part of a page that this account may not see. */
export function RefusedBlank({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return <Blank icon="lock" title={t("refused.title")} error={error} />;
}
