import { endpoints } from "virtual:endpoints";
import type { Campaign } from "@heliograph/contract";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { campaignVariants, progressText } from "../../../shared/device/upgrade-texts.ts";
import { formatMoment } from "../../../shared/logs/moments.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { Missing } from "../../../shared/ui/status/quantity.tsx";
import { StatusMark } from "../../../shared/ui/status/status-mark.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";
import { ValueFilter } from "../../../shared/ui/table/value-filter.tsx";
import { useReload } from "./use-reload.ts";

const campaignTable = defineTable({
  name: "campaigns",
  endpoint: endpoints.upgrade.list,
  order: "desc",
  filters: ["state"],
});

export const upgradesPath = "/system/setup/upgrades";

function campaignColumns(t: TFunction, tag: string): readonly Column<Campaign>[] {
  return [
    {
      key: "firmwareName",
      titleKey: "upgrades.column.firmware",
      isHideable: false,
      isOpener: true,
      render: ({ firmwareName }) => <span className="mono">{firmwareName}</span>,
      exportValue: ({ firmwareName }) => firmwareName,
    },
    {
      key: "type",
      titleKey: "upgrades.column.type",
      render: ({ type }) => t(`deviceKind.${type}`),
      exportValue: ({ type }) => type,
    },
    {
      key: "state",
      titleKey: "upgrades.column.status",
      render: ({ state }) => (
        <StatusMark variant={campaignVariants[state]} text={t(`upgrades.campaignState.${state}`)} />
      ),
      exportValue: ({ state }) => t(`upgrades.campaignState.${state}`),
    },
    {
      key: "progress",
      titleKey: "upgrades.column.progress",
      align: "right",
      render: (row) => progressText(row, t),
      exportValue: (row) => progressText(row, t),
    },
    {
      key: "failed",
      titleKey: "upgrades.column.failed",
      align: "right",
      render: ({ failed }) => failed,
      exportValue: ({ failed }) => failed,
    },
    {
      key: "wave",
      titleKey: "upgrades.column.wave",
      align: "right",
      render: ({ wave, waves }) => t("upgrades.waveOf", { wave, waves }),
      exportValue: ({ wave }) => wave,
    },
    {
      key: "byName",
      titleKey: "upgrades.column.by",
      isTruncated: true,
      render: ({ byName }) => byName ?? <Missing />,
      exportValue: ({ byName }) => byName,
    },
    {
      key: "createdAt",
      titleKey: "upgrades.column.createdAt",
      render: ({ createdAt }) => formatMoment(createdAt, tag),
      exportValue: ({ createdAt }) => createdAt,
    },
  ];
}

/** Upgrade campaigns, the newest first. */
export function UpgradesTab() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const table = useTable(campaignTable);
  const columns = useMemo(() => campaignColumns(t, tag), [t, tag]);
  useReload(
    endpoints.upgrade.list.path,
    table.list.data?.rows.some(({ state }) => state === "running") === true,
  );
  return (
    <PageBody title={t("title.upgrades")} text={t("upgrades.intro")}>
      <DataTable
        table={table}
        title={t("upgrades.list")}
        columns={columns}
        keyOf={(row) => row.campaignId}
        nameOf={(row) => row.firmwareName}
        addressOf={(row) => `${upgradesPath}/${row.campaignId}`}
        searchLabel={t("upgrades.search")}
        filters={
          <ValueFilter
            table={table}
            name="state"
            label={t("upgrades.column.status")}
            textOf={(state) => t(`upgrades.campaignState.${state}`)}
            allText={t("upgrades.allStates")}
          />
        }
        actions={
          <Link className="button" data-kind="primary" to={`${upgradesPath}/new`}>
            <Icon name="plus" />
            {t("upgrades.add")}
          </Link>
        }
        exportName={t("title.upgrades")}
        noMatchTitle={t("upgrades.noMatch")}
        emptyState={<EmptyState icon="update" title={t("upgrades.none")} text={t("upgrades.noneText")} />}
      />
    </PageBody>
  );
}
