import { useTranslation } from "react-i18next";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { ImportRun } from "./use-import.ts";

/** The job under way, which can be cancelled. */
export function ProgressCard({ run }: { readonly run: ImportRun }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { done = 0, total = null } = run.job ?? {};
  const share = total === null || total === 0 ? undefined : done / total;
  const title = t(run.mode === "check" ? "deviceImport.checking" : "deviceImport.importing");
  return (
    <section className="card import-card" aria-label={title}>
      <p role="status">
        {title} {share !== undefined && formatShare(share, tag, 0)}
      </p>
      <progress aria-label={title} max={1} value={share} />
      <p className="import-text">{t("deviceImport.background")}</p>
      <div>
        <button
          type="button"
          className="button"
          disabled={run.isCancelling || run.job === undefined}
          onClick={run.cancel}
        >
          {t("deviceImport.cancel")}
        </button>
      </div>
    </section>
  );
}
