import type { Violation } from "./boundaries.ts";
import type { Sources } from "./read-sources.ts";

const SERVER = "apps/server/src/";

/** Files with SQL that have yet to be divided into a rule and a repository. The list only gets shorter. */
const SQL_ELSEWHERE: readonly string[] = [];

/** SQL is written with the `sql` tag, of Kysely or of infra/postgres; a file that imports the tag as a value contains some. */
const SQL_IMPORT = /^import \{[^}]*\bsql\b[^}]*\} from "(?:kysely|[\w./-]*fast-sql\.ts)";$/m;

const mayContainSql = (file: string): boolean => /(?:\.repository|-sql)\.ts$/.test(file);

/** SQL is in repositories, and in `*-sql.ts` files whose users in other modules are declared (SQL_FRAGMENTS). */
export function checkSqlPlaces(sources: Sources, elsewhere = SQL_ELSEWHERE): Violation[] {
  const withSql = [...sources]
    .filter(([file, text]) => file.startsWith(SERVER) && !mayContainSql(file) && SQL_IMPORT.test(text))
    .map(([file]) => file.slice(SERVER.length));
  return [
    ...withSql
      .filter((file) => !elsewhere.includes(file))
      .map((file) => ({
        file: SERVER + file,
        message: "contains SQL: only *.repository.ts and *-sql.ts do",
      })),
    ...elsewhere
      .filter((file) => !withSql.includes(file))
      .map((file) => ({ file: SERVER + file, message: "contains no SQL: remove it from SQL_ELSEWHERE" })),
  ];
}
