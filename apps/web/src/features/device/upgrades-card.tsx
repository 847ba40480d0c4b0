import { endpoints } from "virtual:endpoints";
import type { Device, DeviceUpgrade } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { upgradeText, upgradeVariants } from "../../shared/device/upgrade-texts.ts";
import { formatMoment } from "../../shared/logs/moments.ts";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { Missing } from "../../shared/ui/status/quantity.tsx";
import { StatusMark } from "../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../shared/ui/table/column.ts";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../shared/ui/table/use-table.ts";

const upgradesTable = defineTable({ name: "deviceUpgrades", endpoint: endpoints.upgrade.ofDevice });

function upgradeColumns(t: TFunction, tag: string): readonly Column<DeviceUpgrade>[] {
  return [
    {
      key: "version",
      titleKey: "upgrades.column.version",
      isHideable: false,
      render: ({ version }) => version,
      exportValue: ({ version }) => version,
    },
    {
      key: "fromVersion",
      titleKey: "upgrades.column.from",
      render: ({ fromVersion }) => fromVersion || <Missing />,
      exportValue: ({ fromVersion }) => fromVersion,
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

/** Upgrades of the device, the newest first. */
export function UpgradesCard({ device: { deviceId, sn } }: { readonly device: Device }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(upgradesTable, { deviceId });
  const columns = useMemo(() => upgradeColumns(t, tag), [t, tag]);
  return (
    <DataTable
      table={table}
      title={t("upgrades.history")}
      columns={columns}
      keyOf={(row) => row.campaignId}
      nameOf={(row) => row.version}
      exportName={`${sn} ${t("upgrades.history")}`}
      emptyState={
        <EmptyState icon="update" title={t("upgrades.noHistory")} text={t("upgrades.noHistoryText")} />
      }
    />
  );
}
