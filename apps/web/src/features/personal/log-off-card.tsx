import { useState } from "react";
import { useTranslation } from "react-i18next";
import { LogOffDialog } from "../../shared/account/log-off-dialog.tsx";

/** The way out for good. */
export function LogOffCard() {
  const { t } = useTranslation();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className="card" aria-label={t("logOff.title")}>
      <div className="card-head">
        <h2>{t("logOff.title")}</h2>
      </div>
      <p className="personal-note">{t("logOff.cardText")}</p>
      <div className="personal-actions">
        <button type="button" className="button" data-kind="danger" onClick={() => setIsAsking(true)}>
          {t("logOff.action")}
        </button>
      </div>
      {isAsking && <LogOffDialog onClose={() => setIsAsking(false)} />}
    </section>
  );
}
