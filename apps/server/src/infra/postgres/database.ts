import type { Kysely, Transaction as KyselyTransaction } from "kysely";

/** Empty: SQL is text through Kysely's `sql` tag, and each query of a repository declares its row. */
// biome-ignore lint/suspicious/noEmptyInterface: Kysely requires a type of tables, and there is none on purpose.
export interface Database {}

export type Db = Kysely<Database>;
export type Transaction = KyselyTransaction<Database>;
