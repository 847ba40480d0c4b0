import type { StationRow } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import { isDark } from "@heliograph/contract/is-dark";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { ExplainedStatus } from "../../shared/alarms/explained-status.tsx";
import { countDigits } from "../../shared/base/format/numbers.ts";
import { formatDateTime } from "../../shared/base/format/times.ts";
import type { MessageKey } from "../../shared/base/i18n/i18n.ts";
import { useLivePlant } from "../../shared/live/live.ts";
import { useStatusReason } from "../../shared/plant/use-status-reason.ts";
import { Money } from "../../shared/ui/status/money.tsx";
import { NightMark } from "../../shared/ui/status/night-mark.tsx";
import { OperatingStatus, statusText } from "../../shared/ui/status/operating-status.tsx";
import { Missing, Plain } from "../../shared/ui/status/quantity.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { PlantThumbnail } from "./plant-thumbnail.tsx";

// One column has plants of all time zones: in the viewer's zone the times are in the order of the rows.
const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Energy = "energyTodayKwh" | "energyMonthKwh" | "energyYearKwh" | "energyTotalKwh";

/** A figure of a plant; null for one that has never reported. */
const withReports = <T,>(row: StationRow, figure: T): T | null => (isWithoutReports(row) ? null : figure);

const energy = (key: Energy, titleKey: MessageKey): Column<StationRow> => ({
  key,
  titleKey,
  unit: "kWh",
  align: "right",
  render: (row) => (
    <>
      <UpdatingMark isUpdating={row.isUpdating} isCompact />{" "}
      <Plain value={withReports(row, row[key])} digits={countDigits(row[key] ?? 0)} />
    </>
  ),
  exportValue: (row) => withReports(row, row[key]),
});

const SHARE = "expectedShare";

/** Only in a list that is sorted by it: for others, the server does not read it. */
const expectedShare = (t: TFunction): Column<StationRow> => ({
  key: SHARE,
  titleKey: "column.expectedShare",
  unit: "%",
  align: "right",
  isHideable: false,
  render: ({ expectedShare: share, expectedFrom }) => (
    <>
      <Plain value={share == null ? null : 100 * share} digits={1} />
      {expectedFrom != null && (
        <small className="share-kind">{t(`fleet.lossesAgainst.${expectedFrom}`)}</small>
      )}
    </>
  ),
});

