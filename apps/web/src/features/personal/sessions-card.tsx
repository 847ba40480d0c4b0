import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { formatDateTime } from "../../shared/format/times.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { askConfirm } from "../../shared/ui/asking.ts";
import { FailedBlank, Skeleton } from "../../shared/ui/blank.tsx";
import { Seen } from "../../shared/ui/seen.tsx";
import { deviceName } from "./device-name.ts";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Where the account is signed in, and how to end it there. */
export function SessionsCard() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const sessions = useQuery(queryOf(endpoints.session.list, undefined, { isQuiet: true }));
  const end = useChange(endpoints.session.end);
  const rows = sessions.data?.rows ?? [];

  async function endOthers(): Promise<void> {
    const answer = await askConfirm({
      title: t("sessions.endOthersTitle"),
      text: t("sessions.endOthersText"),
      confirmText: t("sessions.endOthers"),
      kind: "danger",
    });
    if (answer === "confirm") end.mutate({});
  }

  return (
    <section className="card" aria-label={t("sessions.title")}>
      <div className="card-head">
        <h2>{t("sessions.title")}</h2>
        <span className="note">{t("sessions.text")}</span>
      </div>
      {sessions.isPending && <Skeleton width="100%" height="8rem" />}
      {sessions.isError && <FailedBlank onRetry={() => void sessions.refetch()} />}
      <ul className="personal-rows">
        {rows.map(({ sessionId, endpoint, userAgent, address, startedAt, lastSeenAt, isCurrent }) => {
          const device = deviceName(userAgent) ?? t("sessions.unknown");
          return (
            <li key={sessionId}>
              <div>
                <strong>{device}</strong> · {t(endpoint === "APP" ? "sessions.app" : "sessions.web")} ·{" "}
                <span className="mono">{address}</span>
                <p className="note">
                  {t("sessions.since", { at: formatDateTime(Date.parse(startedAt), viewerZone, tag) })} ·{" "}
                  {t("sessions.seen")} <Seen at={lastSeenAt} timeZone={viewerZone} />
                </p>
              </div>
              {isCurrent ? (
                <span className="note">{t("sessions.current")}</span>
              ) : (
                <button
                  type="button"
                  className="button"
                  aria-label={t("sessions.endOneOf", { device })}
                  disabled={end.isPending}
                  onClick={() => end.mutate({ sessionId })}
                >
                  {t("sessions.endOne")}
                </button>
              )}
            </li>
          );
        })}
      </ul>
      {rows.length > 1 && (
        <div className="personal-actions">
          <button type="button" className="button" disabled={end.isPending} onClick={() => void endOthers()}>
            {t("sessions.endOthers")}
          </button>
        </div>
      )}
    </section>
  );
}
