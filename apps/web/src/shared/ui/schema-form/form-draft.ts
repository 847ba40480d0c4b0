import { isSecretName } from "@heliograph/contract/draft-forms";
import { namesIn } from "../pick/known-names.ts";
import type { Draft } from "./check-field.ts";
import type { FieldSchema } from "./schema.ts";

/** What is kept of a form that is not sent: the fields that were typed in, and what stood there before. */
export interface FormDraft {
  readonly typed: Draft;
  readonly before: Draft;
  /** Of the ids among what is typed. */
  readonly names?: Readonly<Record<string, string>>;
}

/** A field that was typed in and that someone else has changed since. */
export interface Overruled {
  readonly path: string;
  /** What it holds now, where that is a text. */
  readonly theirs: string | undefined;
}

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** The fields that hold something else than at first, but no passwords; undefined for none. */
export function toFormDraft(
  fields: readonly FieldSchema[],
  { start, draft }: { start: Draft; draft: Draft },
): FormDraft | undefined {
  const paths = fields
    .map(({ path }) => path)
    .filter((path) => draft[path] !== start[path] && !isSecretName(path));
  if (paths.length === 0) return undefined;
  const pick = (from: Draft): Draft => Object.fromEntries(paths.map((path) => [path, from[path]]));
  return { typed: pick(draft), before: pick(start), names: namesIn(paths.map((path) => draft[path])) };
}

/** Of what is put back, the fields whose value on the server is no longer the one it was typed over. */
export function findOverruled(
  fields: readonly FieldSchema[],
  { typed, before }: Pick<FormDraft, "typed" | "before">,
  start: Draft,
): readonly Overruled[] {
  return fields
    .filter(
      ({ path }) => path in typed && !isSame(start[path], before[path]) && !isSame(start[path], typed[path]),
    )
    .map(({ path, kind }) => {
      const now = start[path];
      const isText = kind === "text" || kind === "number" || kind === "integer";
      return { path, theirs: isText && typeof now === "string" && now !== "" ? now : undefined };
    });
}

/** What the form is about, from the parts of the body that nobody types. */
export function readTarget(fixed: object | undefined): { id?: string; revision?: string } {
  const entries = Object.entries(fixed ?? {});
  const id = entries.find(([name]) => name.endsWith("Id"))?.[1];
  const revision = entries.find(([name]) => name === "revision" || name === "version")?.[1];
  return {
    ...(id !== undefined && { id: String(id) }),
    ...(revision !== undefined && { revision: String(revision) }),
  };
}
