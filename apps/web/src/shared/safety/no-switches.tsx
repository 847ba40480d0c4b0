import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "../ui/content/icon.tsx";

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

/** The same in two lines that open, where the shutdown is one part of many: the sentence for an emergency stays in view. */
export function NoSwitchesLine() {
  const { t } = useTranslation();
  return (
    <details className="card safety-none" aria-label={t("safety.title")}>
      <summary>
        <span>
          <strong>{t("safety.noSwitches.title")}</strong>
          <small>{t("safety.noSwitches.emergency")}</small>
        </span>
        <Icon name="down" />
      </summary>
      <p>{t("safety.noSwitches.text")}</p>
    </details>
  );
}
