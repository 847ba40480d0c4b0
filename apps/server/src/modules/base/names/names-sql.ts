import type { Language } from "@heliograph/contract";
import { formatMessage, messages } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";

/** Code of a company (table alias): the operator until it is renamed. */
export const builtInCompanyCode = (alias: string): RawBuilder<string | null> => sql<string | null>`
  case when ${sql.ref(`${alias}.upstream_id`)} is null and ${sql.ref(`${alias}.name`)} = ${messages.en["company.operator"]}
    then 'operator' end`;

/** Name of a company (table alias) in a language. */
export const companyNameIn = (alias: string, language: Language): RawBuilder<string> => sql<string>`
  case when ${builtInCompanyCode(alias)} = 'operator' then ${formatMessage(language, "company.operator")}
    else ${sql.ref(`${alias}.name`)} end`;
