import { endpoints } from "virtual:endpoints";
import type { LedgerRow } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiError } from "../../shared/api/api-error.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { FailedState } from "../../shared/ui/status/empty-state.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";

const PAGE_SIZE = 50;

const isList = (value: unknown): value is { sn: string }[] => Array.isArray(value);

/** What a row records beside its kind. */
function detailText({ kind, detail }: LedgerRow, t: TFunction): string {
  const { units, gateway, reason, from, to, proven, state } = detail as Record<string, unknown>;
  if (kind === "state")
    return t("safety.ledger.state", {
      from: t(`safety.stateName.${from as "normal"}`),
      to: t(`safety.stateName.${to as "normal"}`),
      proven,
      units,
    });
  if (isList(units))
    return units.map((unit) => (typeof unit === "object" ? unit.sn : String(unit))).join(", ");
  return [gateway, state, reason].filter((part) => typeof part === "string" && part !== "").join(" · ");
}

interface LedgerProps {
  readonly stationId: string;
  readonly timeZone: string;
}

/** What happened to the plant's switches, the newest first, with whether the chain is whole. */
export function Ledger({ stationId, timeZone }: LedgerProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [page, setPage] = useState(1);
  const query = useQuery(
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
          <li key={row.number} title={row.hash}>
            <time className="quantity" dateTime={row.at}>
              {formatSecond(Date.parse(row.at), timeZone, tag)}
            </time>
            <strong>{t(`safety.ledger.kind.${row.kind}`)}</strong>
            {row.byName !== null && <span>{row.byName}</span>}
            {row.address !== "" && <span>{row.address}</span>}
            <span>{detailText(row, t)}</span>
          </li>
        ))}
      </ul>
      {last > 1 && (
        <div className="safety-actions">
          <button type="button" className="button" disabled={page === 1} onClick={() => setPage(page - 1)}>
            {t("safety.ledger.newer")}
          </button>
          <button type="button" className="button" disabled={page >= last} onClick={() => setPage(page + 1)}>
            {t("safety.ledger.older")}
          </button>
        </div>
      )}
    </section>
  );
}
