import { readPlainNumber } from "../base/format/typed-numbers.ts";
import type { FieldSchema } from "./schema.ts";

/** What the fields of a form hold, by path: text, because what was typed may not be a number yet; numbers as the API writes them. */
export type FormValues = Readonly<Record<string, unknown>>;

/** Whether the text of the field is a number. */
export const isNumeric = (field: FieldSchema): boolean =>
  field.kind === "number" ||
  field.kind === "integer" ||
  (field.kind === "text" && field.format === "decimal");

/** Rows of an array field. */
export const readRows = (value: unknown): readonly FormValues[] => (Array.isArray(value) ? value : []);

/** Whether the field counts: part of no alternative, or of the one that is chosen. */
export const isActive = ({ when }: FieldSchema, values: FormValues): boolean =>
  when === undefined || values[when.path] === when.is;

/** The first value of a field: the given one, the server's own, or none. */
export function toFirstValue(field: FieldSchema, given: unknown): unknown {
  const value = given ?? field.initial;
  if (field.kind === "boolean") return value === true;
  if (field.kind === "custom") return value ?? (field.isNullable === true ? null : undefined);
  if (field.kind === "array")
    return (Array.isArray(value) ? value : []).map((row) => toFirstValues(field.items, row));
  return value === undefined || value === null ? "" : String(value);
}

export const toFirstValues = (fields: readonly FieldSchema[], given: unknown): FormValues =>
  Object.fromEntries(fields.map((field) => [field.path, toFirstValue(field, valueAt(given, field.path))]));

/** Text without accidental spaces at its ends; a password is kept exactly. */
export function cleanText(field: FieldSchema, typed: unknown): string {
  const text = typeof typed === "string" ? typed : "";
  return field.kind === "text" && field.format === "password" ? text : text.trim();
}

/** The value to send; undefined if the body does not mention the field. */
function toValue(field: FieldSchema, typed: unknown): unknown {
  if (field.kind === "boolean" || field.kind === "custom") return typed;
  if (field.kind === "array") return readRows(typed).map((row) => toBody(field.items, row));
  const text = cleanText(field, typed);
  if (text === "") {
    if (field.isNullable === true) return null;
    return field.kind === "text" && field.canBeEmpty ? "" : undefined;
  }
  return field.kind === "number" || field.kind === "integer" ? readPlainNumber(text) : text;
}

/** The value at a path such as `servers.china`. */
export function valueAt(source: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], source);
}

/** The body of the call. */
export function toBody(fields: readonly FieldSchema[], values: FormValues): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    if (field.isLocal === true || !isActive(field, values)) continue;
    const value = toValue(field, values[field.path]);
    if (value === undefined) continue;
    const names = field.path.split(".");
    let inner = body;
    for (const name of names.slice(0, -1)) {
      inner[name] ??= {};
      inner = inner[name] as Record<string, unknown>;
    }
    inner[names.at(-1) ?? ""] = value;
  }
  return body;
}

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The parts of a body that differ; null for one that is gone. */
export function findBodyChanges(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Record<string, unknown> {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    names.flatMap((name) => (isSame(before[name], after[name]) ? [] : [[name, after[name] ?? null]])),
  );
}
