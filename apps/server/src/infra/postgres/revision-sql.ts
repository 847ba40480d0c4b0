import type { RawBuilder } from "kysely";
import { sql } from "./fast-sql.ts";

/** Revision of a row by its table alias: microseconds of `updated_at`, as text that survives JSON. */
export const revisionOf = (alias: string): RawBuilder<string> => sql<string>`
  (extract(epoch from ${sql.ref(`${alias}.updated_at`)}) * 1000000)::bigint::text`;
