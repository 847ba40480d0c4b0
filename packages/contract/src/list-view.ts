import { z } from "zod";
import { defineEndpoint } from "./endpoint.ts";
import { MAX_LIST_VIEW_NAME, MAX_LIST_VIEWS } from "./list-view-limits.ts";
import { id, requiredLine } from "./primitives.ts";

// Views belong to one account and are visible to it only.
const own = { who: "signed-in", scope: { kind: "none" } } as const;

/** Saved views of a list: paths of their calls, `what` they are views of, and the query that they hold. */
export function defineViews<
  const List extends `/${string}`,
  const Save extends `/${string}`,
  const Delete extends `/${string}`,
  Query extends z.ZodType,
>(given: {
  readonly paths: { readonly list: List; readonly save: Save; readonly delete: Delete };
  readonly what: string;
  readonly query: Query;
}) {
  const { paths, what, query } = given;
  const fields = {
    name: requiredLine(MAX_LIST_VIEW_NAME),
    /** How the rows are shown; a list that has only a table ignores it. */
    kind: z.enum(["table", "cards"]),
    query,
    /** Columns that the account has shown or hidden, by their key. */
    columns: z
      .record(z.string().regex(/^[A-Za-z]{1,40}$/), z.boolean())
      .refine((columns) => Object.keys(columns).length <= 40, { error: "field.format" }),
    /** Opened first; at most one view of an account. */
    isDefault: z.boolean(),
  } as const;
  const view = z.object({ viewId: id, ...fields });

  return {
    view,
    list: defineEndpoint({
      method: "GET",
      path: paths.list,
      summary: `The caller's saved views of ${what}, by name`,
      access: own,
      data: z.object({ rows: z.array(view), total: z.int().min(0) }),
      errors: ["A0230", "A0300"],
    }),
    save: defineEndpoint({
      method: "POST",
      path: paths.save,
      summary: `Save a view of ${what}, or replace one; an account has ${MAX_LIST_VIEWS} at most`,
      access: own,
      body: z.strictObject({
        /** The view to replace; a new one without it. */
        viewId: id.optional(),
        ...fields,
      }),
      data: z.object({ viewId: id }),
      errors: ["A0111", "A0230", "A0300", "A0400", "A0404", "A0440"],
      invalidates: [paths.list],
    }),
    delete: defineEndpoint({
      method: "POST",
      path: paths.delete,
      summary: `Delete a saved view of ${what}`,
      access: own,
      body: z.strictObject({ viewId: id }),
      data: z.null(),
      errors: ["A0230", "A0300", "A0400", "A0404"],
      invalidates: [paths.list],
    }),
  };
}
