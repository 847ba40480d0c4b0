import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Blank, Skeleton } from "../../shared/ui/blank.tsx";

export function StationSkeleton() {
  return (
    <div className="station" aria-busy="true">
      <Skeleton width="36rem" height="4.400rem" />
      <div className="station-top">
        <Skeleton width="100%" height="42rem" />
        <Skeleton width="100%" height="42rem" />
      </div>
      <Skeleton width="100%" height="34rem" />
    </div>
  );
}

/** The same for a plant that is not there and one that is not mine. */
export function StationMissing() {
  const { t } = useTranslation();
  return (
    <div className="card">
      <Blank icon="panel" title={t("station.missing")} text={t("station.missingText")}>
        <Link className="button" to="/home">
          {t("action.toHome")}
        </Link>
      </Blank>
    </div>
  );
}
