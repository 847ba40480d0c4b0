import type { ComponentType, ReactNode } from "react";
import { useMemo, useState } from "react";
import { Allowed } from "../../../shared/auth/allowed.tsx";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import type { MessageKey } from "../../../shared/base/i18n/i18n.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { RequiredPermission } from "../../../shared/session/permissions.ts";
import { Icon } from "../../../shared/ui/content/icon.tsx";
import { PageBody } from "../../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../../shared/ui/status/empty-state.tsx";
import { Missing } from "../../../shared/ui/status/quantity.tsx";
import type { Column } from "../../../shared/ui/table/column.ts";
import { DataTable } from "../../../shared/ui/table/data-table.tsx";
import type { TableModel } from "../../../shared/ui/table/use-table.ts";
import "./rights.css";

interface RightsRow {
  readonly name: string;
  readonly accountCount: number;
  readonly remarks: string;
}

interface RightsTableProps<Row extends RightsRow> {
  readonly table: TableModel<Row>;
  readonly title: string;
  readonly text: string;
  readonly searchLabel?: string;
  /** Columns between the name and the accounts. Keep them stable while nothing changed. */
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
  readonly renderOpened: (id: string, onClose: () => void) => ReactNode;
  readonly addNeeds: RequiredPermission;
  readonly addText: string;
  readonly AddDialog: ComponentType<{ readonly onClose: () => void }>;
  readonly emptyText: string;
}

/** Column with a count of the row. */
export function countColumn<Row>(key: keyof Row & string, titleKey: MessageKey, tag: string): Column<Row> {
  return {
    key,
    titleKey,
    align: "right",
    render: (row) => <span className="quantity">{formatNumber(Number(row[key]), tag, 0)}</span>,
  };
}

/** List of roles or account types: each row opens in a drawer; users with the permission can add one. */
export function RightsTable<Row extends RightsRow>(props: RightsTableProps<Row>) {
  const { table, title, text, searchLabel, columns, idOf, renderOpened } = props;
  const { addNeeds, addText, AddDialog, emptyText } = props;
  const { tag } = useLocale();
  const [opened, setOpened] = useState<string>();
  const [isAdding, setIsAdding] = useState(false);
  const all = useMemo(
    (): readonly Column<Row>[] => [
      nameColumn((row) => setOpened(idOf(row))),
      ...columns,
      countColumn<RightsRow>("accountCount", "rights.accounts", tag),
      { key: "remarks", titleKey: "rights.remarks", render: (row) => row.remarks || <Missing /> },
    ],
    [columns, idOf, tag],
  );
  return (
    <PageBody title={title} text={text}>
      <DataTable
        table={table}
        title={title}
        {...(searchLabel !== undefined && { searchLabel })}
        columns={all}
        keyOf={idOf}
        nameOf={(row) => row.name}
        actions={
          <Allowed to={addNeeds}>
            <button type="button" className="button" data-kind="primary" onClick={() => setIsAdding(true)}>
              <Icon name="plus" />
              {addText}
            </button>
          </Allowed>
        }
        emptyState={<EmptyState icon="lock" title={emptyText} />}
      />
      {opened !== undefined && renderOpened(opened, () => setOpened(undefined))}
      {isAdding && <AddDialog onClose={() => setIsAdding(false)} />}
    </PageBody>
  );
}

function nameColumn<Row extends RightsRow>(open: (row: Row) => void): Column<Row> {
  return {
    key: "name",
    titleKey: "rights.name",
    isHideable: false,
    render: (row) => (
      <button type="button" className="link-button" onClick={() => open(row)}>
        {row.name}
      </button>
    ),
  };
}
