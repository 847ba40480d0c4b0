import { endpoints } from "virtual:endpoints";
import type { FigureChange, StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatEnergy, formatNumber } from "../../shared/base/format/numbers.ts";
import { formatDateTime, formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";
import type { DayRange } from "../../shared/ui/form/range-picker/range.ts";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { formatFactor } from "./earnings-facts.tsx";
import "./figure-changes.css";

interface FigureChangesDrawerProps {
  readonly plant: StationDetail;
  readonly range: Pick<DayRange, "from" | "to">;
  readonly onClose: () => void;
}

/** What changed the figures of a plant's days, as far as the server has stored it. */
export function FigureChangesDrawer({ plant, range, onClose }: FigureChangesDrawerProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const changes = useQuery(
    queryOf(endpoints.station.figureChanges, {
      ...{ stationId: plant.stationId, fromDay: range.from, toDay: range.to },
    }),
  );
  const { data, isError, error } = changes;
  return (
    <Dialog kind="drawer" title={t("changes.title")} onClose={onClose}>
      <p className="changes-range">
        {formatDay(range.from, tag)} – {formatDay(range.to, tag)}
      </p>
      {data === undefined && !isError && <Skeleton width="100%" height="12rem" />}
      {data === undefined && isError && <FailedState error={error} onRetry={() => void changes.refetch()} />}
      {data?.total === 0 && (
        <EmptyState icon="check" title={t("changes.none")} text={t("changes.noneText")} />
      )}
      {data !== undefined && data.total > 0 && <Changes plant={plant} rows={data.rows} />}
      {data !== undefined && data.total > data.rows.length && (
        <p className="changes-range">
          {t("changes.more", {
            shown: formatNumber(data.rows.length, tag, 0),
            total: formatNumber(data.total, tag, 0),
          })}
        </p>
      )}
    </Dialog>
  );
}

function Changes({ plant, rows }: { readonly plant: StationDetail; readonly rows: readonly FigureChange[] }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const timeOf = (at: string): string => formatDateTime(Date.parse(at), plant.timeZone, tag);
  return (
    <ul className="changes">
      {rows.map((change) => (
        <li key={`${change.kind} ${change.at} ${"sn" in change ? change.sn : change.day}`}>
          <strong>{formatDay(change.day, tag)}</strong>
          <p>{describe(change, t, tag)}</p>
          <p className="changes-time">
            {t(`changes.at.${change.kind}`, { at: timeOf(change.at) })}
            {change.kind === "correction" &&
              change.cancelledAt !== null &&
              ` · ${t("changes.cancelled", { at: timeOf(change.cancelledAt) })}`}
          </p>
        </li>
      ))}
    </ul>
  );
}

/** A fact as a sentence. */
function describe(change: FigureChange, t: TFunction, tag: string): string {
  switch (change.kind) {
    case "late":
    case "implausible":
      return t(`changes.${change.kind}`, { energy: formatEnergy(change.energyWh, tag) });
    case "reset":
      return t("coverage.resets", { count: change.count });
    case "correction":
      return t(change.mode === "auto" ? "changes.automatic" : "changes.manual", {
        before: change.beforeWh === null ? "–" : formatEnergy(change.beforeWh, tag),
        energy: formatEnergy(change.energyWh, tag),
      });
    case "zone":
      return t("changes.zone", { zone: change.timeZone, day: formatDay(change.fromDay, tag) });
    case "tariff":
      return t("changes.tariff", { day: formatDay(change.fromDay, tag) });
    case "factor":
      return t("changes.factor", {
        before: formatFactor(change.before, tag),
        after: formatFactor(change.after, tag),
      });
    default:
      return t(`changes.${change.kind}`, {
        device: [t(`deviceKind.${change.type}`), change.slotLabel, change.sn].filter(Boolean).join(" "),
      });
  }
}
