import { sql } from "kysely";
import type { ClickHouse } from "../../infra/clickhouse/open-clickhouse.ts";
import type { Db } from "../../infra/postgres/database.ts";

/** Whether the stores answer. */
export function createHealthService({ db, clickhouse }: { db: Db; clickhouse: ClickHouse }) {
  return {
    /** Throws whatever the store that does not answer throws. */
    async checkStores(): Promise<void> {
      await sql`select 1`.execute(db);
      await clickhouse.query("select 1");
    },
  };
}

export type HealthService = ReturnType<typeof createHealthService>;
