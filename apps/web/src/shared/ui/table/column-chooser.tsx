import { useTranslation } from "react-i18next";
import { Icon } from "../content/icon.tsx";
import { Menu } from "../menu/menu.tsx";
import { titleOf } from "./column.ts";
import type { Columns } from "./use-columns.ts";

/** Which columns are shown; those that name the row always are. */
export function ColumnChooser<Row>({ columns }: { columns: Columns<Row> }) {
  const { t } = useTranslation();
  const { all, shown, toggle, reset } = columns;
  return (
    <span className="table-tool">
      <Menu
        label={t("table.columns")}
        button={
          <>
            <Icon name="columns" />
            {t("table.columns")}
          </>
        }
      >
        {() => (
          <fieldset className="column-list">
            <legend className="visually-hidden">{t("table.columns")}</legend>
            {all
              .filter(({ isHideable }) => isHideable !== false)
              .map((column) => (
                <label key={column.key} className="menu-item">
                  <input
                    type="checkbox"
                    checked={shown.includes(column)}
                    onChange={() => toggle(column.key)}
                  />
                  {titleOf(column, t)}
                  {column.unit !== undefined && <span className="unit">{column.unit}</span>}
                </label>
              ))}
            <button type="button" className="menu-item" disabled={reset === undefined} onClick={reset}>
              {t("table.columnsReset")}
            </button>
          </fieldset>
        )}
      </Menu>
    </span>
  );
}
