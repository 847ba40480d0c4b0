import { useTranslation } from "react-i18next";
import { Link } from "react-router";

interface NoSwitchesProps {
  readonly stationId: string;
  /** Whether the pages of the console can be opened from here. */
  readonly hasLink: boolean;
}

/** In place of the shutdown of a plant in normal operation that has nothing to open: what that means, and what to do instead. */
export function NoSwitches({ stationId, hasLink }: NoSwitchesProps) {
  const { t } = useTranslation();
  return (
    <section className="card safety" aria-label={t("safety.title")}>
      <div className="safety-state">
        <h2>{t("safety.noSwitches.title")}</h2>
        <p>{t("safety.noSwitches.text")}</p>
        <p>{t("safety.noSwitches.emergency")}</p>
      </div>
      {hasLink && (
        <div className="safety-actions">
          <Link className="button" to={`/station/${stationId}/devices`}>
            {t("safety.noSwitches.toDevices")}
          </Link>
        </div>
      )}
    </section>
  );
}
