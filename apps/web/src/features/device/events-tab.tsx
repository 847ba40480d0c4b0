import { endpoints } from "virtual:endpoints";
import type { AlarmRow, Device, PlantLogRow } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { alarmName, unitName } from "../../shared/alarms/alarm-texts.ts";
import { conditionText } from "../../shared/alarms/condition-text.ts";
import { queryOf } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { formatDateTime } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { RejectedReports } from "../../shared/device/rejected/rejected-reports.tsx";
import { plantLogColumns } from "../../shared/logs/log-columns.tsx";
import { LogDrawer } from "../../shared/logs/log-drawer.tsx";
import { createLogTexts } from "../../shared/logs/log-texts.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";

const alarmTable = defineTable({
  name: "deviceAlarms",
  endpoint: endpoints.alarm.list,
  sort: "lastAt",
  order: "desc",
});

const logTable = defineTable({ name: "deviceLog", endpoint: endpoints.log.ofPlant, prefix: "log" });

/** Alarms of a device, what was done with it, and the reports of a gateway that were rejected. */
export function EventsTab({ device }: { readonly device: Device }) {
  const canSeeAlarms = useCan("alarm:read") === true;
  const { stationId } = device;
  const { data: plant } = useQuery({
    ...queryOf(endpoints.station.get, { stationId: stationId ?? "" }),
    enabled: stationId !== null,
  });
  const showsAlarms = canSeeAlarms && plant !== undefined && !plant.hiddenParts.includes("alarms");
  return (
    <>
      {showsAlarms && <DeviceAlarms device={device} />}
      {plant?.mayEdit === true && <DeviceLog device={device} stationId={plant.stationId} />}
      {device.type === "DCON" && stationId !== null && <RejectedReports device={device} />}
    </>
  );
}

function alarmColumns(t: TFunction, tag: string, timeZone: string): readonly Column<AlarmRow>[] {
  const at = (iso: string) => (
    <time className="quantity" dateTime={iso} title={timeZone}>
      {formatDateTime(Date.parse(iso), timeZone, tag)}
    </time>
  );
  return [
    {
      key: "severity",
      titleKey: "alarms.column.severity",
      render: (row) => <OperatingStatus status={row.severity} />,
      exportValue: (row) => t(`status.${row.severity}`),
    },
    {
      key: "description",
      titleKey: "alarms.column.description",
      isHideable: false,
      isOpener: true,
      render: (row) => alarmName(row.faultCode, t),
      exportValue: (row) => alarmName(row.faultCode, t),
    },
    {
      key: "status",
      titleKey: "alarms.column.status",
      render: (row) => t(`alarms.status.${row.status}`),
      exportValue: (row) => t(`alarms.status.${row.status}`),
    },
    {
      key: "goneAt",
      titleKey: "alarms.column.condition",
      render: (row) => conditionText(row, t, (moment) => formatDateTime(moment, timeZone, tag)),
      exportValue: (row) => row.goneAt ?? t("alarms.condition.present"),
    },
    {
      key: "firstAt",
      titleKey: "alarms.column.firstAt",
      render: (row) => at(row.firstAt),
      exportValue: (row) => row.firstAt,
    },
    {
      key: "lastAt",
      titleKey: "alarms.column.lastAt",
      render: (row) => at(row.lastAt),
      exportValue: (row) => row.lastAt,
    },
    {
      key: "count",
      titleKey: "alarms.column.count",
      align: "right",
      render: (row) => <span className="quantity">{row.count}</span>,
      exportValue: (row) => row.count,
    },
  ];
}

function DeviceAlarms({ device: { deviceId, sn, timeZone } }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(alarmTable, { deviceId });
  const columns = useMemo(() => alarmColumns(t, tag, timeZone), [t, tag, timeZone]);
  return (
    <DataTable
      table={table}
      title={t("devicePage.alarms")}
      actions={<Link to={`/alarms/log?deviceId=${deviceId}`}>{t("devicePage.allAlarms")}</Link>}
      columns={columns}
      keyOf={(row) => row.alarmId}
      nameOf={(row) => `${unitName(row)}: ${alarmName(row.faultCode, t)}`}
      addressOf={(row) => `/alarms/${row.alarmId}`}
      exportName={`${sn} ${t("devicePage.alarms")}`}
      emptyState={
        <EmptyState icon="check" title={t("devicePage.noAlarms")} text={t("devicePage.noAlarmsText")} />
      }
    />
  );
}

function DeviceLog({ device, stationId }: { readonly device: Device; readonly stationId: string }) {
  const { t, i18n } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(logTable, { stationId, deviceId: device.deviceId });
  const [open, setOpen] = useState<PlantLogRow>();
  const words = useMemo(() => createLogTexts(t, i18n), [t, i18n]);
  const columns = useMemo(() => plantLogColumns(t, tag, words), [t, tag, words]);
  return (
    <>
      <DataTable
        table={table}
        title={t("devicePage.log")}
        columns={columns}
        keyOf={(row) => row.logId}
        nameOf={(row) => words.type(row.type)}
        onOpen={setOpen}
        exportName={`${device.sn} ${t("devicePage.log")}`}
        emptyState={<EmptyState icon="book" title={t("devicePage.noLog")} text={t("devicePage.noLogText")} />}
      />
      {open !== undefined && <LogDrawer row={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}
