import type { ResponderContact } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db } from "../../../infra/postgres/database.ts";

interface ResponderRow {
  readonly plantId: string;
  readonly tokenSealed: Buffer;
  readonly switchPlaces: string;
  readonly contacts: ResponderContact[];
  readonly createdAt: Date;
}

const columns = sql`plant_id as "plantId", token_sealed as "tokenSealed", switch_places as "switchPlaces", contacts,
  responder_pages.created_at as "createdAt"`;

export async function findResponderPage(db: Db, plantId: string): Promise<ResponderRow | undefined> {
  const { rows } = await sql<ResponderRow>`
    select ${columns} from responder_pages where plant_id = ${plantId}`.execute(db);
  return rows[0];
}

/** The page with this link; not of a plant that was deleted. */
export async function findPageByToken(
  db: Db,
  tokenHash: Buffer,
): Promise<(ResponderRow & { ownerId: string; companyId: string }) | undefined> {
  const { rows } = await sql<ResponderRow & { ownerId: string; companyId: string }>`
    select ${columns}, p.owner_id as "ownerId", p.company_id as "companyId"
    from responder_pages join plants p on p.id = plant_id
    where token_hash = ${tokenHash} and p.deleted_at is null`.execute(db);
  return rows[0];
}

interface Link {
  readonly tokenHash: Buffer;
  readonly tokenSealed: Buffer;
}

/** Inserts the page with a link, or changes what an existing page shows; its link stays. */
export async function saveResponderPage(
  db: Db,
  page: Link & { plantId: string; switchPlaces: string; contacts: readonly ResponderContact[]; now: Date },
): Promise<void> {
  await sql`
    insert into responder_pages (plant_id, token_hash, token_sealed, switch_places, contacts, created_at)
    values (${page.plantId}, ${page.tokenHash}, ${page.tokenSealed}, ${page.switchPlaces},
      ${JSON.stringify(page.contacts)}::jsonb, ${page.now})
    on conflict (plant_id) do update set switch_places = excluded.switch_places, contacts = excluded.contacts`.execute(
    db,
  );
}

/** Returns whether there was a page. */
export async function replaceLink(
  db: Db,
  { plantId, tokenHash, tokenSealed, now }: Link & { plantId: string; now: Date },
): Promise<boolean> {
  const { rows } = await sql`
    update responder_pages set token_hash = ${tokenHash}, token_sealed = ${tokenSealed}, created_at = ${now}
    where plant_id = ${plantId} returning 1`.execute(db);
  return rows.length > 0;
}

export async function deleteResponderPage(db: Db, plantId: string): Promise<boolean> {
  const { rows } = await sql`delete from responder_pages where plant_id = ${plantId} returning 1`.execute(db);
  return rows.length > 0;
}

/** Name and zone of a plant. */
export async function findPlantTitle(
  db: Db,
  plantId: string,
): Promise<{ plantName: string; timeZone: string }> {
  const { rows } = await sql<{ plantName: string; timeZone: string }>`
    select name as "plantName", time_zone as "timeZone" from plants where id = ${plantId}`.execute(db);
  return rows[0] as { plantName: string; timeZone: string };
}
