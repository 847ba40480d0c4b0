import { endpoints } from "virtual:endpoints";
import type { Device, DeviceType, QueryInputOf, StationDetail } from "@heliograph/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table } from "antd";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { Blank, FailedBlank } from "../../shared/ui/blank.tsx";
import { Segmented } from "../../shared/ui/segmented.tsx";
import { unitColumns } from "./unit-columns.tsx";

const PAGE_SIZE = 50;
const types: readonly DeviceType[] = ["SCON", "MCON", "OPT", "RSD", "DCON"];

export type DeviceSort = NonNullable<QueryInputOf<typeof endpoints.device.list>["sort"]>;
export interface UnitOrder {
  readonly sort: DeviceSort;
  readonly order: "asc" | "desc";
}

interface UnitsCardProps {
  readonly plant: StationDetail;
  readonly type: string | null;
  readonly onType: (type: string | undefined) => void;
}

/** Strings and modules with their latest values, as they come in. */
export function UnitsCard({ plant, type: askedType, onType }: UnitsCardProps) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const [order, setOrder] = useState<UnitOrder>({ sort: "slotLabel", order: "asc" });
  const type = types.find((each) => each === askedType);
  const list = useQuery({
    ...queryOf(endpoints.device.list, {
      stationId: plant.stationId,
      page,
      pageSize: PAGE_SIZE,
      ...order,
      ...(type !== undefined && { type }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section className="card units" aria-label={t("unit.title")}>
      <div className="card-head">
        <h2>{t("unit.title")}</h2>
        {list.data !== undefined && (
          <span className="note">{t("unit.found", { count: list.data.total })}</span>
        )}
        <span className="push" />
        <Segmented
          label={t("unit.type")}
          value={type ?? "all"}
          options={[
            { value: "all" as const, text: t("unit.all") },
            ...types.map((value) => ({ value, text: t(`deviceType.${value}`) })),
          ]}
          onChange={(value) => {
            setPage(1);
            onType(value === "all" ? undefined : value);
          }}
        />
      </div>
      {list.isError && list.data === undefined ? (
        <FailedBlank onRetry={() => void list.refetch()} />
      ) : (
        <Table<Device>
          rowKey="deviceId"
          size="middle"
          columns={unitColumns(t, plant, order)}
          dataSource={list.data?.rows ?? []}
          loading={list.isPending || list.isPlaceholderData}
          showSorterTooltip={false}
          pagination={{
            current: page,
            pageSize: PAGE_SIZE,
            total: list.data?.total ?? 0,
            hideOnSinglePage: true,
            showSizeChanger: false,
          }}
          locale={{
            emptyText: (
              <Blank
                icon="panel"
                title={t("unit.none")}
                text={type === undefined ? t("unit.noneText") : undefined}
              />
            ),
          }}
          onChange={(pagination, _filters, sorter, { action }) => {
            const one = Array.isArray(sorter) ? sorter[0] : sorter;
            setPage(action === "paginate" ? (pagination.current ?? 1) : 1);
            if (action === "sort")
              setOrder({
                sort: one?.order == null ? "slotLabel" : (one.columnKey as DeviceSort),
                order: one?.order === "descend" ? "desc" : "asc",
              });
          }}
        />
      )}
    </section>
  );
}
