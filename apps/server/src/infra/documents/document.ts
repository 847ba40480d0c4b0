/** A number as it is shown: rounded to `digits` decimals in a PDF, whole in a workbook; null where nothing was measured. */
export interface NumberCell {
  readonly value: number | null;
  readonly digits: number;
}

export type Cell = string | NumberCell;

export interface DocumentColumn {
  readonly title: string;
  /** Numbers and their title are aligned right. */
  readonly isNumber?: boolean;
  /** Width in relation to the other columns; 1 by default. */
  readonly share?: number;
}

export interface DocumentTable {
  readonly title: string;
  readonly columns: readonly DocumentColumn[];
  readonly rows: readonly (readonly Cell[])[];
  /** Totals below the rows. */
  readonly totals?: readonly Cell[];
  /** Shown instead of a table without rows. */
  readonly emptyText: string;
}

/** One series over periods of equal length; a period without data is null and never drawn as zero. */
export interface DocumentChart {
  readonly title: string;
  /** Name of the series, with its unit. */
  readonly series: string;
  readonly kind: "bars" | "area";
  readonly values: readonly (number | null)[];
  /** Periods whose data is missing; a period that is null and not missing, such as a future one, stays empty. */
  readonly isMissing: readonly boolean[];
  /** Name of each period. */
  readonly labels: readonly string[];
  /** Indexes of the labels on the axis. */
  readonly ticks: readonly number[];
  /** Legend of periods without data. */
  readonly missingText: string;
}

/** Modules in rows and columns on one plane, seen from above. Lengths in metres, x to the right and y down. */
export interface DocumentRoofGroup {
  readonly name: string;
  readonly rows: number;
  readonly columns: number;
  /** Clockwise, around the upper left corner. */
  readonly rotationDeg: number;
  readonly xM: number;
  readonly yM: number;
  readonly moduleWidthM: number;
  readonly moduleHeightM: number;
  /** Rows and columns from 0; a module without lines has no unit. */
  readonly modules: readonly {
    readonly row: number;
    readonly column: number;
    readonly lines: readonly string[];
  }[];
}

/** A photograph under the modules of a roof. */
export interface DocumentPhotograph {
  readonly jpeg: Uint8Array;
  readonly xM: number;
  readonly yM: number;
  readonly widthM: number;
  readonly heightM: number;
  /** Clockwise, around the upper left corner. */
  readonly rotationDeg: number;
  /** From 0 to 1. */
  readonly opacity: number;
}

/** A roof, drawn in a PDF only. */
export interface DocumentRoof {
  readonly title: string;
  readonly groups: readonly DocumentRoofGroup[];
  readonly photograph?: DocumentPhotograph | undefined;
}

export interface DocumentFigure {
  readonly label: string;
  readonly text: string;
  readonly note?: string;
}

/** A report, apart from the format it is written in. All texts are in its language. */
export interface ReportDocument {
  /** BCP 47 tag of texts and numbers. */
  readonly locale: string;
  readonly brand: string;
  readonly title: string;
  readonly subtitle: string;
  readonly facts: readonly (readonly [label: string, text: string])[];
  readonly figures: readonly DocumentFigure[];
  readonly chart?: DocumentChart;
  readonly roof?: DocumentRoof;
  readonly tables: readonly DocumentTable[];
  readonly notesTitle: string;
  readonly notes: readonly string[];
  /** Left part of the footer of every page. */
  readonly footer: string;
  /** Right part: `{page}` and `{pages}` are replaced. */
  readonly pageText: string;
  /** Name of the first sheet of a workbook. */
  readonly sheetName: string;
}
