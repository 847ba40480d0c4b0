import type { LedgerKind } from "@heliograph/contract";
import { sql } from "kysely";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { FIRST_HASH, hashRow } from "../../base/audit/audit-chain.service.ts";
import type { LockedSafety } from "./safety.repository.ts";

export interface LedgerEntry {
  readonly operationId: string | null;
  readonly kind: LedgerKind;
  readonly actorId?: string | undefined;
  readonly address?: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

interface StoredRow {
  readonly number: number;
  readonly operationId: string | null;
  readonly at: Date;
  readonly kind: LedgerKind;
  readonly actorId: string | null;
  readonly address: string;
  readonly detail: string;
  readonly hash: Buffer;
}

/** What the hash of a row covers, in this order. */
const valuesOf = (plantId: string, row: Omit<StoredRow, "number" | "hash">): (string | null)[] => [
  plantId,
  row.operationId,
  row.at.toISOString(),
  row.kind,
  row.actorId,
  row.address,
  row.detail,
];

/** Appends rows to the ledger of a plant whose safety state is locked; returns the end of the chain. */
export async function appendLedger(
  trx: Transaction,
  { plantId }: Pick<LockedSafety, "plantId">,
  entries: readonly LedgerEntry[],
  at: Date,
): Promise<{ number: number; hash: string }> {
  const ends = await sql<{ number: number; hash: Buffer }>`
    select ledger_number::float8 as number, ledger_hash as hash from plant_safety where plant_id = ${plantId}`.execute(
    trx,
  );
  let { number, hash } = ends.rows[0] as { number: number; hash: Buffer };
  const rows = entries.map((entry) => {
    const row = {
      operationId: entry.operationId,
      at,
      kind: entry.kind,
      actorId: entry.actorId ?? null,
      address: entry.address ?? "",
      detail: JSON.stringify(entry.detail),
    };
    number += 1;
    hash = hashRow(hash, { number, id: plantId, values: valuesOf(plantId, row) });
    return { ...row, number, hash };
  });
  await sql`
    insert into safety_ledger (plant_id, number, operation_id, at, kind, actor_id, address, detail, hash)
    select ${plantId}::uuid, n.number, n.operation_id, ${at}::timestamptz, n.kind, n.actor_id, n.address, n.detail, n.hash
    from unnest(${rows.map((row) => row.number)}::bigint[], ${rows.map(({ operationId }) => operationId)}::uuid[],
      ${rows.map(({ kind }) => kind)}::text[], ${rows.map(({ actorId }) => actorId)}::uuid[],
      ${rows.map(({ address }) => address)}::text[], ${rows.map(({ detail }) => detail)}::text[],
      ${rows.map((row) => row.hash)}::bytea[])
      as n (number, operation_id, kind, actor_id, address, detail, hash)`.execute(trx);
  await sql`
    update plant_safety set ledger_number = ${number}, ledger_hash = ${hash} where plant_id = ${plantId}`.execute(
    trx,
  );
  return { number, hash: hash.toString("hex") };
}

const columns = sql`number::float8 as number, operation_id as "operationId", at, kind, actor_id as "actorId", address, detail,
  hash`;

export async function listLedger(
  db: Db,
  plantId: string,
  { order, page, pageSize }: { order: "asc" | "desc"; page: number; pageSize: number },
): Promise<{ rows: StoredRow[]; total: number }> {
  const { rows } = await sql<StoredRow>`
    select ${columns} from safety_ledger where plant_id = ${plantId} order by number ${sql.raw(order)}
    offset ${(page - 1) * pageSize} limit ${pageSize}`.execute(db);
  const counted = await sql<{ total: number }>`
    select count(*)::int as total from safety_ledger where plant_id = ${plantId}`.execute(db);
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

interface LedgerEnd {
  readonly endNumber: number;
  readonly endHash: Buffer;
}

/** The first row of a plant's ledger whose hash does not match, or that is missing; null when the whole chain matches. */
export async function findBrokenRow(db: Db, plantId: string): Promise<number | null> {
  // The end with the rows in one statement: what is appended in between would look like a missing row.
  const { rows: found } = await sql<LedgerEnd & (StoredRow | { number: null })>`
    select s.ledger_number::float8 as "endNumber", s.ledger_hash as "endHash", l.*
    from plant_safety s
    left join (select ${columns} from safety_ledger where plant_id = ${plantId}) l on true
    where s.plant_id = ${plantId} order by l.number`.execute(db);
  const rows = found.filter((row) => row.number !== null);
  let hash = FIRST_HASH;
  for (const [index, row] of rows.entries()) {
    const number = index + 1;
    hash = hashRow(hash, { number, id: plantId, values: valuesOf(plantId, row) });
    if (row.number !== number || !hash.equals(row.hash)) return number;
  }
  const [end] = found;
  return end && (end.endNumber !== rows.length || !hash.equals(end.endHash)) ? rows.length + 1 : null;
}

export type LedgerFileRow = StoredRow;

/** Consecutive rows of a plant's ledger from the first to the last of an operation, or all, and the hash before them. */
export async function readLedgerPart(
  db: Db,
  plantId: string,
  operationId?: string,
): Promise<{ previousHash: Buffer; rows: LedgerFileRow[] }> {
  const ofOperation = sql`(
    select coalesce(min(e.number), 1), coalesce(max(e.number), 0) from safety_ledger e
    where e.plant_id = ${plantId} and e.operation_id = ${operationId ?? null}
  )`;
  const part = operationId === undefined ? sql`(values (1::bigint, null::bigint))` : ofOperation;
  const { rows } = await sql<StoredRow>`
    select ${columns} from safety_ledger cross join ${part} as part (first_number, last_number)
    where plant_id = ${plantId} and number >= first_number and (last_number is null or number <= last_number)
    order by number`.execute(db);
  const before = await sql<{ hash: Buffer }>`
    select hash from safety_ledger where plant_id = ${plantId} and number = ${(rows[0]?.number ?? 1) - 1}`.execute(
    db,
  );
  return { previousHash: before.rows[0]?.hash ?? FIRST_HASH, rows };
}

/** Ids of the plants that have a ledger, and how long each is. */
export async function listLedgerPlants(db: Db): Promise<{ plantId: string; number: number }[]> {
  const { rows } = await sql<{ plantId: string; number: number }>`
    select plant_id as "plantId", ledger_number::float8 as number from plant_safety
    where ledger_number > 0 order by plant_id`.execute(db);
  return rows;
}
