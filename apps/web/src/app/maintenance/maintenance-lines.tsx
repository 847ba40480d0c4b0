import type { CurrentMaintenance } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { sessionStore } from "../../shared/session/current-session.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import { useDismissed } from "./dismissed.ts";
import { useMoment } from "./use-moment.ts";
import "./maintenance.css";

/** R4.15: one dismissible line for what is announced next; while the service is stopped, a line that says so. */
export function MaintenanceLines({ maintenance }: { maintenance: CurrentMaintenance }) {
  const { backAt, popUps } = maintenance;
  // One that only continues a stop is part of it already.
  const announced = popUps.filter(
    ({ phase, serviceStopAt }) => phase === "announced" && (backAt === null || serviceStopAt > backAt),
  );
  return (
    <>
      {backAt !== null && <StoppedLine backAt={backAt} />}
      <AnnouncedLine popUps={announced} />
    </>
  );
}

/** For super users, who keep working, and for visitors on the sign-in page. */
function StoppedLine({ backAt }: { backAt: string }) {
  const { t } = useTranslation();
  const moment = useMoment();
  const isSuper = sessionStore.read()?.isSuper === true;
  return (
    <p className="maintenance-line" data-kind="stopped" role="status">
      <Icon name="wrench" />
      {isSuper
        ? t("maintenance.othersStopped", { back: moment(backAt) })
        : t("maintenance.signInStopped", { back: moment(backAt) })}
      {isSuper && <Link to="/system/setup/maintenance">{t("maintenance.toManage")}</Link>}
    </p>
  );
}

function AnnouncedLine({ popUps }: Pick<CurrentMaintenance, "popUps">) {
  const { t } = useTranslation();
  const moment = useMoment();
  const { isDismissed, dismiss } = useDismissed();
  const next = popUps.find((popUp) => !isDismissed(popUp));
  if (next === undefined) return null;
  return (
    <p className="maintenance-line" role="status">
      <Icon name="wrench" />
      {t("maintenance.notice", { stop: moment(next.serviceStopAt), back: moment(next.serviceRestartAt) })}
      <button
        type="button"
        className="maintenance-dismiss"
        aria-label={t("maintenance.dismiss")}
        title={t("maintenance.dismiss")}
        onClick={() => dismiss(next)}
      >
        <Icon name="close" />
      </button>
    </p>
  );
}
