import type { FieldProblem, ImportField, ImportKind, Language, MessageKey } from "@heliograph/contract";
import { formatMessage, IMPORT_FIELDS, importFieldNames, language } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";

/** Titles of the same columns in files that the console exports. */
const LISTED: Readonly<Partial<Record<ImportField, MessageKey>>> = {
  sn: "column.device.sn",
  alias: "column.device.alias",
  place: "column.device.slotLabel",
  type: "column.device.type",
  model: "column.device.model",
};

const normalize = (title: string): string => title.replaceAll(/[\s*:：()（）_-]/gu, "").toLowerCase();

const fieldsByTitle = new Map(
  importFieldNames.flatMap((field) =>
    [field, ...language.options.flatMap((each) => titlesOf(field, each))].map(
      (title) => [normalize(title), field] as const,
    ),
  ),
);

function titlesOf(field: ImportField, each: (typeof language.options)[number]): string[] {
  const listed = LISTED[field];
  const title = formatMessage(each, `importField.${field}`);
  return listed === undefined ? [title] : [title, formatMessage(each, listed)];
}

/** What each column contains, by its title in any of the four languages. Each field is suggested once. */
export function suggestFields(kind: ImportKind, titles: readonly string[]): (ImportField | null)[] {
  const used = new Set<ImportField>();
  return titles.map((title) => {
    const field = fieldsByTitle.get(normalize(title));
    if (field === undefined || used.has(field) || !IMPORT_FIELDS[kind].some((each) => each.field === field))
      return null;
    used.add(field);
    return field;
  });
}

/** A0400 unless the choice has as many columns as the file. */
export function checkColumnCount(columns: readonly (ImportField | null)[], columnCount: number): void {
  if (columns.length !== columnCount)
    throw new AppError("A0400", { fields: [{ path: "columns", key: "importColumns.count" }] });
}

/** A0400 unless each required field is chosen for one column, and no field twice. */
export function checkColumns(
  kind: ImportKind,
  columns: readonly (ImportField | null)[],
  { columnCount, language: readerLanguage }: { columnCount: number; language: Language },
): void {
  const chosen = columns.flatMap((field) => field ?? []);
  const refuse = (key: MessageKey, field?: ImportField): FieldProblem => ({
    path: "columns",
    key,
    ...(field !== undefined && { params: { field: formatMessage(readerLanguage, `importField.${field}`) } }),
  });
  const problems = [
    ...(columns.length === columnCount ? [] : [refuse("importColumns.count")]),
    ...IMPORT_FIELDS[kind]
      .filter(({ field, isRequired }) => isRequired && !chosen.includes(field))
      .map(({ field }) => refuse("importColumns.missing", field)),
    ...importFieldNames
      .filter((field) => chosen.filter((each) => each === field).length > 1)
      .map((field) => refuse("importColumns.twice", field)),
    ...[...new Set(chosen)]
      .filter((field) => !IMPORT_FIELDS[kind].some((each) => each.field === field))
      .map((field) => refuse("importColumns.other", field)),
  ];
  if (problems.length > 0) throw new AppError("A0400", { fields: problems });
}
