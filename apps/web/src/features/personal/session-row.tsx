import type { DataOf, endpoints } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import { deviceName } from "./device-name.ts";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Session = DataOf<typeof endpoints.session.list>["rows"][number];

interface SessionRowProps {
  readonly session: Session;
  readonly isDisabled: boolean;
  readonly onEnd: () => void;
}

/** One place where the account is signed in. */
export function SessionRow({ session, isDisabled, onEnd }: SessionRowProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { endpoint, userAgent, address, startedAt, lastSeenAt, isCurrent } = session;
  const device = deviceName(userAgent) ?? t("sessions.unknown");
  return (
    <li>
      <div>
        <strong>{device}</strong> · {t(endpoint === "APP" ? "sessions.app" : "sessions.web")} ·{" "}
        <span className="mono">{address}</span>
        <p className="note">
          {t("sessions.since", { at: formatDateTime(Date.parse(startedAt), viewerZone, tag) })} ·{" "}
          {t("sessions.seen")} <TimeAgo at={lastSeenAt} timeZone={viewerZone} />
        </p>
      </div>
      {isCurrent ? (
        <span className="note">{t("sessions.current")}</span>
      ) : (
        <button
          type="button"
          className="button"
          aria-label={t("sessions.endOneOf", { device })}
          disabled={isDisabled}
          onClick={onEnd}
        >
          {t("sessions.endOne")}
        </button>
      )}
    </li>
  );
}
