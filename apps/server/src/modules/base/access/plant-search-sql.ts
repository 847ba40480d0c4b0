import type { RawBuilder } from "kysely";
import { sql } from "../../../infra/postgres/fast-sql.ts";
import type { Scope } from "./scope.ts";

/** Condition on plants `p`: part of the name or number, without case. Anonymous callers do not see numbers. */
export function matchesPlantSearch(scope: Scope, searched: string): RawBuilder<boolean> {
  const search = `%${searched.replace(/[\\%_]/g, "\\$&")}%`;
  const isNumber = scope.isAnonymous ? sql`false` : sql`p.number ilike ${search}`;
  return sql<boolean>`(p.name ilike ${search} or ${isNumber})`;
}
