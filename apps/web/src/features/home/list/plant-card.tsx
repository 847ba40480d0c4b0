import type { StationRow } from "@heliograph/contract";
import type { MouseEvent } from "react";
import { useTranslation } from "react-i18next";
import { Link, useNavigate } from "react-router";
import { ExplainedStatus } from "../../../shared/alarms/explained-status.tsx";
import { useLivePlant } from "../../../shared/live/live.ts";
import { useStatusReason } from "../../../shared/plant/use-status-reason.ts";
import { OperatingStatus, statusVariant } from "../../../shared/ui/status/operating-status.tsx";
import { TimeAgo } from "../../../shared/ui/status/time-ago.tsx";
import { isPlainClick } from "../../../shared/ui/table/is-plain-click.ts";
import type { Selection } from "../../../shared/ui/table/use-selection.ts";
import { PlantThumbnail } from "../plant-thumbnail.tsx";
import { CardFigures } from "./card-figures.tsx";
import { CardPower } from "./card-power.tsx";
import { CardTrend } from "./card-trend.tsx";
import type { CardTrend as CardTrendDays } from "./use-card-trends.ts";

interface PlantCardProps {
  readonly row: StationRow;
  /** The same for all cards of a page, so that their figures are aligned. */
  readonly hasEarnings: boolean;
  readonly hasTrend: boolean;
  /** Undefined until it is read, and for a plant without energy to show. */
  readonly trend: CardTrendDays | undefined;
  readonly selection: Selection<StationRow>;
}

/** A plant with its current state; what was pushed since the last response replaces it. */
export function PlantCard({ row, hasEarnings, hasTrend, trend, selection }: PlantCardProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { name, stationId } = row;
  const shown = useLivePlant(stationId) ?? row;
  const address = `/station/${stationId}`;

  // A convenience for the pointer; by keyboard the plant is opened by its name.
  function open(event: MouseEvent<HTMLLIElement>): void {
    if (isPlainClick(event)) void navigate(address);
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the link of its name is the keyboard's way
    <li
      className="fleet-card"
      data-chosen={selection.has(row)}
      data-edge={statusVariant(shown)}
      onClick={open}
    >
      <div className="fleet-card-head">
        <PlantThumbnail plant={row} />
        <div>
          <h3>
            <Link to={address} title={name}>
              {name}
            </Link>
          </h3>
          <CardNote row={row} />
        </div>
        <input
          type="checkbox"
          aria-label={t("table.choose", { name })}
          checked={selection.has(row)}
          onChange={({ target }) => selection.toggle([row], target.checked)}
        />
      </div>
      <div className="fleet-card-state">
        <CardStatus row={row} address={`${address}/alarms`} />
        {row.openAlarms !== null && row.openAlarms > 0 && (
          <Link className="fleet-card-alarms" to={`${address}/alarms`}>
            {t("plantList.openAlarms", { count: row.openAlarms })}
          </Link>
        )}
        {row.tags.length > 0 && (
          <ul className="fleet-card-tags" aria-label={t("column.tags")}>
            {row.tags.map((tag) => (
              <li key={tag}>{tag}</li>
            ))}
          </ul>
        )}
      </div>
      <CardPower row={row} />
      <CardFigures row={row} hasEarnings={hasEarnings} />
      {hasTrend && <CardTrend days={trend} />}
    </li>
  );
}

/** A status is explained by its reason; a card without one says when the plant has reported, in a line of the same height. */
function useExplained(row: StationRow) {
  const live = useLivePlant(row.stationId);
  const { status, isAsleep } = live ?? row;
  const reason = useStatusReason(row, status);
  // A pushed status that differs from the list's is explained by the alarm of the next response.
  const alarm = status === row.status ? row.alarm : null;
  const hasReason = alarm !== null || reason !== undefined;
  return { status, isAsleep, reason, alarm, hasReason, reportedAt: live?.updatedAt ?? row.updatedAt };
}

function CardNote({ row }: Pick<PlantCardProps, "row">) {
  const { number, timeZone } = row;
  const { hasReason, reportedAt } = useExplained(row);
  return (
    <p className="fleet-card-note">
      {number !== null && <span>{number}</span>}
      {hasReason && reportedAt !== null && <TimeAgo at={reportedAt} timeZone={timeZone} />}
    </p>
  );
}

function CardStatus({ row, address }: Pick<PlantCardProps, "row"> & { readonly address: string }) {
  const { t } = useTranslation();
  const { status, isAsleep, reason, alarm, hasReason, reportedAt } = useExplained(row);
  return (
    <>
      <ExplainedStatus
        status={status}
        reason={reason}
        alarm={alarm}
        timeZone={row.timeZone}
        hasUnit
        address={address}
      >
        <OperatingStatus status={status} isAsleep={isAsleep} />
      </ExplainedStatus>
      {!hasReason && reportedAt !== null && (
        <p className="fleet-card-report">
          {t("station.lastReport")} <TimeAgo at={reportedAt} timeZone={row.timeZone} />
        </p>
      )}
    </>
  );
}
