import { namesIn } from "../ui/form/pick/known-names.ts";
import type { FieldSchema } from "./schema.ts";
import type { FormValues } from "./values.ts";
import { isSame } from "./values.ts";

/** What is kept of a form that is not sent: the fields that were typed in, and their values before. */
export interface FormDraft {
  readonly typed: FormValues;
  readonly before: FormValues;
  /** Names of the ids in the input. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A field that was typed in and that someone else has changed since. */
export interface Overruled {
  readonly path: string;
  /** Its current value, if that is text: of an id, the name that the page knows. */
  readonly theirs: string | undefined;
}

/** The fields whose value differs from the initial one, without secrets; undefined for none. */
export function toFormDraft(
  fields: readonly FieldSchema[],
  { start, values }: { start: FormValues; values: FormValues },
): FormDraft | undefined {
  const paths = fields
    .filter(({ path, isSecret }) => isSecret !== true && !isSame(values[path], start[path]))
    .map(({ path }) => path);
  if (paths.length === 0) return undefined;
  const pick = (from: FormValues): FormValues => Object.fromEntries(paths.map((path) => [path, from[path]]));
  return { typed: pick(values), before: pick(start), names: namesIn(paths.map((path) => values[path])) };
}

/** The edited fields whose value on the server has changed since. */
export function findOverruled(
  fields: readonly FieldSchema[],
  { values, before }: { values: FormValues; before: FormValues },
  start: FormValues,
): readonly Overruled[] {
  return fields
    .filter(
      ({ path }) =>
        path in before && !isSame(start[path], before[path]) && !isSame(start[path], values[path]),
    )
    .map((field) => ({ path: field.path, theirs: findText(field, start[field.path]) }));
}

const textKinds: readonly FieldSchema["kind"][] = ["text", "number", "integer", "day", "choice"];

/** A value that can be shown in a line; undefined for a list, a picture, and an id without a known name. */
function findText(field: FieldSchema, value: unknown): string | undefined {
  if (typeof value !== "string" || value === "" || !textKinds.includes(field.kind)) return undefined;
  return field.kind === "text" && field.format === "id" ? namesIn([value])[value] : value;
}

/** Parts of a body that identify its record together, where it has no id of its own: an alarm threshold. */
const keyNames: readonly string[] = ["deviceType", "quantity", "side"];

/** Id of the edited record, from the parts of the body that are not typed. */
export function readTarget(fixed: object | undefined): { id?: string; revision?: string } {
  const entries = Object.entries(fixed ?? {});
  const keys = entries.filter(([name]) => name.endsWith("Id") || keyNames.includes(name));
  const id = keys.length > 0 ? keys.map(([, value]) => String(value)).join("-") : undefined;
  const revision = entries.find(([name]) => name === "revision" || name === "version")?.[1];
  return {
    ...(id !== undefined && { id }),
    ...(revision !== undefined && { revision: String(revision) }),
  };
}
