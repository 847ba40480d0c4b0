import { endpoints } from "virtual:endpoints";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { FailedState } from "../../shared/ui/status/empty-state.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import { LedgerLine } from "./ledger-line.tsx";
import { OlderAndNewer } from "./older-and-newer.tsx";

const PAGE_SIZE = 50;

interface LedgerProps {
  readonly stationId: string;
  readonly timeZone: string;
}

/** What happened to the plant's switches, the newest first, with whether the chain is whole. */
export function Ledger({ stationId, timeZone }: LedgerProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useQueryWithPrevious(
    queryOf(endpoints.safety.ledger, { stationId, page, pageSize: PAGE_SIZE, order: "desc" }),
  );
  // Only those who may operate the plant read it.
  if (query.error instanceof ApiError && query.error.status === 403) return null;
  if (query.isError) return <FailedState error={query.error} onRetry={() => void query.refetch()} />;
  const { data } = query;
  if (data === undefined || data.total === 0) return null;
  const last = Math.ceil(data.total / PAGE_SIZE);
  return (
    <section className="card safety" aria-label={t("safety.ledger.title")}>
      <div className="safety-state">
        <h2>{t("safety.ledger.title")}</h2>
        <p>
          {data.brokenAt === null ? (
            <StatusMark variant="done" text={t("safety.ledger.whole", { count: data.total })} />
          ) : (
            <StatusMark variant="fault" text={t("safety.ledger.broken", { number: data.brokenAt })} />
          )}
        </p>
      </div>
      <ul className="safety-units">
        {data.rows.map((row) => (
          <LedgerLine key={row.number} row={row} timeZone={timeZone} />
        ))}
      </ul>
      <OlderAndNewer page={page} last={last} onChange={setPage} />
    </section>
  );
}
