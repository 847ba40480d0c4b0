import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf, useChange } from "../../shared/api/queries.ts";
import { askConfirm } from "../../shared/ui/dialog/asking.ts";
import { FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { SessionRow } from "./session-row.tsx";
import { FIRST_SESSIONS, listShown } from "./shown-sessions.ts";

/** Where the account is signed in, and how to end it there. */
export function SessionsCard() {
  const { t } = useTranslation();
  const sessions = useQuery(queryOf(endpoints.session.list));
  const end = useChange(endpoints.session.end);
  const [isAll, setIsAll] = useState(false);
  const rows = sessions.data?.rows ?? [];

  async function endOthers(): Promise<void> {
    const result = await askConfirm({
      title: t("sessions.endOthersTitle"),
      text: t("sessions.endOthersText"),
      confirmText: t("sessions.endOthers"),
      kind: "danger",
    });
    if (result === "confirm") end.mutate({});
  }

  return (
    <section className="card" aria-label={t("sessions.title")}>
      <div className="card-head">
        <h2>{t("sessions.title")}</h2>
        <span className="note">{t("sessions.text")}</span>
      </div>
      {sessions.isPending && <Skeleton width="100%" height="8rem" />}
      {sessions.isError && <FailedState error={sessions.error} onRetry={() => void sessions.refetch()} />}
      <ul className="personal-rows">
        {listShown(rows, isAll).map((session) => (
          <SessionRow
            key={session.sessionId}
            session={session}
            isDisabled={end.isPending}
            onEnd={() => end.mutate({ sessionId: session.sessionId })}
          />
        ))}
      </ul>
      {rows.length > 1 && (
        <div className="personal-actions">
          {rows.length > FIRST_SESSIONS && (
            <button type="button" className="button" aria-expanded={isAll} onClick={() => setIsAll(!isAll)}>
              {isAll ? t("sessions.showFewer") : t("sessions.showAll", { count: rows.length })}
            </button>
          )}
          <button type="button" className="button" disabled={end.isPending} onClick={() => void endOthers()}>
            {t("sessions.endOthers")}
          </button>
        </div>
      )}
    </section>
  );
}
