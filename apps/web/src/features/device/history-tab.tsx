import { endpoints } from "virtual:endpoints";
import type { Device, DevicePlacement } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";

const historyTable = defineTable({ name: "devicePlaces", endpoint: endpoints.devicePage.history });

function historyColumns(t: TFunction, tag: string, deviceId: string): readonly Column<DevicePlacement>[] {
  const at = (iso: string, timeZone: string) => (
    <time className="quantity" dateTime={iso} title={timeZone}>
      {formatDateTime(Date.parse(iso), timeZone, tag)}
    </time>
  );
  return [
    {
      key: "fromAt",
      titleKey: "devicePage.from",
      isHideable: false,
      render: (row) => at(row.fromAt, row.timeZone),
      exportValue: (row) => row.fromAt,
    },
    {
      key: "toAt",
      titleKey: "devicePage.to",
      render: (row) => (row.toAt === null ? t("devicePage.now") : at(row.toAt, row.timeZone)),
      exportValue: (row) => row.toAt,
    },
    {
      key: "sn",
      titleKey: "unit.sn",
      render: (row) =>
        row.deviceId === deviceId ? (
          <strong>{row.sn}</strong>
        ) : (
          <Link to={`/device/${row.deviceId}`}>{row.sn}</Link>
        ),
      exportValue: (row) => row.sn,
    },
    {
      key: "stationName",
      titleKey: "devicePage.plant",
      isTruncated: true,
      render: (row) => <Link to={`/station/${row.stationId}`}>{row.stationName}</Link>,
      exportValue: (row) => row.stationName,
    },
    {
      key: "slotLabel",
      titleKey: "unit.place",
      render: (row) => row.slotLabel || <Missing />,
      exportValue: (row) => row.slotLabel,
    },
    {
      key: "parentSn",
      titleKey: "devicePage.parent",
      render: (row) => row.parentSn ?? <Missing />,
      exportValue: (row) => row.parentSn,
    },
    {
      key: "createdByName",
      titleKey: "devicePage.addedBy",
      render: (row) => row.createdByName ?? <Missing />,
      exportValue: (row) => row.createdByName,
    },
  ];
}

/** Where the device was over time, and which other devices were at the same places. */
export function HistoryTab({ device: { deviceId, sn } }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(historyTable, { deviceId });
  const columns = useMemo(() => historyColumns(t, tag, deviceId), [t, tag, deviceId]);
  return (
    <DataTable
      table={table}
      title={t("devicePage.history")}
      note={t("devicePage.historyText")}
      columns={columns}
      keyOf={(row) => row.linkId}
      nameOf={(row) => row.sn}
      exportName={`${sn} ${t("devicePage.history")}`}
      emptyState={
        <EmptyState icon="box" title={t("devicePage.noHistory")} text={t("devicePage.noHistoryText")} />
      }
    />
  );
}
