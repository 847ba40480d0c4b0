import { sql } from "kysely";
import type { Db } from "../../../../infra/postgres/database.ts";

/** Of these units, those whose last switching command was an accepted `open`. */
export async function findOpenedByCommand(
  db: Db,
  gatewayId: string,
  units: readonly number[],
): Promise<Set<number>> {
  const { rows } = await sql<{ unit: number }>`
    select unit from unnest(${units}::integer[]) as unit
    where (
      select c.op from commands c
      where c.gateway_id = ${gatewayId} and c.op in ('open', 'close')
        and c.state in ('delivered', 'accepted', 'running', 'done') and (c.targets is null or unit = any(c.targets))
      order by c.seq desc limit 1
    ) = 'open'`.execute(db);
  return new Set(rows.map(({ unit }) => unit));
}
