import { sql } from "kysely";
import { loadConfig } from "../src/infra/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import type { Db } from "../src/infra/postgres/database.ts";
import { openDatabase } from "../src/main/open-database.ts";

/** The database of a running server, for a program beside it. */
export interface ServerDatabase {
  readonly db: Db;
  query<Row>(text: string): Promise<Row[]>;
  close(): Promise<void>;
}

/** `environment` holds the settings of the server. */
export async function openServerDatabase(environment: Record<string, string>): Promise<ServerDatabase> {
  const { db, close } = await openDatabase(loadConfig(environment), createLogger({ logLevel: "silent" }));
  return {
    db,
    query: async <Row>(text: string) => (await sql.raw<Row>(text).execute(db)).rows,
    close,
  };
}
