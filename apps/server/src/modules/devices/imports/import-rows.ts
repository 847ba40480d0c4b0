import type { DeviceType, ImportField, ImportKind, MessageKey, MessageParams } from "@heliograph/contract";
import {
  alias,
  deviceType,
  formatMessage,
  language,
  registrationCode,
  requiredLine,
  serialNumber,
} from "@heliograph/contract";
import type { TableRow } from "../../../infra/sheets/table-limits.ts";

// Made once: a file has thousands of rows.
const place = requiredLine(40);
const model = requiredLine(60);

export interface RowProblem {
  readonly field: ImportField | null;
  readonly key: MessageKey;
  readonly params?: MessageParams;
}

/** A row of the file, read by the meaning of its columns. */
export interface ImportRow {
  readonly row: number;
  readonly sn: string;
  readonly registrationCode: string;
  readonly alias: string;
  readonly place: string;
  readonly parentSn: string;
  readonly type: DeviceType | null;
  readonly model: string;
  readonly problems: RowProblem[];
}

/** As a label shows it: groups are separated by spaces or hyphens. */
const cleanCode = (text: string): string => text.replaceAll(/[\s-]/gu, "").toUpperCase();
const cleanSn = (text: string): string => text.replaceAll(/\s/gu, "").toUpperCase();

const plain = (text: string): string => text.trim().toLowerCase();

/** Device types by their codes and by their names in every language. */
const typeOf: ReadonlyMap<string, DeviceType> = new Map(
  deviceType.options.flatMap((type) =>
    [type, ...language.options.map((each) => formatMessage(each, `deviceType.${type}`))].map(
      (name) => [plain(name), type] as const,
    ),
  ),
);

function toRow({ row, cells }: TableRow, columns: readonly (ImportField | null)[]): ImportRow {
  const read = (field: ImportField): string => {
    const column = columns.indexOf(field);
    return column === -1 ? "" : (cells[column] ?? "");
  };
  return {
    row,
    sn: cleanSn(read("sn")),
    registrationCode: cleanCode(read("registrationCode")),
    alias: read("alias"),
    place: read("place"),
    parentSn: cleanSn(read("parentSn")),
    type: typeOf.get(plain(read("type"))) ?? null,
    model: read("model"),
    problems: [],
  };
}

function checkPlantFields(row: ImportRow): void {
  if (!alias.safeParse(row.alias).success) row.problems.push({ field: "alias", key: "field.alias" });
  if (row.place !== "" && !place.safeParse(row.place).success)
    row.problems.push({ field: "place", key: "importRow.place" });
  if (row.parentSn !== "" && !serialNumber.safeParse(row.parentSn).success)
    row.problems.push({ field: "parentSn", key: "field.serialNumber" });
}

function checkRegisterFields(row: ImportRow): void {
  if (row.type === null) row.problems.push({ field: "type", key: "importRow.typeMissing" });
  if (!model.safeParse(row.model).success) row.problems.push({ field: "model", key: "importRow.model" });
}

function checkIdentity({ sn, registrationCode: code, problems }: ImportRow): void {
  if (sn === "") problems.push({ field: "sn", key: "importRow.snMissing" });
  else if (!serialNumber.safeParse(sn).success) problems.push({ field: "sn", key: "field.serialNumber" });
  if (code === "") problems.push({ field: "registrationCode", key: "importRow.codeMissing" });
  else if (!registrationCode.safeParse(code).success)
    problems.push({ field: "registrationCode", key: "field.registrationCode" });
}

/** Adds a problem to each row whose value is in an earlier row too. */
function checkRepeated(rows: readonly ImportRow[], field: "sn" | "place", key: MessageKey): void {
  const first = new Map<string, number>();
  for (const row of rows) {
    const value = row[field];
    const earlier = first.get(value);
    if (value === "") continue;
    if (earlier === undefined) first.set(value, row.row);
    else row.problems.push({ field, key, params: { row: earlier } });
  }
}

/** Rows by the meaning of their columns, with what is wrong with each, alone and beside the other rows. */
export function readRows(
  kind: ImportKind,
  rows: readonly TableRow[],
  columns: readonly (ImportField | null)[],
): ImportRow[] {
  const read = rows.map((row) => toRow(row, columns));
  for (const row of read) {
    checkIdentity(row);
    if (kind === "plant") checkPlantFields(row);
    else checkRegisterFields(row);
  }
  checkRepeated(read, "sn", "importRow.twice");
  if (kind === "plant") checkRepeated(read, "place", "importRow.placeTwice");
  return read;
}
