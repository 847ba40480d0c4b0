import type { ValueName } from "@heliograph/contract";
import { formatDay } from "../base/format/times.ts";
import type { texts } from "../base/i18n/locales/logs/en.ts";
import { formatMoment, isInstant } from "./moments.ts";

/** Kinds of objects that have a name and can be deleted. */
export type NamedKind = keyof typeof texts.logs.deleted;

const kindsOfFields: Readonly<Record<string, NamedKind>> = {
  accountId: "account",
  administratorId: "account",
  ownerId: "account",
  supervisorId: "account",
  companyId: "company",
  installerCompanyId: "company",
  upstreamCompanyId: "company",
  customerTypeId: "customerType",
  roleId: "role",
  deviceId: "device",
  stationId: "station",
  stationIds: "station",
};

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/u;
const day = /^\d{4}-\d\d-\d\d$/u;

export interface ValueTexts {
  readonly tag: string;
  /** The word of a field; undefined for one that has none. */
  readonly field: (path: string) => string | undefined;
  /** The words of a code in a field; undefined for one that has none. */
  readonly code: (field: string, code: string) => string | undefined;
  readonly yes: string;
  readonly no: string;
  readonly empty: string;
  /** Of something that is there and that the reader may not see. */
  readonly hidden: string;
  readonly deleted: (kind: NamedKind) => string;
}

/** What an object is called: its name, that it was deleted, or undefined where neither is known. */
export function formatObject(
  id: string,
  { kind, names, words }: { kind: string; names: Names; words: Pick<ValueTexts, "deleted" | "hidden"> },
): string | undefined {
  const known = names[id];
  const named = Object.values<string>(kindsOfFields).includes(kind) ? (kind as NamedKind) : undefined;
  if (known?.isDeleted === true || (known === undefined && uuid.test(id)))
    return named === undefined ? undefined : words.deleted(named);
  return known === undefined ? undefined : (known.name ?? words.hidden);
}

/** Nothing, or a text, list or object without content. */
export const isEmpty = (value: unknown): boolean =>
  (value ?? "") === "" || (typeof value === "object" && Object.keys(Object(value)).length === 0);

type Names = Readonly<Record<string, ValueName>>;

/** A value of a row as a person reads it: names instead of ids, words instead of codes. */
export function formatValue(
  value: unknown,
  context: { path: string; names: Names; words: ValueTexts },
): string {
  const { path, names, words } = context;
  const field = path.slice(path.lastIndexOf(".") + 1);
  if (value === null || value === undefined || isEmpty(value)) return words.empty;
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (Array.isArray(value)) return value.map((each) => formatValue(each, context)).join(", ");
  if (typeof value === "object")
    return Object.entries(value)
      .map(
        ([name, inner]) => `${words.field(name) ?? name}: ${formatValue(inner, { ...context, path: name })}`,
      )
      .join(" · ");
  if (typeof value !== "string") return String(value);
  if (field === "fields") return words.field(value) ?? value;
  const word = words.code(field, value);
  if (word !== undefined) return word;
  if (isInstant(value)) return formatMoment(value, words.tag);
  if (day.test(value)) return formatDay(value, words.tag);
  if (!uuid.test(value)) return value;
  // The start of an unknown id is enough to distinguish two of them.
  return formatObject(value, { kind: kindsOfFields[field] ?? "", names, words }) ?? value.slice(0, 8);
}
