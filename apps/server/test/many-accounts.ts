import { sql } from "kysely";
import { loadConfig } from "../src/infra/config.ts";
import { createLogger } from "../src/infra/logger.ts";
import { openDatabase } from "../src/main/open-database.ts";

/** Email of the numbered account, from 1. */
export const emailOf = (index: number): string => `account-${index}@bench.example`;

/**
 * Companies as a tree in which each has three below it (500 are six levels), accounts spread over them evenly, a plant for
 * each tenth account: written beside a running server. All have ROOT's role and password.
 */
export async function writeManyAccounts(
  dataFolder: string,
  { companies, accounts }: { companies: number; accounts: number },
): Promise<{ companyId: string; stationId: string }> {
  const config = loadConfig({ HELIOGRAPH_DATA: dataFolder });
  const { db, close } = await openDatabase(config, createLogger(config));
  try {
    return await db.transaction().execute(async (trx) => {
      await sql`
        create temporary table tree on commit drop as
        select 0 as n, id from companies where upstream_id is null
        union all select n, gen_random_uuid() from generate_series(1, ${companies}::int) n
      `.execute(trx);
      await sql`
        insert into companies (id, upstream_id, name)
        select c.id, above.id, 'Company ' || c.n from tree c join tree above on above.n = (c.n - 1) / 3 where c.n > 0
      `.execute(trx);
      await sql`
        insert into accounts (company_id, role_id, relation, user_name, email, password_hash)
        select c.id, root.role_id, 'customer', 'Account ' || a, 'account-' || a || '@bench.example', root.password_hash
        from generate_series(1, ${accounts}::int) a
        join tree c on c.n = 1 + a % ${companies}::int
        cross join (select role_id, password_hash from accounts where lower(email) = 'root@heliograph.local') root
      `.execute(trx);
      await sql`
        insert into plants (number, name, installed_capacity_kwp, grid_connection_date, time_zone, currency, owner_id, company_id)
        select lpad(upper(to_hex(row_number() over ())), 8, '0'), 'Plant of ' || user_name, 10, '2025-01-01', 'UTC', 'EUR', id,
          company_id
        from accounts where email like 'account-%0@bench.example'
      `.execute(trx);
      const { rows } = await sql<{ companyId: string; stationId: string }>`
        select c.id as "companyId", p.id as "stationId" from tree c join plants p on p.company_id = c.id
        order by c.n desc limit 1
      `.execute(trx);
      await sql`analyze`.execute(trx);
      const [lowest] = rows;
      if (lowest === undefined) throw new Error("There are too few accounts for a plant");
      return lowest;
    });
  } finally {
    await close();
  }
}
