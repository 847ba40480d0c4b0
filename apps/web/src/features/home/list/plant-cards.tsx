import type { StationRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import type { Column } from "../../../shared/ui/table/column.ts";
import { titleOf } from "../../../shared/ui/table/column.ts";
import { FilterSelect } from "../../../shared/ui/table/filter-select.tsx";
import type { Selection } from "../../../shared/ui/table/use-selection.ts";
import type { PlantListTable } from "../plant-list.ts";
import { PlantCard } from "./plant-card.tsx";
import "./plant-cards.css";

interface PlantCardsProps {
  readonly table: PlantListTable;
  readonly rows: readonly StationRow[];
  readonly columns: readonly Column<StationRow>[];
  readonly selection: Selection<StationRow>;
}

/** The plants of a page as cards, in the order of the table. */
export function PlantCards({ table, rows, columns, selection }: PlantCardsProps) {
  const { t } = useTranslation();
  return (
    <>
      <CardOrder table={table} columns={columns} />
      <ul className="fleet-cards" aria-label={t("home.list")}>
        {rows.map((row) => (
          <PlantCard key={row.stationId} row={row} selection={selection} />
        ))}
      </ul>
    </>
  );
}

/** Cards have no column heads to sort by. */
function CardOrder({ table, columns }: Pick<PlantCardsProps, "table" | "columns">) {
  const { t } = useTranslation();
  const { state, schema, initial, set } = table;
  const isDescending = state.order === "desc";
  const options = columns
    .filter(({ key }) => schema.sorts.includes(key))
    .map((column) => ({ value: column.key, text: titleOf(column, t) }));
  return (
    <div className="card-order">
      <FilterSelect
        label={t("plantList.sort")}
        allText={t("plantList.sortByUrgency")}
        value={state.sort === initial.sort ? undefined : state.sort}
        options={options.filter(({ value }) => value !== initial.sort)}
        onChange={(sort) =>
          set(sort === undefined ? { sort: initial.sort, order: initial.order } : { sort, order: "asc" })
        }
      />
      <button
        type="button"
        className="button"
        aria-pressed={isDescending}
        onClick={() => set({ order: isDescending ? "asc" : "desc" })}
      >
        {t(isDescending ? "plantList.descending" : "plantList.ascending")}
      </button>
    </div>
  );
}
