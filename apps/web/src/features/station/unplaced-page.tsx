import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Unplaced } from "../../shared/device/rejected/rejected-columns.tsx";
import { rejectedColumns } from "../../shared/device/rejected/rejected-columns.tsx";
import { useReasonTexts } from "../../shared/device/rejected/use-reason-texts.ts";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";
import "../../shared/device/rejected/rejected.css";
import "./station.css";

const unplacedTable = defineTable({ name: "unplaced", endpoint: endpoints.unplacedReports.list });

/** Pending and rejected reports of a plant: why a unit has no data. */
export function UnplacedReportsPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="devices" title={t("title.unplaced")} part="devices" isPrivate>
      {({ plant }) => (
        <>
          <PlantSection text={t("unplacedPage.text")} />
          <UnplacedReports plant={plant} />
        </>
      )}
    </PlantPage>
  );
}

const ownColumns = (t: TFunction, tag: string): readonly Column<Unplaced>[] => [
  {
    key: "state",
    titleKey: "unplacedPage.state",
    render: ({ state }) => t(`unplacedPage.${state}`),
    exportValue: ({ state }) => t(`unplacedPage.${state}`),
  },
  {
    key: "sn",
    titleKey: "unplacedPage.gateway",
    render: ({ deviceId, sn }) => <Link to={`/device/${deviceId}`}>{sn}</Link>,
    exportValue: ({ sn }) => sn,
  },
  {
    key: "unitCount",
    titleKey: "unplacedPage.units",
    align: "right",
    render: (report) => rowsText(report, t) ?? formatNumber(report.unitCount, tag, 0),
    exportValue: (report) => rowsText(report, t) ?? report.unitCount,
  },
];

/** How much of a report is concerned, where no number of rows is known. */
function rowsText({ unitCount, reason }: Unplaced, t: TFunction): string | undefined {
  if (unitCount > 0) return undefined;
  // The other rows of such a report are stored.
  return reason === "before-link" || reason === "after-removal"
    ? t("unplacedPage.some")
    : t("unplacedPage.whole");
}

function UnplacedReports({ plant: { stationId, name, timeZone } }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(unplacedTable, { stationId });
  const formatReason = useReasonTexts();
  const columns = useMemo(
    () => [...rejectedColumns({ formatReason, timeZone, tag }), ...ownColumns(t, tag)],
    [formatReason, timeZone, tag, t],
  );
  const counts = table.list.data?.counts ?? [];
  return (
    <>
      {counts.length > 0 && (
        <ul className="rejected-counts">
          {counts.map(({ state, reason, total }) => (
            <li key={`${state} ${reason}`}>
              {t(`unplacedPage.${state}`)}: {formatReason(reason)} <b className="quantity">{total}</b>
            </li>
          ))}
        </ul>
      )}
      <DataTable
        table={table}
        title={t("title.unplaced")}
        columns={columns}
        keyOf={({ reportId }) => reportId}
        nameOf={({ topic }) => topic}
        exportName={`${name} ${t("title.unplaced")}`}
        emptyState={
          <EmptyState icon="check" title={t("unplacedPage.none")} text={t("unplacedPage.noneText")} />
        }
      />
    </>
  );
}
