import { endpoints } from "virtual:endpoints";
import type { Device } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { SelectedDevices } from "../../../shared/device/selected-devices.tsx";
import { PlantSelect } from "../../../shared/ui/form/pick/plant-select.tsx";
import { Segmented } from "../../../shared/ui/form/segmented.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import { deviceColumns } from "../../../shared/ui/table/device-columns.tsx";
import { defineTable, useTable } from "../../../shared/ui/table/use-table.ts";
import { ControllerActions } from "./controller-actions.tsx";
import type { ControllerType } from "./find-choice-problem.ts";

const devicesTable = defineTable({
  name: "controllers",
  endpoint: endpoints.device.list,
  sort: "sn",
  pageSize: 20,
  filters: ["stationId"],
});

const types = ["MCON", "DCON"] as const satisfies readonly ControllerType[];

/** Parameters of MCONs and settings of gateways in all plants: read, set, copy (R2.23, R3.15). */
export function ControllerTab() {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<ControllerType>();
  // Most fleets have one of both types: the page opens on one that there is.
  const mcons = useQuery(queryOf(endpoints.device.list, { type: "MCON", pageSize: 1 }));
  const type = chosen ?? (mcons.data?.total === 0 ? "DCON" : "MCON");
  return (
    <PageBody title={t("title.controller")} text={t("commands.controller.intro")} awaited={mcons}>
      <section className="card controller-type" aria-label={t("commands.controller.type")}>
        <Segmented
          label={t("commands.controller.type")}
          value={type}
          options={types.map((value) => ({ value, text: t(`deviceKind.${value}`) }))}
          onChange={setChosen}
        />
      </section>
      {/* What was selected of one type is no selection of the other. */}
      <Controllers key={type} type={type} />
    </PageBody>
  );
}

function Controllers({ type }: { readonly type: ControllerType }) {
  const { t } = useTranslation();
  const [selected, setSelected] = useState<readonly Device[]>([]);
  const table = useTable(devicesTable, { type });
  const columns = useMemo((): readonly Column<Device>[] => {
    const { sn, place, status } = deviceColumns(t);
    return [
      { ...sn, isHideable: false },
      {
        key: "stationName",
        titleKey: "commands.controller.plant",
        isTruncated: true,
        render: (row) => row.stationName,
        exportValue: (row) => row.stationName,
      },
      // A gateway has no place on the roof.
      ...(type === "MCON" ? [place] : []),
      status,
      { key: "model", titleKey: "devicePage.model", render: (row) => row.model },
    ];
  }, [t, type]);
  return (
    <>
      <DataTable
        table={table}
        title={t("commands.controller.list")}
        columns={columns}
        keyOf={(row) => row.deviceId}
        nameOf={(row) => row.sn}
        addressOf={(row) => `/device/${row.deviceId}?tab=parameters`}
        searchLabel={t("commands.controller.search")}
        filters={
          <PlantSelect
            label={t("commands.controller.plant")}
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
            title={t("commands.controller.none")}
            text={t("commands.controller.noneText")}
          />
        }
      />
      <ControllerActions type={type} devices={selected} />
    </>
  );
}
