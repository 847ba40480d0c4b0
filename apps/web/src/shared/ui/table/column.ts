import type { CellValue } from "@heliograph/contract/csv";
import type { TFunction } from "i18next";
import type { ReactNode } from "react";
import type { MessageKey } from "../../base/i18n/i18n.ts";

/** A column as data. Sortable when the list's endpoint sorts by its key. */
export type Column<Row> = {
  readonly key: string;
  /** Shown small after the title, and in the header of an export. */
  readonly unit?: string;
  /** The unit of an export's figures, where each cell on the screen carries its own. */
  readonly exportUnit?: string;
  readonly render: (row: Row) => ReactNode;
  /** In the last line of the table; a table has that line when a column has a sum. */
  readonly sum?: ReactNode;
  readonly align?: "right";
  /** A length in rem or a share of the table; by default as wide as its content. */
  readonly width?: string;
  /** Cells of several lines; others stay on one. */
  readonly isWrapped?: boolean;
  /** Long texts are truncated and shown whole in the tooltip, so that they push no column off screen. */
  readonly isTruncated?: boolean;
  /** The cell that opens its row by keyboard. */
  readonly isOpener?: boolean;
  /** False: always shown. */
  readonly isHideable?: boolean;
  /** Hidden until a user chooses it. */
  readonly isInitiallyHidden?: boolean;
  /** What an export writes; a column without it is left out there. */
  readonly exportValue?: (row: Row) => CellValue;
} & ({ readonly titleKey: MessageKey } | { readonly title: string });

export const titleOf = <Row>(column: Column<Row>, t: TFunction): string =>
  "titleKey" in column ? t(column.titleKey) : column.title;
