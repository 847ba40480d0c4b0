import { useTranslation } from "react-i18next";

interface OlderAndNewerProps {
  readonly page: number;
  readonly last: number;
  readonly onChange: (page: number) => void;
}

/** Buttons to the pages of a list that has its newest entry first; nothing where there is only one page. */
export function OlderAndNewer({ page, last, onChange }: OlderAndNewerProps) {
  const { t } = useTranslation();
  if (last <= 1) return null;
  return (
    <div className="safety-actions">
      <button type="button" className="button" disabled={page === 1} onClick={() => onChange(page - 1)}>
        {t("safety.ledger.newer")}
      </button>
      <button type="button" className="button" disabled={page >= last} onClick={() => onChange(page + 1)}>
        {t("safety.ledger.older")}
      </button>
    </div>
  );
}
