import { messages } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";

/** Code of a company (table alias): the operator as long as nobody has given it a name of its own. */
export const builtInCompanyCode = (alias: string): RawBuilder<string | null> => sql<string | null>`
  case when ${sql.ref(`${alias}.upstream_id`)} is null and ${sql.ref(`${alias}.name`)} = ${messages.en["company.operator"]}
    then 'operator' end`;