/** All columns of R3.9 are shown initially, in its order; with earnings and alarms they fit in a window of 1520 px. */
export const plantColumns = (
  t: TFunction,
  tag: string,
  sort: string | undefined,
): readonly Column<StationRow>[] => [
  {
    key: "number",
    titleKey: "column.number",
    render: (row) => <span className="plant-number">{row.number ?? <Missing />}</span>,
    exportValue: (row) => row.number,
  },
  {
    key: "status",
    titleKey: "column.status",
    render: (row) => <LiveStatus row={row} />,
    exportValue: (row) => statusText(t, row),
  },
  {
    key: "name",
    titleKey: "column.name",
    isHideable: false,
    isOpener: true,
    render: (row) => (
      <span className="plant-name">
        <PlantThumbnail plant={row} />
        <span className="one-line" title={row.name}>
          {row.name}
        </span>
      </span>
    ),
    exportValue: (row) => row.name,
  },
  ...(sort === SHARE ? [expectedShare(t)] : []),
  {
    key: "powerW",
    titleKey: "column.power",
    unit: "W",
    align: "right",
    render: (row) => <LivePower row={row} />,
    exportValue: (row) => (isDark(row) ? null : row.powerW),
  },
  {
    key: "efficiency",
    titleKey: "column.efficiency",
    unit: "%",
    align: "right",
    render: (row) => <LiveEfficiency row={row} />,
    exportValue: (row) => (isDark(row) ? null : row.efficiency),
  },
  energy("energyTodayKwh", "column.today"),
  energy("energyMonthKwh", "column.month"),
  energy("energyYearKwh", "column.year"),
  energy("energyTotalKwh", "column.total"),
  {
    key: "specificYieldKwhPerKwp",
    titleKey: "column.specificYield",
    unit: "kWh/kWp",
    align: "right",
    isInitiallyHidden: true,
    render: (row) => <Plain value={withReports(row, row.specificYieldKwhPerKwp)} digits={2} />,
    exportValue: (row) => withReports(row, row.specificYieldKwhPerKwp),
  },
  {
    key: "earningsToday",
    titleKey: "column.earningsToday",
    align: "right",
    render: (row) => (
      <Money
        amount={withReports(row, row.earningsToday)}
        currency={row.currency}
        isEstimated={row.isEarningsEstimated}
      />
    ),
    exportValue: (row) => withReports(row, row.earningsToday === null ? null : Number(row.earningsToday)),
  },
  {
    key: "openAlarms",
    titleKey: "column.openAlarms",
    align: "right",
    render: (row) => <OpenAlarms row={row} />,
    exportValue: (row) => row.openAlarms,
  },
  {
    key: "tags",
    titleKey: "column.tags",
    isInitiallyHidden: true,
    isTruncated: true,
    render: (row) => row.tags.join(", "),
    exportValue: (row) => row.tags.join(", "),
  },
  {
    key: "installedCapacityKwp",
    titleKey: "column.capacity",
    unit: "kWp",
    align: "right",
    render: (row) => <Plain value={row.installedCapacityKwp} digits={2} />,
    exportValue: (row) => row.installedCapacityKwp,
  },
  {
    key: "createdAt",
    titleKey: "column.created",
    render: ({ createdAt }) =>
      createdAt === null ? (
        <Missing />
      ) : (
        <span className="plant-number plant-created">
          {formatDateTime(Date.parse(createdAt), viewerZone, tag)}
        </span>
      ),
    exportValue: (row) => row.createdAt,
  },
  {
    key: "updatedAt",
    titleKey: "column.updated",
    align: "right",
    render: (row) => <LiveReportTime row={row} />,
    exportValue: (row) => row.updatedAt,
  },
];

function LiveStatus({ row }: { row: StationRow }) {
  const live = useLivePlant(row.stationId);
  const status = live?.status ?? row.status;
  const reason = useStatusReason(row, status);
  return (
    <ExplainedStatus
      status={status}
      reason={reason}
      // A pushed status that differs from the list's is explained by the alarm of the next response.
      alarm={status === row.status ? row.alarm : null}
      timeZone={row.timeZone}
      hasUnit
      address={`/station/${row.stationId}/alarms`}
    >
      <OperatingStatus status={status} isAsleep={live?.isAsleep ?? row.isAsleep} />
    </ExplainedStatus>
  );
}

function LiveReportTime({ row }: { row: StationRow }) {
  const live = useLivePlant(row.stationId);
  return <TimeAgo at={live?.updatedAt ?? row.updatedAt} timeZone={row.timeZone} />;
}

function LivePower({ row }: { row: StationRow }) {
  const { status, powerW, isAsleep } = useLivePlant(row.stationId) ?? row;
  if (isDark({ powerW, isAsleep })) return <NightMark plant={row} />;
  return <Plain value={powerW} digits={0} isStale={status === "offline"} />;
}

/** Power as a share of the installed capacity. */
function LiveEfficiency({ row }: { row: StationRow }) {
  const { status, powerW, isAsleep } = useLivePlant(row.stationId) ?? row;
  if (isDark({ powerW, isAsleep })) return <Missing />;
  const efficiencyPct = getEfficiencyPct(powerW, row.installedCapacityKwp);
  return <Plain value={efficiencyPct} digits={1} isStale={status === "offline"} />;
}

/** Unresolved alarms with a link to them; a dash where they are hidden. */
export function OpenAlarms({ row: { stationId, openAlarms } }: { row: StationRow }) {
  const count = <Plain value={openAlarms} digits={0} />;
  return openAlarms === null || openAlarms === 0 ? (
    count
  ) : (
    <Link className="plant-alarms" to={`/station/${stationId}/alarms`}>
      {count}
    </Link>
  );
}
