import { useTranslation } from "react-i18next";
import { EmptyState } from "./empty-state.tsx";

/** A part of a page that this account has no access to. */
export function NoAccessState({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return <EmptyState icon="lock" title={t("refused.title")} error={error} />;
}
