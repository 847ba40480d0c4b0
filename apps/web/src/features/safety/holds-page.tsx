import { endpoints } from "virtual:endpoints";
import type { HeldPlant } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf, refreshPath } from "../../shared/api/queries.ts";
import { formatSecond } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { useLive } from "../../shared/live/live.ts";
import { useThrottled } from "../../shared/live/use-throttled.ts";
import { SAFETY_VARIANTS, stateText } from "../../shared/safety/safety-texts.ts";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import "../../shared/safety/safety.css";

const RELOAD_MS = 1_000;

/** Plants that are not in normal operation, with who holds each. */
export function HoldsPage() {
  const { t } = useTranslation();
  const holds = useQuery(queryOf(endpoints.safety.holds));
  const reload = useThrottled(() => refreshPath(endpoints.safety.holds.path), RELOAD_MS);
  useLive("plants", reload, reload);
  const title = t("frame.shutdowns");
  const { data } = holds;
  return (
    <PageBody title={title} here={title} text={t("holds.intro")} awaited={holds}>
      {data?.rows.length === 0 && (
        <section className="card">
          <EmptyState icon="check" title={t("holds.none")} text={t("holds.noneText")} />
        </section>
      )}
      {data !== undefined && data.rows.length > 0 && <HoldTable rows={data.rows} />}
      {data !== undefined && data.total > data.rows.length && (
        <p className="note">{t("holds.more", { count: data.total - data.rows.length })}</p>
      )}
    </PageBody>
  );
}

const columns = ["plant", "state", "holder", "since", "proven", "marks"] as const;

function HoldTable({ rows }: { readonly rows: readonly HeldPlant[] }) {
  const { t } = useTranslation();
  return (
    <section className="card hold-list">
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {t(`holds.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <HeldPlantRow key={row.stationId} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function HeldPlantRow({ row }: { readonly row: HeldPlant }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, name, number, state, byName, isMine, acceptedAt, timeZone, proven, units, dark } = row;
  const holder = byName ?? t("safety.someone");
  return (
    <tr>
      <th scope="row">
        <Link to={`/station/${stationId}/safety`}>{name}</Link> <span className="mono">{number}</span>
      </th>
      <td>
        <StatusMark variant={SAFETY_VARIANTS[state]} text={stateText({ state, counts: row }, t)} />
      </td>
      <td>{isMine ? t("holds.mine", { name: holder }) : holder}</td>
      <td className="quantity">{formatSecond(Date.parse(acceptedAt), timeZone, tag)}</td>
      <td className="quantity">
        {proven}/{units}
        {dark > 0 && ` · ${t("holds.dark", { count: dark })}`}
      </td>
      <td className="quantity">{row.marks}</td>
    </tr>
  );
}
