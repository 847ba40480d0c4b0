import type { Db } from "../../infra/postgres/database.ts";
import { firstHash, hashRow } from "./audit-chain.ts";
import type { ChainEnd, SealedRow } from "./chain.repository.ts";
import { findLastClosing, listSealed } from "./chain.repository.ts";
import type { ChainSeal } from "./chain-seal.ts";

/**
 * What is wrong with the first broken row: it is not there; its columns are not what was sealed; its hash is not the one
 * it got; it is not the row the data folder remembers under this number, so the chain was written anew; or the closing
 * of dropped months before it is not signed by this folder's key.
 */
export type Difference = "missing" | "changed" | "hash" | "rewritten" | "closing";

export interface ChainBreak {
  readonly number: number;
  /** Absent for a row that is not there. */
  readonly id?: string;
  readonly difference: Difference;
}

export interface ChainReport {
  /** First and last row looked at; null where there was none. */
  readonly firstNumber: number | null;
  readonly lastNumber: number | null;
  readonly break?: ChainBreak;
  /** False where the data folder remembers no end: then nothing tells whether this is the true one. */
  readonly isEndKnown: boolean;
}

const ROWS_AT_ONCE = 2_000;

/** Where what follows goes on from what the row's columns say, only its hash was touched. */
function differenceOf(
  computed: ChainEnd,
  next: SealedRow | undefined,
  head: ChainEnd | undefined,
): Difference {
  const goesOn = next?.hash && hashRow(computed.hash, next).equals(next.hash);
  const isHead = head?.number === computed.number && head.hash.equals(computed.hash);
  return goesOn || isHead ? "hash" : "changed";
}

interface Walk {
  first: number | null;
  end: ChainEnd;
  break?: ChainBreak | undefined;
}

/** What is wrong with a row that should follow on the end; `next` is the one after it. */
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

/** Looks at rows in order until one is broken; of those beyond the limit only to tell what is wrong before them. */
function walkRows(walk: Walk, rows: readonly SealedRow[], head: ChainEnd | undefined): void {
  for (const [index, row] of rows.slice(0, ROWS_AT_ONCE).entries()) {
    walk.break = findBreak(walk.end, row, { next: rows[index + 1], head });
    if (walk.break) return;
    walk.first ??= row.number;
    walk.end = { number: row.number, hash: row.hash as Buffer };
  }
}

async function findStart(db: Db, seal: ChainSeal): Promise<Walk> {
  const closing = await findLastClosing(db);
  const end = closing ?? { number: 0, hash: firstHash };
  const isSigned = closing && (await seal.isSigned(`closing ${closing.month}`, closing));
  const isWrong = isSigned === false;
  return { first: null, end, ...(isWrong && { break: { number: end.number, difference: "closing" } }) };
}

/** Walks the whole chain, beside writers and the chaining job, and names the first broken row. */
export async function checkChain({
  db,
  seal,
  signal,
}: {
  db: Db;
  seal: ChainSeal;
  /** Ends the look between two batches, by throwing. */
  signal?: AbortSignal | undefined;
}): Promise<ChainReport> {
  // Read before the rows are: the chain may only have grown since.
  const head = await seal.findHead();
  return await db
    .transaction()
    .setIsolationLevel("repeatable read")
    .execute(async (trx) => {
      const walk = await findStart(trx, seal);
      while (!walk.break) {
        signal?.throwIfAborted();
        const rows = await listSealed(trx, walk.end.number, ROWS_AT_ONCE + 1);
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
