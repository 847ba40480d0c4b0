import type { Provider } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface ProviderFields {
  countryOrRegion: string;
  serviceEmail: string;
  qrPictureId: string | null;
  text: string;
}

const columns = sql`
  id as "providerId", country_or_region as "countryOrRegion", service_email as "serviceEmail",
  qr_picture_id as "qrPictureId", text, sort_order as "sortOrder", revision`;

export async function listProviderRows(executor: Db | Transaction): Promise<Provider[]> {
  const { rows } = await sql<Provider>`select ${columns} from providers order by sort_order, id`.execute(
    executor,
  );
  return rows;
}

/** Serializes changes of the order. */
export async function lockProviders(trx: Transaction): Promise<void> {
  await sql`lock table providers in share row exclusive mode`.execute(trx);
}

export async function findProviderForUpdate(
  trx: Transaction,
  providerId: string,
): Promise<Provider | undefined> {
  const { rows } = await sql<Provider>`
    select ${columns} from providers where id = ${providerId} for update`.execute(trx);
  return rows[0];
}

export async function insertProvider(
  trx: Transaction,
  fields: ProviderFields,
  sortOrder: number,
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into providers (country_or_region, service_email, qr_picture_id, text, sort_order)
    values (${fields.countryOrRegion}, ${fields.serviceEmail}, ${fields.qrPictureId}, ${fields.text}, ${sortOrder})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function updateProviderRow(
  trx: Transaction,
  providerId: string,
  fields: ProviderFields,
): Promise<void> {
  await sql`
    update providers set country_or_region = ${fields.countryOrRegion}, service_email = ${fields.serviceEmail},
      qr_picture_id = ${fields.qrPictureId}, text = ${fields.text}, revision = revision + 1, updated_at = now()
    where id = ${providerId}`.execute(trx);
}

export async function deleteProviderRow(trx: Transaction, providerId: string): Promise<void> {
  await sql`delete from providers where id = ${providerId}`.execute(trx);
}

/** Numbers the rows from 1 in the order of the ids. */
export async function writeOrder(trx: Transaction, providerIds: readonly string[]): Promise<void> {
  await sql`
    update providers p set sort_order = o.place::int
    from unnest(${providerIds}::uuid[]) with ordinality as o (id, place) where o.id = p.id`.execute(trx);
}
