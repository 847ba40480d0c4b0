import { endpoints } from "virtual:endpoints";
import type { Device, DeviceStatus, DeviceType, QueryInputOf, StationDetail } from "@heliograph/contract";
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

const statuses: readonly DeviceStatus[] = ["fault", "alarm", "warning", "offline", "normal"];

export type DeviceSort = NonNullable<QueryInputOf<typeof endpoints.device.list>["sort"]>;
export interface UnitOrder {
  readonly sort: DeviceSort;
  readonly order: "asc" | "desc";
}

interface UnitsCardProps {
  readonly plant: StationDetail;
  readonly type: string | null;
  readonly status: string | null;
  readonly onFilter: (change: { type?: string | undefined; status?: string | undefined }) => void;
}

/** Strings and modules with their latest values, as they come in. */
export function UnitsCard({ plant, type: askedType, status: askedStatus, onFilter }: UnitsCardProps) {
  const { t } = useTranslation();
  const [order, setOrder] = useState<UnitOrder>({ sort: "slotLabel", order: "asc" });
  const type = types.find((each) => each === askedType);
  const status = statuses.find((each) => each === askedStatus);
  // A page belongs to its filter, wherever that was set.
  const filter = `${type} ${status}`;
  const [shown, setShown] = useState({ filter, page: 1 });
  const page = shown.filter === filter ? shown.page : 1;
  const list = useQuery({
    ...queryOf(endpoints.device.list, {
      stationId: plant.stationId,
      page,
      pageSize: PAGE_SIZE,
      ...order,
      ...(type !== undefined && { type }),
      ...(status !== undefined && { status }),
    }),
    placeholderData: keepPreviousData,
  });
  return (
    <section id="units" className="card units" aria-label={t("unit.title")}>
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
          onChange={(value) => onFilter({ type: value === "all" ? undefined : value })}
        />
        <Segmented
          label={t("unit.byStatus")}
          value={status ?? "all"}
          options={[
            { value: "all" as const, text: t("unit.all") },
            ...statuses.map((value) => ({ value, text: t(`status.${value}`) })),
          ]}
          onChange={(value) => onFilter({ status: value === "all" ? undefined : value })}
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
                text={type === undefined && status === undefined ? t("unit.noneText") : undefined}
              />
            ),
          }}
          onChange={(pagination, _filters, sorter, { action }) => {
            const one = Array.isArray(sorter) ? sorter[0] : sorter;
            setShown({ filter, page: action === "paginate" ? (pagination.current ?? 1) : 1 });
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
