import type { Logger } from "../../infra/logger.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { writeAudit } from "./audit.service.ts";
import { firstHash, hashRow } from "./audit-chain.ts";
import type { ChainEnd } from "./chain.repository.ts";
import {
  findLastClosing,
  findLastSealed,
  findSealedHash,
  listUnsealed,
  sealRows,
  takeChainLock,
} from "./chain.repository.ts";
import type { ChainSeal } from "./chain-seal.ts";

/** The chain does not end as the data folder remembers: nothing is sealed onto it until somebody has looked. */
export class ChainBrokenError extends Error {
  constructor(number: number) {
    super(`the audit chain no longer has its row ${number}: run "npm run audit:verify"`);
    this.name = "ChainBrokenError";
  }
}

export interface ChainJob {
  /** Seals what is committed; answers how many rows. Nothing while another process is at it. Throws ChainBrokenError. */
  runOnce(): Promise<number>;
}

// One transaction of this many rows takes well under a second.
const rowsAtOnce = 5_000;

/** Numbers and hash-chains committed rows of the audit in the order it sees them; writers never wait for it. */
export function createChainJob({ db, seal, logger }: { db: Db; seal: ChainSeal; logger: Logger }): ChainJob {
  /** Refuses to go on from another end than the one this folder wrote down. */
  async function checkHead(trx: Transaction, end: ChainEnd): Promise<void> {
    const head = await seal.findHead();
    if (!head || head.number === 0) return;
    const closing = await findLastClosing(trx);
    if (closing && head.number < closing.number) return;
    const hash = head.number === closing?.number ? closing.hash : await findSealedHash(trx, head.number);
    if (head.number > end.number || !hash?.equals(head.hash)) throw new ChainBrokenError(head.number);
  }

  /** A folder without key and head takes the chain as it stands, and says so in it. */
  async function ensureKey(trx: Transaction, end: ChainEnd): Promise<void> {
    if (await seal.hasKey()) return;
    await seal.makeKey();
    logger.info({ number: end.number }, "the audit chain has a new key");
    await writeAudit(trx, {
      kind: "security",
      type: "audit.key-made",
      objectType: "audit",
      new: { number: end.number },
      method: "job",
    });
  }

  async function sealBatch(trx: Transaction): Promise<{ end: ChainEnd; sealed: number } | undefined> {
    if (!(await takeChainLock(trx))) return undefined;
    const end = (await findLastSealed(trx)) ?? (await findLastClosing(trx)) ?? { number: 0, hash: firstHash };
    await ensureKey(trx, end);
    await checkHead(trx, end);
    const unsealed = await listUnsealed(trx, rowsAtOnce);
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
        if (head?.number !== done.end.number) await seal.writeHead(done.end);
        if (done.sealed < rowsAtOnce) return total;
      }
    },
  };
}
