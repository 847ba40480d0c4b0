import { endpoints } from "virtual:endpoints";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Table } from "antd";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { Blank, FailedBlank } from "../../shared/ui/blank.tsx";
import type { StationSort } from "./list-choices.ts";
import type { ListState } from "./list-state.ts";
import { firstState } from "./list-state.ts";
import { plantColumns } from "./plant-columns.tsx";
import { SearchBox } from "./search-box.tsx";

interface PlantTableProps {
  readonly state: ListState;
  readonly onChange: (change: Partial<ListState>) => void;
}

/** Plants in reach (R3.9), sorted, filtered and paged by the server. */
export function PlantTable({ state, onChange }: PlantTableProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const navigate = useNavigate();
  const list = useQuery({ ...queryOf(endpoints.station.list, state), placeholderData: keepPreviousData });
  const isFiltered = state.search !== "" || state.status !== undefined;
  return (
    <section className="card plants" aria-label={t("home.list")}>
      <div className="card-head">
        <h2>{t("home.list")}</h2>
        {isFiltered && list.data !== undefined && (
          <span className="note" role="status">
            {t("home.found", { count: list.data.total })}
          </span>
        )}
        <SearchBox value={state.search} onChange={(search) => onChange({ search, page: 1 })} />
      </div>
      {list.isError && list.data === undefined ? (
        <FailedBlank onRetry={() => void list.refetch()} />
      ) : (
        <Table
          rowKey="stationId"
          size="middle"
          columns={plantColumns(t, tag, state)}
          dataSource={list.data?.rows ?? []}
          loading={list.isPending || (list.isPlaceholderData && list.isFetching)}
          showSorterTooltip={false}
          pagination={{
            current: state.page,
            pageSize: state.pageSize,
            total: list.data?.total ?? 0,
            hideOnSinglePage: (list.data?.total ?? 0) <= firstState.pageSize,
            showSizeChanger: false,
            showTotal: (total) => t("home.found", { count: total }),
          }}
          locale={{
            emptyText: isFiltered ? (
              <Blank icon="search" title={t("home.noneFound")} text={t("home.noneFoundText")} />
            ) : (
              <Blank icon="panel" title={t("home.none")} text={t("home.noneText")} />
            ),
          }}
          onRow={(row) => ({ onClick: () => void navigate(`/station/${row.stationId}`) })}
          onChange={(pagination, _filters, sorter, { action }) => {
            const one = Array.isArray(sorter) ? sorter[0] : sorter;
            if (action === "paginate") onChange({ page: pagination.current ?? 1 });
            else
              onChange({
                page: 1,
                sort: one?.order == null ? firstState.sort : (one.columnKey as StationSort),
                order: one?.order === "descend" ? "desc" : "asc",
              });
          }}
        />
      )}
    </section>
  );
}
