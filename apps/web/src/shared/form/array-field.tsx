import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../ui/content/icon.tsx";
import { IconButton } from "../ui/content/icon-button.tsx";
import type { FieldLayout } from "./layout.ts";
import type { ArraySchema, FieldSchema } from "./schema.ts";
import type { FormState } from "./use-form.ts";
import type { FormValues } from "./values.ts";
import { readRows, toFirstValues } from "./values.ts";

interface Cell {
  readonly field: FieldSchema;
  readonly layout: FieldLayout;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly onChange: (value: unknown) => void;
}

interface ArrayFieldProps {
  readonly form: FormState;
  readonly field: ArraySchema;
  readonly layout: FieldLayout;
  readonly children: (cell: Cell) => ReactNode;
}

const makeRow = (newRow: NonNullable<FieldLayout["newRow"]>, rows: readonly FormValues[]): FormValues =>
  typeof newRow === "function" ? newRow(rows) : newRow;

/** Rows of equal fields that can be added and removed within the bounds of the contract. */
export function ArrayField({ form, field, layout, children }: ArrayFieldProps) {
  const { t } = useTranslation();
  const { path, items, minItems, maxItems = Number.POSITIVE_INFINITY } = field;
  const { items: cells = {}, newRow = {}, addKey, removeKey } = layout;
  const rows = readRows(form.values[path]);
  const columns = items.filter((item) => cells[item.path] !== undefined);

  /** Error of the whole row, shown beside its first cell. */
  const errorOf = (index: number, item: FieldSchema): string | undefined =>
    form.errors[`${path}.${index}.${item.path}`] ??
    (item === columns[0] ? form.errors[`${path}.${index}`] : undefined);
  const setCell = (index: number, item: FieldSchema, value: unknown): void => {
    const next = rows.map((row, at): FormValues => (at === index ? { ...row, [item.path]: value } : row));
    form.set(path, next, `${path}.${index}`);
  };

  return (
    <div className="form-rows">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are known by their place in the list
        <div key={index} className="form-row">
          {columns.map((item) =>
            children({
              field: item,
              layout: cells[item.path] as FieldLayout,
              value: row[item.path],
              error: errorOf(index, item),
              onChange: (value) => setCell(index, item, value),
            }),
          )}
          {removeKey !== undefined && (
            <IconButton
              icon="close"
              label={t(removeKey, { number: index + 1 })}
              isQuiet
              disabled={rows.length <= minItems}
              onClick={() =>
                form.set(
                  path,
                  rows.filter((_row, at) => at !== index),
                )
              }
            />
          )}
        </div>
      ))}
      {form.errors[path] !== undefined && (
        <span className="refusal" role="alert">
          {form.errors[path]}
        </span>
      )}
      {addKey !== undefined && (
        <button
          type="button"
          className="button"
          disabled={rows.length >= maxItems}
          onClick={() => form.set(path, [...rows, { ...toFirstValues(items, {}), ...makeRow(newRow, rows) }])}
        >
          <Icon name="plus" />
          {t(addKey)}
        </button>
      )}
    </div>
  );
}
