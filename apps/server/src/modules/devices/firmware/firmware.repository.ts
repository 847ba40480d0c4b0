import type {
  DeviceType,
  endpoints,
  Firmware,
  FirmwareName,
  FirmwarePermission,
  QueryOf,
} from "@heliograph/contract";
import { versionNumbers } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";

export interface FirmwareRow extends Omit<Firmware, "uploadedAt"> {
  readonly fileId: string;
  readonly uploadedAt: Date;
}

const publisher = sql`coalesce(a.user_name, f.signed_by)`;
const columns = sql`
  f.id as "firmwareId", f.file_id as "fileId", f.name, f.version, f.device_type as type, f.model, f.hardware,
  f.size_bytes as "sizeBytes", ${publisher} as publisher, f.published_at as "uploadedAt", f.permission,
  f.release_notes as "releaseNotes", f.sha256, f.signature, f.signed_by as "signedBy", f.revision`;

type Filter = QueryOf<typeof endpoints.firmware.list>;

const sortColumns: Record<Filter["sort"], ReturnType<typeof sql>> = {
  name: sql`f.name`,
  version: sql`f.version_numbers`,
  type: sql`f.device_type`,
  sizeBytes: sql`f.size_bytes`,
  publisher: sql`lower(${publisher})`,
  uploadedAt: sql`f.published_at`,
  permission: sql`f.permission`,
};

/** Which firmware is visible (R6.2). */
export interface FirmwareAccess {
  readonly isInternalVisible: boolean;
}

const visible = ({ isInternalVisible }: FirmwareAccess) =>
  isInternalVisible ? sql`true` : sql`f.permission = 'external'`;

export async function listFirmwareRows(
  db: Db,
  filter: Filter,
  access: FirmwareAccess,
): Promise<{ rows: FirmwareRow[]; total: number }> {
  const search = filter.search ? `%${filter.search.replace(/[\\%_]/g, "\\$&")}%` : null;
  const condition = sql`${visible(access)} and (${search}::text is null or f.name ilike ${search})
    and (${filter.type ?? null}::text is null or f.device_type = ${filter.type ?? null})
    and (${filter.permission ?? null}::text is null or f.permission = ${filter.permission ?? null})`;
  const direction = filter.order === "desc" ? sql`desc` : sql`asc`;
  const [listed, counted] = await Promise.all([
    sql<FirmwareRow>`
      select ${columns} from firmware f left join accounts a on a.id = f.publisher_id
      where ${condition} order by ${sortColumns[filter.sort]} ${direction}, f.id
      limit ${filter.pageSize} offset ${(filter.page - 1) * filter.pageSize}`.execute(db),
    sql<{ total: number }>`select count(*)::int as total from firmware f where ${condition}`.execute(db),
  ]);
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findFirmware(
  executor: Db | Transaction,
  firmwareId: string,
  access: FirmwareAccess,
): Promise<FirmwareRow | undefined> {
  const { rows } = await sql<FirmwareRow>`
    select ${columns} from firmware f left join accounts a on a.id = f.publisher_id
    where f.id = ${firmwareId} and ${visible(access)}`.execute(executor);
  return rows[0];
}

/** Serializes changes, so that versions are compared with all that are published. */
export async function lockFirmware(trx: Transaction): Promise<void> {
  await sql`lock table firmware in share row exclusive mode`.execute(trx);
}

export interface NewFirmware extends FirmwareName {
  readonly fileId: string;
  readonly name: string;
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly signature: string;
  readonly signedBy: string;
  readonly permission: FirmwarePermission;
  readonly releaseNotes: string;
}

/**
 * The newest version of the same type, model, hardware and permission that is not older than this one, or the same file with
 * another permission; undefined when this one is newer than all.
 */
export async function findNewerVersion(
  trx: Transaction,
  one: Pick<NewFirmware, "type" | "model" | "hardware" | "version" | "permission">,
  exceptId: string | null,
): Promise<string | undefined> {
  const numbers = [...versionNumbers(one.version)];
  const { rows } = await sql<{ version: string }>`
    select version from firmware
    where device_type = ${one.type} and model = ${one.model} and hardware = ${one.hardware}
      and (${exceptId}::uuid is null or id <> ${exceptId}::uuid)
      and (version_numbers = ${numbers}::int[]
        or (permission = ${one.permission} and version_numbers > ${numbers}::int[]))
    order by version_numbers desc limit 1`.execute(trx);
  return rows[0]?.version;
}

export async function insertFirmware(
  trx: Transaction,
  firmware: NewFirmware,
  { publisherId, at, isDemo = false }: { publisherId: string | null; at: Date; isDemo?: boolean },
): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    insert into firmware (file_id, name, device_type, model, hardware, version, version_numbers, size_bytes, sha256,
      signature, signed_by, permission, release_notes, publisher_id, published_at, is_demo)
    values (${firmware.fileId}, ${firmware.name}, ${firmware.type satisfies DeviceType}, ${firmware.model},
      ${firmware.hardware}, ${firmware.version}, ${[...versionNumbers(firmware.version)]}::int[], ${firmware.sizeBytes},
      ${firmware.sha256}, ${firmware.signature}, ${firmware.signedBy}, ${firmware.permission}, ${firmware.releaseNotes},
      ${publisherId}, ${at}, ${isDemo})
    returning id`.execute(trx);
  return (rows[0] as { id: string }).id;
}

export async function updateFirmwareRow(
  trx: Transaction,
  firmwareId: string,
  { permission, releaseNotes }: { permission: FirmwarePermission; releaseNotes: string },
): Promise<void> {
  await sql`
    update firmware set permission = ${permission}, release_notes = ${releaseNotes}, revision = revision + 1
    where id = ${firmwareId}`.execute(trx);
}

/** Locks a firmware against its deletion. */
export async function lockFirmwareRow(trx: Transaction, firmwareId: string): Promise<void> {
  await sql`select from firmware where id = ${firmwareId} for share`.execute(trx);
}

/** Whether a campaign that has not ended sends this firmware. */
export async function isBeingUpgraded(trx: Transaction, firmwareId: string): Promise<boolean> {
  const { rows } = await sql`
    select from upgrade_campaigns where firmware_id = ${firmwareId} and state in ('running', 'paused') limit 1`.execute(
    trx,
  );
  return rows.length > 0;
}

/** Deletes a firmware and its file. */
export async function deleteFirmwareRow(
  trx: Transaction,
  { firmwareId, fileId }: Pick<FirmwareRow, "firmwareId" | "fileId">,
): Promise<void> {
  await sql`delete from firmware where id = ${firmwareId}`.execute(trx);
  await sql`delete from firmware_files where id = ${fileId}`.execute(trx);
}

/** Deletes the demo's firmware with its files. */
export async function deleteDemoRows(trx: Transaction): Promise<void> {
  const { rows } = await sql<{ fileId: string }>`
    delete from firmware where is_demo returning file_id as "fileId"`.execute(trx);
  const fileIds = rows.map(({ fileId }) => fileId);
  await sql`delete from firmware_files where id = any(${fileIds}::uuid[])`.execute(trx);
}
