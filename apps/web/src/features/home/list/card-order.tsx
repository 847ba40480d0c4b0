import type { StationRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Menu } from "../../../shared/ui/menu/menu.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import type { PlantListTable } from "../plant-list.ts";
import { directionText, firstOrderOf, listCardSorts, sortTitle, URGENCY } from "./plant-order.ts";
import "./plant-filters.css";

interface CardOrderProps {
  readonly table: PlantListTable;
  readonly columns: readonly Column<StationRow>[];
}

/** Cards have no column heads to sort by: one menu names the order and changes it. */
export function CardOrder({ table, columns }: CardOrderProps) {
  const { t } = useTranslation();
  const { sort, order } = table.state;
  const sorts = listCardSorts(columns, sort);
  const name = useOrderName(sorts, table.state);
  return (
    <span className="table-tool card-order" data-order={order}>
      <Menu
        label={t("plantList.sortedBy", { order: name })}
        button={
          <>
            <OrderIcon />
            <span className="order-words">{name}</span>
          </>
        }
      >
        {(close) => (
          <>
            {sorts.map((column) => (
              <button
                key={column.key}
                type="button"
                className="menu-item"
                aria-pressed={column.key === sort && (sort !== URGENCY || order === "desc")}
                onClick={() => {
                  table.set({ sort: column.key, order: firstOrderOf(column.key) });
                  close();
                }}
              >
                {column.key === URGENCY ? t("plantList.urgency.desc") : sortTitle(t, column)}
              </button>
            ))}
            {sort !== undefined && sort !== URGENCY && <Directions table={table} onClose={close} />}
          </>
        )}
      </Menu>
    </span>
  );
}

/** Drawn here and not among the icons of all pages, which the phone loads, too. */
const OrderIcon = () => (
  <svg className="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M4 6h7M4 12h5M4 18h3M16.5 5v14M12.5 15l4 4 4-4" />
  </svg>
);

/** Both directions of the current order; the most urgent plants are first in theirs, and have none. */
function Directions({ table, onClose }: Pick<CardOrderProps, "table"> & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const { sort, order } = table.state;
  const first = firstOrderOf(sort ?? "");
  return (
    <>
      <hr className="menu-line" />
      {[first, first === "asc" ? ("desc" as const) : ("asc" as const)].map((each) => (
        <button
          key={each}
          type="button"
          className="menu-item"
          aria-pressed={each === order}
          onClick={() => {
            table.set({ order: each });
            onClose();
          }}
        >
          <span className="order-words">{directionText(t, sort ?? "", each)}</span>
        </button>
      ))}
    </>
  );
}

function useOrderName(
  sorts: readonly Column<StationRow>[],
  { sort, order }: PlantListTable["state"],
): string {
  const { t } = useTranslation();
  const column = sorts.find(({ key }) => key === sort);
  if (sort === undefined || column === undefined) return t("plantList.sort");
  if (sort === URGENCY) return t(`plantList.urgency.${order}`);
  return t("plantList.ordered", { title: sortTitle(t, column), direction: directionText(t, sort, order) });
}
