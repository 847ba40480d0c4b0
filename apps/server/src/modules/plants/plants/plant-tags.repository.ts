import { sql } from "kysely";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";

/** Locks a plant's row and returns its tags and company; undefined when the plant was deleted meanwhile. */
export async function lockTags(
  trx: Transaction,
  { plantId }: PlantInScope,
): Promise<{ companyId: string; tags: string[] } | undefined> {
  const { rows } = await sql<{ companyId: string }>`
    select company_id as "companyId" from plants where id = ${plantId} for no key update`.execute(trx);
  if (rows[0] === undefined) return undefined;
  // A statement of its own: one that waited for the lock sees the tags as they were before.
  const found = await sql<{ tag: string }>`
    select tag from plant_tags where plant_id = ${plantId} order by tag`.execute(trx);
  return { ...rows[0], tags: found.rows.map(({ tag }) => tag) };
}

export async function writeTags(
  trx: Transaction,
  { plantId }: PlantInScope,
  { added, removed }: { added: readonly string[]; removed: readonly string[] },
): Promise<void> {
  await sql`delete from plant_tags where plant_id = ${plantId} and tag = any(${removed}::text[])`.execute(
    trx,
  );
  await sql`
    insert into plant_tags (plant_id, tag) select ${plantId}, tag from unnest(${added}::text[]) tag`.execute(
    trx,
  );
}
