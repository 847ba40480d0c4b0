import type { Logger } from "../../../infra/logger.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { writeAudit } from "./audit.service.ts";
import { FIRST_HASH, hashRow } from "./audit-chain.service.ts";
import type { ChainEnd } from "./chain.repository.ts";
import {
  findLastClosing,
  findLastSealed,
  findSealedHash,
  listUnsealed,
  sealRows,
  tryLockChain,
} from "./chain.repository.ts";
import type { ChainSeal } from "./chain-seal.ts";

/** The chain does not end as recorded in the data folder: nothing is sealed until an operator has checked it. */
export class ChainBrokenError extends Error {
  constructor(number: number) {
    super(`the audit chain no longer has its row ${number}: run "npm run audit:verify"`);
    this.name = "ChainBrokenError";
  }
}

export interface ChainJob {
  /** Seals committed rows and returns their number; 0 while another process does so. Throws ChainBrokenError. */
  runOnce(): Promise<number>;
}

// One transaction of this many rows takes well under a second.
const BATCH_SIZE = 5_000;

/** Numbers and hash-chains committed audit rows in the order it reads them; writers never wait for it. */
export function createChainJob({ db, seal, logger }: { db: Db; seal: ChainSeal; logger: Logger }): ChainJob {
  /** Throws when the chain does not end as recorded in this folder. */
  async function checkHead(trx: Transaction, end: ChainEnd): Promise<void> {
    const head = await seal.findHead();
    if (!head || head.number === 0) return;
    const closing = await findLastClosing(trx);
    if (closing && head.number < closing.number) return;
    const hash = head.number === closing?.number ? closing.hash : await findSealedHash(trx, head.number);
    if (head.number > end.number || !hash?.equals(head.hash)) throw new ChainBrokenError(head.number);
  }

  /**
   * Creates the key of a folder that has none. The chain is then trusted as it is, which an audit row records: a matter of
   * security where rows were sealed before, which another key no longer proves.
   */
  async function ensureKey(trx: Transaction, end: ChainEnd): Promise<void> {
    if (await seal.hasKey()) return;
    await seal.createKey();
    logger.info({ number: end.number }, "the audit chain has a new key");
    await writeAudit(trx, {
      kind: end.number === 0 ? "system" : "security",
      type: "audit.key-made",
      objectType: "audit",
      new: { number: end.number },
      method: "job",
    });
  }

  const findEnd = async (trx: Transaction): Promise<ChainEnd> =>
    (await findLastSealed(trx)) ?? (await findLastClosing(trx)) ?? { number: 0, hash: FIRST_HASH };

  /**
   * Records the end of the committed chain in the data folder. Under the lock, and with the end read anew: a job that sealed
   * earlier never replaces a later end by its own. While another job holds the lock, that one or the next run records it.
   */
  async function recordEnd(trx: Transaction): Promise<void> {
    if (!(await tryLockChain(trx))) return;
    const end = await findEnd(trx);
    const head = await seal.findHead();
    if (head === undefined || head.number < end.number) await seal.writeHead(end);
  }

  async function sealBatch(trx: Transaction): Promise<{ end: ChainEnd; sealed: number } | undefined> {
    if (!(await tryLockChain(trx))) return undefined;
    const end = await findEnd(trx);
    await ensureKey(trx, end);
    await checkHead(trx, end);
    const unsealed = await listUnsealed(trx, BATCH_SIZE);
    let { number, hash } = end;
    const sealed = unsealed.map((row) => {
      number += 1;
      hash = hashRow(hash, { ...row, number });
      return { id: row.id, number, hash };
    });
    if (sealed.length > 0) await sealRows(trx, sealed);
    return { end: { number, hash }, sealed: sealed.length };
  }

  return {
    async runOnce() {
      let total = 0;
      for (;;) {
        const done = await db.transaction().execute(sealBatch);
        if (!done) return total;
        total += done.sealed;
        const head = await seal.findHead();
        if (head?.number !== done.end.number) await db.transaction().execute(recordEnd);
        if (done.sealed < BATCH_SIZE) return total;
      }
    },
  };
}
