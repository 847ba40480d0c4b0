import { DayFormatError } from "@heliograph/contract/layout-day";
import { useTranslation } from "react-i18next";
import { EmptyState, FailedState } from "../ui/status/empty-state.tsx";

/** A day whose values could not be loaded, with a retry; a file of a newer server is read by a newer page only. */
export function FailedDay({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  const { t } = useTranslation();
  if (!(error instanceof DayFormatError)) return <FailedState error={error} onRetry={onRetry} />;
  return (
    <EmptyState icon="download" title={t("layout.outdated")} text={t("layout.outdatedText")}>
      <button type="button" className="button" onClick={() => location.reload()}>
        {t("action.reload")}
      </button>
    </EmptyState>
  );
}
