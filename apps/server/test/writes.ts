import { sql } from "kysely";
import type { Db } from "../src/infra/postgres/database.ts";

/** What was written to a database of one's own. */
export interface Writes {
  /** Names of the tables with rows written since the last call, in transactions that were committed. */
  take(): Promise<string[]>;
}

/** Notes every row that is inserted, changed or deleted after this call, except in some tables. */
export async function watchWrites(db: Db, except: readonly string[]): Promise<Writes> {
  await sql`create schema watch`.execute(db);
  await sql`create table watch.writes (name text not null)`.execute(db);
  await sql`
    create function watch.note() returns trigger language plpgsql as $$
    begin
      insert into watch.writes values (tg_table_name);
      return null;
    end $$`.execute(db);
  const { rows: tables } = await sql<{ name: string }>`
    select relname::text as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r'`.execute(db);
  for (const { name } of tables.filter((table) => !except.includes(table.name)))
    await sql`
      create trigger watch after insert or update or delete on ${sql.table(name)}
      for each row execute function watch.note()`.execute(db);
  return {
    async take() {
      const { rows } = await sql<{ name: string }>`delete from watch.writes returning name`.execute(db);
      return [...new Set(rows.map(({ name }) => name))].sort();
    },
  };
}
