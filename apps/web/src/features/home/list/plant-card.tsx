import type { StationRow } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { ExplainedStatus } from "../../../shared/alarms/explained-status.tsx";
import { formatNumber, formatShare } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { useLivePlant } from "../../../shared/live/live.ts";
import { isWithoutReports } from "../../../shared/plant/is-without-reports.ts";
import { useStatusReason } from "../../../shared/plant/use-status-reason.ts";
import { Money } from "../../../shared/ui/status/money.tsx";
import { NightMark } from "../../../shared/ui/status/night-mark.tsx";
import { OperatingStatus } from "../../../shared/ui/status/operating-status.tsx";
import { Plain, Scaled } from "../../../shared/ui/status/quantity.tsx";
import { TimeAgo } from "../../../shared/ui/status/time-ago.tsx";
import { UpdatingMark } from "../../../shared/ui/status/updating-mark.tsx";
import type { Selection } from "../../../shared/ui/table/use-selection.ts";
import { OpenAlarms } from "../plant-columns.tsx";
import { PlantThumbnail } from "../plant-thumbnail.tsx";

interface PlantCardProps {
  readonly row: StationRow;
  readonly selection: Selection<StationRow>;
}

/** A plant with its current state; what was pushed since the last response replaces it. */
export function PlantCard({ row, selection }: PlantCardProps) {
  const { t } = useTranslation();
  const live = useLivePlant(row.stationId);
  const { name, number, stationId, timeZone } = row;
  const status = live?.status ?? row.status;
  const updatedAt = live?.updatedAt ?? row.updatedAt;
  const reason = useStatusReason(row, status);
  return (
    <li className="fleet-card" data-chosen={selection.has(row)}>
      <div className="fleet-card-head">
        <input
          type="checkbox"
          aria-label={t("table.choose", { name })}
          checked={selection.has(row)}
          onChange={({ target }) => selection.toggle([row], target.checked)}
        />
        <PlantThumbnail plant={row} />
        <div>
          <h3>
            <Link to={`/station/${stationId}`}>{name}</Link>
          </h3>
          <p className="fleet-card-note">
            {number !== null && <span>{number}</span>}
            {updatedAt !== null && <TimeAgo at={updatedAt} timeZone={timeZone} />}
          </p>
        </div>
      </div>
      <ExplainedStatus
        status={status}
        reason={reason}
        // A pushed status that differs from the list's is explained by the alarm of the next response.
        alarm={status === row.status ? row.alarm : null}
        timeZone={timeZone}
        hasUnit
        address={`/station/${stationId}/alarms`}
      >
        <OperatingStatus status={status} isAsleep={live?.isAsleep ?? row.isAsleep} />
      </ExplainedStatus>
      <CardPower
        row={row}
        powerW={live === undefined ? row.powerW : live.powerW}
        isDark={row.isNight || (live ?? row).isAsleep}
        isStale={status === "offline"}
      />
      <CardFigures row={row} />
      {row.tags.length > 0 && (
        <ul className="fleet-card-tags" aria-label={t("column.tags")}>
          {row.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface CardPowerProps {
  readonly row: StationRow;
  readonly powerW: number | null;
  readonly isDark: boolean;
  readonly isStale: boolean;
}

/** Power against the installed capacity. */
function CardPower({ row, powerW, isDark, isStale }: CardPowerProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const capacityKwp = row.installedCapacityKwp;
  const sharePct = getEfficiencyPct(powerW, capacityKwp);
  const width = Math.min(100, Math.max(0, sharePct ?? 0));
  return (
    <div className="fleet-card-power">
      <p>
        <span className="fleet-card-figure">
          {powerW === null && isDark ? (
            <NightMark plant={row} hasText />
          ) : (
            <Scaled value={powerW} unit="W" isStale={isStale} />
          )}
        </span>
        <span className="fleet-card-note">
          {sharePct !== null && `${formatShare(sharePct / 100, tag)} · `}
          {t("plantList.ofCapacity", { capacity: formatNumber(capacityKwp, tag, 2) })}
        </span>
      </p>
      <span className="tile-bar" aria-hidden="true">
        <i style={{ width: `${width}%` }} />
      </span>
    </div>
  );
}

function CardFigures({ row }: { readonly row: StationRow }) {
  const { t } = useTranslation();
  const { specificYieldKwhPerKwp, isUpdating } = row;
  const energyTodayKwh = isWithoutReports(row) ? null : row.energyTodayKwh;
  return (
    <dl>
      <div>
        <dt>{t("plantList.energyToday")}</dt>
        <dd>
          <UpdatingMark isUpdating={isUpdating} isCompact />{" "}
          <Scaled value={energyTodayKwh === null ? null : energyTodayKwh * 1000} unit="Wh" />
        </dd>
      </div>
      {row.earningsToday !== null && !isWithoutReports(row) && (
        <div>
          <dt>{t("column.earningsToday")}</dt>
          <dd>
            <Money amount={row.earningsToday} currency={row.currency} isEstimated={row.isEarningsEstimated} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t("column.specificYield")}</dt>
        <dd>
          <Plain value={specificYieldKwhPerKwp} digits={2} unit="kWh/kWp" />
        </dd>
      </div>
      <div>
        <dt>{t("column.openAlarms")}</dt>
        <dd>
          <OpenAlarms row={row} />
        </dd>
      </div>
    </dl>
  );
}
