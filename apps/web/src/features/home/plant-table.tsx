import { Suspense, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { loadTexts, useLocale } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { EmptyState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { DataTable } from "../../shared/ui/table/data-table.tsx";
import { plantColumns } from "./plant-columns.tsx";
import { plantExport } from "./plant-export.ts";
import type { PlantListTable } from "./plant-list.ts";
import type { PlantView, PlantViews } from "./use-plant-view.ts";

const PlantFilters = lazyPart(async () => {
  const [module] = await Promise.all([
    import("./list/plant-filters.tsx"),
    loadTexts("plant-list", "list-views"),
  ]);
  return module.PlantFilters;
});
const PlantCards = lazyPart(async () => {
  const [module] = await Promise.all([import("./list/plant-cards.tsx"), loadTexts("plant-list")]);
  return module.PlantCards;
});
const CardOrder = lazyPart(async () => {
  const [module] = await Promise.all([import("./list/card-order.tsx"), loadTexts("plant-list")]);
  return module.CardOrder;
});
const SelectMatching = lazyPart(async () => {
  const [module] = await Promise.all([import("./list/select-matching.tsx"), loadTexts("plant-list")]);
  return module.SelectMatching;
});
const SelectionActions = lazyPart(async () => {
  const [module] = await Promise.all([import("./list/selection-actions.tsx"), loadTexts("plant-list")]);
  return module.SelectionActions;
});

const CardSkeletons = () => (
  <div className="fleet-cards" aria-hidden="true">
    {Array.from({ length: 4 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
      <Skeleton key={index} width="100%" height="28rem" />
    ))}
  </div>
);

interface PlantTableProps {
  readonly table: PlantListTable;
  readonly view: PlantViews;
}

/** Accessible plants (R3.9). */
export function PlantTable({ table, view: { shown: view, choose, follow } }: PlantTableProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { isFiltered, list } = table;
  const { sort } = table.state;
  const columns = useMemo(() => plantColumns(t, tag, sort), [t, tag, sort]);
  const [opened, setOpened] = useState(0);
  const matching = JSON.stringify([table.state.search, table.state.filters]);

  /** Another saved view has columns of its own: the table reads them again. */
  function reopen(kind: PlantView): void {
    follow(kind);
    setOpened(opened + 1);
  }

  return (
    <DataTable
      key={opened}
      table={table}
      title={t("home.list")}
      {...(isFiltered && list.data !== undefined && { note: t("home.found", { count: list.data.total }) })}
      searchLabel={t("home.search")}
      filters={
        <Suspense fallback={null}>
          <PlantFilters table={table} view={view} onView={choose} onOpen={reopen} />
          {view === "cards" && <CardOrder table={table} columns={columns} />}
        </Suspense>
      }
      columns={columns}
      keyOf={(row) => row.stationId}
      nameOf={(row) => row.name}
      addressOf={(row) => `/station/${row.stationId}`}
      exportName={t("home.list")}
      exportJob={plantExport(table)}
      isSelectable
      renderRows={
        view === "table"
          ? undefined
          : (rows, selection) => (
              <Suspense fallback={<CardSkeletons />}>
                {rows === undefined ? <CardSkeletons /> : <PlantCards rows={rows} selection={selection} />}
              </Suspense>
            )
      }
      selectionActions={(selection) => (
        <Suspense fallback={null}>
          <SelectMatching key={matching} table={table} selection={selection} />
          <SelectionActions selection={selection} />
        </Suspense>
      )}
      noMatchTitle={t("home.noneFound")}
      emptyState={<EmptyState icon="panel" title={t("home.none")} text={t("home.noneText")} />}
    />
  );
}
