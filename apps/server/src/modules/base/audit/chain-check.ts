import type { Db } from "../../../infra/postgres/database.ts";
import { FIRST_HASH, hashRow } from "./audit-chain.service.ts";
import type { ChainEnd, SealedRow } from "./chain.repository.ts";
import { findLastClosing, listSealed } from "./chain.repository.ts";
import type { ChainSeal } from "./chain-seal.ts";

/**
 * Defect of the first broken row: it is missing; its columns differ from what was sealed; its hash differs from the sealed
 * one; it differs from the row recorded in the data folder under this number, so the chain was rewritten; or the closing
 * of deleted months before it is not signed with this folder's key.
 */
export type Difference = "missing" | "changed" | "hash" | "rewritten" | "closing";

export interface ChainBreak {
  readonly number: number;
  /** Absent for a missing row. */
  readonly id?: string;
  readonly difference: Difference;
}

export interface ChainReport {
  /** First and last verified row; null if there is none. */
  readonly firstNumber: number | null;
  readonly lastNumber: number | null;
  readonly break?: ChainBreak;
  /** False if no end is recorded in the data folder: then rows missing at the end go unnoticed. */
  readonly isEndKnown: boolean;
}

const BATCH_SIZE = 2_000;

/** If the next row continues from the hash computed from this row's columns, only this row's hash was changed. */
function differenceOf(
  computed: ChainEnd,
  next: SealedRow | undefined,
  head: ChainEnd | undefined,
): Difference {
  const continues = next?.hash && hashRow(computed.hash, next).equals(next.hash);
  const isHead = head?.number === computed.number && head.hash.equals(computed.hash);
  return continues || isHead ? "hash" : "changed";
}

interface Walk {
  first: number | null;
  end: ChainEnd;
  break?: ChainBreak | undefined;
}

/** Finds the defect of the row that should follow `end`; `next` is the row after it. */
function findBreak(
  end: ChainEnd,
  row: SealedRow,
  { next, head }: { next: SealedRow | undefined; head: ChainEnd | undefined },
): ChainBreak | undefined {
  const { number, id } = row;
  if (number !== end.number + 1) return { number: end.number + 1, difference: "missing" };
  const hash = hashRow(end.hash, row);
  if (row.hash === null || !hash.equals(row.hash))
    return { number, id, difference: differenceOf({ number, hash }, next, head) };
  return number === head?.number && !hash.equals(head.hash)
    ? { number, id, difference: "rewritten" }
    : undefined;
}

/** Checks a batch of rows in order until one is broken; the row beyond the batch only helps to classify the defect. */
function walkRows(walk: Walk, rows: readonly SealedRow[], head: ChainEnd | undefined): void {
  for (const [index, row] of rows.slice(0, BATCH_SIZE).entries()) {
    walk.break = findBreak(walk.end, row, { next: rows[index + 1], head });
    if (walk.break) return;
    walk.first ??= row.number;
    walk.end = { number: row.number, hash: row.hash as Buffer };
  }
}

async function findStart(db: Db, seal: ChainSeal): Promise<Walk> {
  const closing = await findLastClosing(db);
  const end = closing ?? { number: 0, hash: FIRST_HASH };
  const isSigned = closing && (await seal.isSigned(`closing ${closing.month}`, closing));
  const isWrong = isSigned === false;
  return { first: null, end, ...(isWrong && { break: { number: end.number, difference: "closing" } }) };
}

/** Verifies the whole chain without blocking writers or the chain job, and reports the first broken row. */
export async function checkChain({
  db,
  seal,
  signal,
}: {
  db: Db;
  seal: ChainSeal;
  /** Aborts between two batches by throwing. */
  signal?: AbortSignal | undefined;
}): Promise<ChainReport> {
  // Read before the rows, so that the chain can only be longer than the recorded end.
  const head = await seal.findHead();
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const walk = await findStart(trx, seal);
      while (!walk.break) {
        signal?.throwIfAborted();
        const rows = await listSealed(trx, walk.end.number, BATCH_SIZE + 1);
        if (rows.length === 0) break;
        walkRows(walk, rows, head);
      }
      if (!walk.break && head && head.number > walk.end.number)
        walk.break = { number: walk.end.number + 1, difference: "missing" };
      const { first, end } = walk;
      return {
        firstNumber: first,
        lastNumber: first === null ? null : end.number,
        ...(walk.break && { break: walk.break }),
        isEndKnown: head !== undefined,
      };
    });
}
