import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { deviceTypes } from "../../../shared/device/device-types.ts";
import { SelectedDevices } from "../../../shared/device/selected-devices.tsx";
import { usePageLabel } from "../../../shared/routing/cached-page.ts";
import { PlantSelect } from "../../../shared/ui/form/pick/plant-select.tsx";
import { Segmented } from "../../../shared/ui/form/segmented.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { Missing } from "../../../shared/ui/status/quantity.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { deviceColumns } from "../../../shared/ui/table/device-columns.tsx";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";
import { UpgradeSettings } from "./upgrade-settings.tsx";
import { upgradesPath } from "./upgrades-tab.tsx";
import "./upgrades.css";

const devicesTable = defineTable({
  name: "upgradeDevices",
  endpoint: endpoints.device.list,
  sort: "sn",
  pageSize: 20,
  filters: ["stationId"],
});

/** Starts an upgrade: type, devices, firmware, in this order (R5.13). */
export function NewUpgradePage() {
  const { t } = useTranslation();
  usePageLabel(t("upgrades.newTitle"));
  const [params, setParams] = useSearchParams();
  const type = deviceTypes.find((each) => each === params.get("type")) ?? "OPT";
  const [selected, setSelected] = useState<readonly Device[]>([]);
  const table = useTable(devicesTable, { type });
  const columns = useMemo((): readonly Column<Device>[] => {
    const { sn, place, status } = deviceColumns(t);
    return [
      { ...sn, isHideable: false },
      {
        key: "stationName",
        titleKey: "upgrades.column.plant",
        isTruncated: true,
        render: (row) => row.stationName,
        exportValue: (row) => row.stationName,
      },
      place,
      status,
      { key: "model", titleKey: "upgrades.model", render: (row) => row.model || <Missing /> },
      {
        key: "hardwareVersion",
        titleKey: "upgrades.hardware",
        render: (row) => row.hardwareVersion || <Missing />,
      },
      {
        key: "softwareVersion",
        titleKey: "upgrades.column.version",
        render: (row) => row.softwareVersion || <Missing />,
      },
    ];
  }, [t]);
  return (
    <PageBody
      title={t("upgrades.newTitle")}
      here={t("upgrades.newTitle")}
      crumbs={[{ text: t("title.upgrades"), address: upgradesPath }]}
      text={t("upgrades.newIntro")}
    >
      <section className="card upgrade-card" aria-label={t("upgrades.type")}>
        <h2>{t("upgrades.type")}</h2>
        <Segmented
          label={t("upgrades.type")}
          value={type}
          options={deviceTypes.map((value) => ({ value, text: t(`deviceKind.${value}`) }))}
          onChange={(value) => {
            const next = new URLSearchParams(params);
            next.set("type", value);
            // The page of the other type can be another one.
            next.delete("page");
            setParams(next, { replace: true });
          }}
        />
      </section>
      <DataTable
        table={table}
        title={t("upgrades.selectDevices")}
        columns={columns}
        keyOf={(row) => row.deviceId}
        nameOf={(row) => row.sn}
        searchLabel={t("upgrades.searchDevices")}
        filters={
          <PlantSelect
            label={t("upgrades.column.plant")}
            value={table.state.filters.stationId}
            onChange={(stationId) => table.set({ filters: { stationId } })}
          />
        }
        isSelectable
        selectionActions={({ rows }) => <SelectedDevices rows={rows} onChange={setSelected} />}
        noMatchTitle={t("unit.noneFound")}
        emptyState={
          <EmptyState
            icon="panel"
            title={t("upgrades.noDevicesListed")}
            text={t("upgrades.noDevicesListedText")}
          />
        }
      />
      <UpgradeSettings type={type} devices={selected} />
    </PageBody>
  );
}
