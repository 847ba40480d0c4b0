import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { EmptyState } from "./empty-state.tsx";

/** The same for a plant that is not there and one that is not mine. */
export function StationMissing({ error }: { readonly error: unknown }) {
  const { t } = useTranslation();
  return (
    <div className="card">
      <h1 className="visually-hidden">{t("title.notFound")}</h1>
      <EmptyState icon="panel" title={t("station.missing")} text={t("station.missingText")} error={error}>
        <Link className="button" to="/home">
          {t("action.toHome")}
        </Link>
      </EmptyState>
    </div>
  );
}
