// This file is loaded by the browser: it imports no schema and no library.

/** Limits of a file of devices to import. */
export const IMPORT_LIMITS = {
  fileMiB: 5,
  rows: 10_000,
  columns: 50,
  cellCharacters: 500,
  /** Cells corrected in one call. */
  edits: 1_000,
  /** Characters of all corrections of one import; more is corrected in the file. */
  editedCharacters: 1_000_000,
} as const;

/** What the columns of a file of devices contain. */
export const importFieldNames = [
  "sn",
  "registrationCode",
  "alias",
  "place",
  "parentSn",
  "type",
  "model",
] as const;
export type ImportField = (typeof importFieldNames)[number];

/** Fields of each kind of import in the order of its template; the required ones are marked. */
export const IMPORT_FIELDS: Readonly<
  Record<"plant" | "register", readonly { readonly field: ImportField; readonly isRequired: boolean }[]>
> = {
  plant: [
    { field: "sn", isRequired: true },
    { field: "registrationCode", isRequired: true },
    { field: "alias", isRequired: false },
    { field: "place", isRequired: false },
    { field: "parentSn", isRequired: false },
  ],
  register: [
    { field: "sn", isRequired: true },
    { field: "registrationCode", isRequired: true },
    { field: "type", isRequired: true },
    { field: "model", isRequired: true },
  ],
};
