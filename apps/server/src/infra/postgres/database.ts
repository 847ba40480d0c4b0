import type { Kysely, Transaction as KyselyTransaction } from "kysely";

/** Stays empty: SQL is text through Kysely's `sql` tag, and the converter of each repository knows its rows. */
// biome-ignore lint/suspicious/noEmptyInterface: Kysely wants a type of tables, and there is none on purpose.
export interface Database {}

export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;
