import { messages } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";

/** Code of a company (table alias): the operator until it is renamed. */
export const builtInCompanyCode = (alias: string): RawBuilder<string | null> => sql<string | null>`
  case when ${sql.ref(`${alias}.upstream_id`)} is null and ${sql.ref(`${alias}.name`)} = ${messages.en["company.operator"]}
    then 'operator' end`;
