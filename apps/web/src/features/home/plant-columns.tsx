import type { StationRow } from "@heliograph/contract";
import type { TableColumnsType } from "antd";
import type { TFunction } from "i18next";
import { Link } from "react-router";
import { formatNumber } from "../../shared/format/numbers.ts";
import { formatDateTime } from "../../shared/format/times.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { useLivePlant } from "../../shared/live/live.ts";
import { Icon } from "../../shared/ui/icon.tsx";
import { Plain } from "../../shared/ui/quantity.tsx";
import { Seen } from "../../shared/ui/seen.tsx";
import { toSortOrder } from "../../shared/ui/sort-order.ts";
import { StatusMark } from "../../shared/ui/status-mark.tsx";
import type { StationSort } from "./list-choices.ts";
import type { ListState } from "./list-state.ts";

// Plants of all zones stand in one column: by the viewer's clock it reads in its order.
const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

type Column = TableColumnsType<StationRow>[number];

/** The columns of R3.9 in its order. */
export function plantColumns(t: TFunction, tag: string, state: ListState): TableColumnsType<StationRow> {
  const text = (key: StationSort, title: string, render: (row: StationRow) => React.ReactNode): Column => ({
    key,
    title,
    sorter: true,
    sortOrder: toSortOrder(state, key),
    render: (_value, row) => render(row),
  });
  const number = (key: StationSort, title: string, render: (row: StationRow) => React.ReactNode): Column => ({
    ...text(key, title, render),
    align: "right",
  });
  const energy = (
    key: "energyTodayKwh" | "energyMonthKwh" | "energyYearKwh" | "energyTotalKwh",
    title: string,
  ) => number(key, `${title} kWh`, (row) => <Plain value={row[key]} digits={row[key] < 100 ? 2 : 1} />);
  return [
    text("number", t("column.number"), (row) => <span className="plant-number">{row.number}</span>),
    text("status", t("column.status"), (row) => <LiveStatus row={row} />),
    text("name", t("column.name"), (row) => (
      <Link
        className="plant-name"
        to={`/station/${row.stationId}`}
        onClick={(event) => event.stopPropagation()}
      >
        <span className="plant-picture">
          <Icon name="panel" />
        </span>
        {row.name}
      </Link>
    )),
    number("powerW", `${t("column.power")} W`, (row) => <LivePower row={row} />),
    energy("energyTodayKwh", t("column.today")),
    energy("energyMonthKwh", t("column.month")),
    energy("energyYearKwh", t("column.year")),
    energy("energyTotalKwh", t("column.total")),
    number("installedCapacityKwp", `${t("column.capacity")} kWp`, (row) => (
      <Plain value={row.installedCapacityKwp} digits={2} />
    )),
    text("createdAt", t("column.created"), (row) => (
      <span className="plant-number">{formatDateTime(Date.parse(row.createdAt), viewerZone, tag)}</span>
    )),
    number("updatedAt", t("column.updated"), (row) => <LiveSeen row={row} />),
  ];
}

function LiveStatus({ row }: { row: StationRow }) {
  const live = useLivePlant(row.stationId);
  return <StatusMark status={live?.status ?? row.status} isAsleep={live?.isAsleep ?? row.isAsleep} />;
}

function LiveSeen({ row }: { row: StationRow }) {
  const live = useLivePlant(row.stationId);
  return <Seen at={live?.updatedAt ?? row.updatedAt} timeZone={row.timeZone} />;
}

/** Power with its share of the capacity: "power (W) - efficiency". */
function LivePower({ row }: { row: StationRow }) {
  const live = useLivePlant(row.stationId);
  const { tag } = useLocale();
  const powerW = live === undefined ? row.powerW : live.powerW;
  const efficiency = powerW === null ? null : (powerW / (row.installedCapacityKwp * 1000)) * 100;
  return (
    <span className="plant-power">
      <Plain value={powerW} digits={0} isStale={(live?.status ?? row.status) === "offline"} />
      <span className="plant-share">
        {efficiency === null ? "" : `${formatNumber(efficiency, tag, 1)} %`}
      </span>
    </span>
  );
}
