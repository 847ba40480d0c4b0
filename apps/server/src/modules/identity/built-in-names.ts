import type { Language } from "@heliograph/contract";
import { isMessageKey, messages, say } from "@heliograph/contract";
import type { RawBuilder } from "kysely";
import { sql } from "kysely";

/** Built-in types, roles and the operator are named by code in the caller's language; those people named keep their name. */
export function nameOf(
  kind: "role" | "customerType" | "company",
  row: { code: string | null; name: string },
  language: Language,
): string {
  const key = `${kind}.${row.code}`;
  return isMessageKey(key) ? say(language, key) : row.name;
}

/** Code of a company (table alias): the operator as long as nobody has given it a name of its own. */
export const companyCode = (alias: string): RawBuilder<string | null> => sql<string | null>`
  case when ${sql.ref(`${alias}.upstream_id`)} is null and ${sql.ref(`${alias}.name`)} = ${messages.en["company.operator"]}
    then 'operator' end`;
