import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Column } from "./column.ts";
import { isPlainClick } from "./is-plain-click.ts";
import type { Selection } from "./use-selection.ts";

/** How a row is opened: an address to go to, or something to do. */
export type Opening<Row> =
  | { readonly addressOf: (row: Row) => string; readonly onOpen?: never }
  | { readonly onOpen: (row: Row) => void; readonly addressOf?: never }
  | { readonly addressOf?: never; readonly onOpen?: never };

interface TableRowProps<Row> {
  readonly row: Row;
  readonly rowIndex: number;
  readonly columns: readonly Column<Row>[];
  readonly opening: Opening<Row>;
  readonly go: (address: string) => void;
  readonly selection: Selection<Row> | undefined;
  readonly nameOf: (row: Row) => string;
}

export function TableRow<Row>(props: TableRowProps<Row>) {
  const { row, rowIndex, columns, opening, go, selection, nameOf } = props;
  const { t } = useTranslation();
  const { addressOf, onOpen } = opening;
  const isOpenable = addressOf !== undefined || onOpen !== undefined;
  const isChosen = selection?.has(row) ?? false;

  // A convenience for the pointer; by keyboard the row is opened in its opener's cell.
  function open(event: MouseEvent<HTMLTableRowElement>): void {
    if (!isPlainClick(event)) return;
    if (addressOf !== undefined) go(addressOf(row));
    onOpen?.(row);
  }

  return (
    <tr
      data-row
      data-openable={isOpenable}
      data-chosen={isChosen}
      aria-rowindex={rowIndex}
      onClick={isOpenable ? open : undefined}
    >
      {selection !== undefined && (
        <td className="choose">
          <input
            type="checkbox"
            aria-label={t("table.choose", { name: nameOf(row) })}
            checked={isChosen}
            onChange={(event) => selection.toggle([row], event.target.checked)}
          />
        </td>
      )}
      {columns.map((column) => (
        <td
          key={column.key}
          data-align={column.align}
          data-wrapped={column.isWrapped}
          data-cut={column.isTruncated}
          {...(column.isTruncated && { title: String(column.exportValue?.(row) ?? "") })}
        >
          {column.isOpener ? (
            <Opener row={row} opening={opening}>
              {column.render(row)}
            </Opener>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </tr>
  );
}

interface OpenerProps<Row> {
  readonly row: Row;
  readonly opening: Opening<Row>;
  readonly children: ReactNode;
}

function Opener<Row>({ row, opening: { addressOf, onOpen }, children }: OpenerProps<Row>) {
  if (addressOf !== undefined)
    return (
      <Link className="opener" to={addressOf(row)} onKeyDown={moveFocus}>
        {children}
      </Link>
    );
  if (onOpen !== undefined)
    return (
      <button type="button" className="opener" onKeyDown={moveFocus} onClick={() => onOpen(row)}>
        {children}
      </button>
    );
  return children;
}

/** Up and down go from row to row. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const isDown = event.key === "ArrowDown";
  if (!isDown && event.key !== "ArrowUp") return;
  const row = event.currentTarget.closest("tr");
  const next = isDown ? row?.nextElementSibling : row?.previousElementSibling;
  const opener = next?.querySelector<HTMLElement>(".opener");
  if (opener == null) return;
  event.preventDefault();
  opener.focus();
}
