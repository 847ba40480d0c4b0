import { endpoints } from "virtual:endpoints";
import type { CampaignDevice } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { upgradeText, upgradeVariants } from "../../../shared/device/upgrade-texts.ts";
import { formatMoment } from "../../../shared/logs/moments.ts";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { Missing } from "../../../shared/ui/status/quantity.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../../shared/ui/table/value-filter.tsx";
import { useReload } from "./use-reload.ts";

const devicesTable = defineTable({
  name: "campaignDevices",
  endpoint: endpoints.upgrade.devices,
  filters: ["state"],
});

function deviceColumns(t: TFunction, tag: string): readonly Column<CampaignDevice>[] {
  return [
    {
      key: "sn",
      titleKey: "upgrades.column.sn",
      isHideable: false,
      render: ({ deviceId, sn }) => <Link to={`/device/${deviceId}?tab=history`}>{sn}</Link>,
      exportValue: ({ sn }) => sn,
    },
    {
      key: "stationName",
      titleKey: "upgrades.column.plant",
      isTruncated: true,
      render: ({ stationId, stationName }) =>
        stationId === null ? <Missing /> : <Link to={`/station/${stationId}`}>{stationName}</Link>,
      exportValue: ({ stationName }) => stationName,
    },
    {
      key: "fromVersion",
      titleKey: "upgrades.column.from",
      render: ({ fromVersion }) => fromVersion || <Missing />,
      exportValue: ({ fromVersion }) => fromVersion,
    },
    {
      key: "wave",
      titleKey: "upgrades.column.wave",
      align: "right",
      render: ({ wave }) => wave,
      exportValue: ({ wave }) => wave,
    },
    {
      key: "state",
      titleKey: "upgrades.column.status",
      render: (row) => <StatusMark variant={upgradeVariants[row.state]} text={upgradeText(row, t)} />,
      exportValue: (row) => upgradeText(row, t),
    },
    {
      key: "reason",
      titleKey: "upgrades.column.reason",
      isWrapped: true,
      render: ({ reason }) => (reason === null ? <Missing /> : t(`upgrades.reason.${reason}`)),
      exportValue: ({ reason }) => (reason === null ? null : t(`upgrades.reason.${reason}`)),
    },
    {
      key: "changedAt",
      titleKey: "upgrades.column.changedAt",
      render: ({ changedAt }) => formatMoment(changedAt, tag),
      exportValue: ({ changedAt }) => changedAt,
    },
  ];
}

interface CampaignDevicesProps {
  readonly campaignId: string;
  readonly isRunning: boolean;
  /** Begins the name of an exported file. */
  readonly name: string;
}

/** Devices of a campaign with their states and reasons. */
export function CampaignDevices({ campaignId, isRunning, name }: CampaignDevicesProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(devicesTable, { campaignId });
  const columns = useMemo(() => deviceColumns(t, tag), [t, tag]);
  useReload(endpoints.upgrade.devices.path, isRunning);
  return (
    <DataTable
      table={table}
      title={t("upgrades.devices")}
      columns={columns}
      keyOf={(row) => row.deviceId}
      nameOf={(row) => row.sn}
      searchLabel={t("upgrades.column.sn")}
      filters={
        <ValueFilter
          table={table}
          name="state"
          label={t("upgrades.column.status")}
          textOf={(state) => t(`upgrades.state.${state}`)}
          allText={t("upgrades.allStates")}
        />
      }
      exportName={`${name} ${t("upgrades.devices")}`}
      noMatchTitle={t("unit.noneFound")}
      emptyState={<EmptyState icon="update" title={t("upgrades.none")} text={t("upgrades.noneText")} />}
    />
  );
}
