import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { CodePurpose, Language } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import { findSource } from "../../infra/find-source.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { AppError } from "../access/access.service.ts";
import type { ServerKeys } from "../identity/identity.service.ts";
import { normalizeAccountName } from "../identity/identity.service.ts";
import type { StoredCode } from "./codes.repository.ts";
import {
  burnCode,
  countCodeRequests,
  countTry,
  deleteOldCodes,
  insertCodeRequest,
  lockCodeRequests,
  writeCode,
} from "./codes.repository.ts";

export const CODE_LIFE_MS = 10 * 60_000;
const keyName = "verification-code";
const mostTries = 5;
const dayMs = 24 * 3_600_000;
const resendAfterS = 60;
// What a person needs who mistypes and waits; a target's owner is not flooded, and guessing stays hopeless: 50 tries a day.
const perTargetAndDay = 10;
// An office behind one address; far below what makes us a sender of mass mail.
const perAddressAndDay = 100;
const tooManyWaitS = 3_600;

export interface CodeTarget {
  purpose: CodePurpose;
  /** As typed. */
  target: string;
}

/** Verification codes: asked for, made, tried, used up. Only their HMACs are kept. */
export function createCodes({ db, clock, serverKeys }: { db: Db; clock: Clock; serverKeys: ServerKeys }) {
  async function digest(...parts: string[]): Promise<Buffer> {
    return createHmac("sha256", await serverKeys.get(keyName))
      .update(parts.join("\n"))
      .digest();
  }

  async function toStored({ purpose, target, code }: CodeTarget & { code: string }): Promise<StoredCode> {
    const name = normalizeAccountName(target);
    const [targetHash, codeHmac] = [await digest("target", name), await digest("code", purpose, name, code)];
    return { purpose, targetHash, codeHmac };
  }

  function waitFor(counts: Awaited<ReturnType<typeof countCodeRequests>>, now: number): number {
    if (counts.ofTarget >= perTargetAndDay || counts.ofAddress >= perAddressAndDay) return tooManyWaitS;
    if (counts.lastOfTargetAt === null) return 0;
    return Math.ceil(resendAfterS - (now - counts.lastOfTargetAt.getTime()) / 1_000);
  }

  return {
    /**
     * Notes that somebody wants a code. Whose the target is, is not looked at here: a job does, so that the answer is
     * the same and takes the same time for all. Throws A0501 while the target or the address has to wait.
     */
    async request(
      options: CodeTarget & { address: string; language: Language },
    ): Promise<{ resendAfterS: number }> {
      const { purpose, language } = options;
      const address = findSource(options.address);
      const target = normalizeAccountName(options.target);
      const targetHash = await digest("target", target);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await lockCodeRequests(trx, { address, targetHash });
        const since = new Date(now - dayMs);
        const counts = await countCodeRequests(trx, { purpose, targetHash, address, since });
        const waitS = waitFor(counts, now);
        if (waitS > 0) throw new AppError("A0501", { retryAfterS: waitS });
        const requestedAt = new Date(now);
        await insertCodeRequest(trx, { purpose, target, targetHash, language, address, requestedAt });
      });
      return { resendAfterS };
    },

    /** A new code of six digits; the one before is worth nothing from now on. */
    async make(trx: Transaction, target: CodeTarget): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const expiresAt = new Date(clock.now() + CODE_LIFE_MS);
      await writeCode(trx, { ...(await toStored({ ...target, code })), expiresAt });
      return code;
    },

    /**
     * Tries a code, and counts the try whatever comes of it. Throws A0240, the same for a wrong code, an expired one and
     * none at all. The answer is used up by `use` in the transaction of what the code allows.
     */
    async try(typed: CodeTarget & { code: string }): Promise<StoredCode> {
      const stored = await toStored(typed);
      const expected = await countTry(db, { ...stored, now: new Date(clock.now()), mostTries });
      // Compared also when there is none, so that both take as long.
      const isRight = timingSafeEqual(expected ?? Buffer.alloc(stored.codeHmac.length), stored.codeHmac);
      if (!isRight) throw wrongCode();
      return stored;
    },

    /** Throws A0240 when another request used the code first. */
    async use(trx: Transaction, code: StoredCode): Promise<void> {
      if (!(await burnCode(trx, code))) throw wrongCode();
    },

    async sweep(): Promise<void> {
      const now = clock.now();
      await deleteOldCodes(db, { now: new Date(now), since: new Date(now - dayMs) });
    },
  };
}

/** The code was wrong, has expired, or was none. */
export function wrongCode(): AppError {
  return new AppError("A0240", { fields: [{ path: "code", key: "code.A0240" }] });
}

export type Codes = ReturnType<typeof createCodes>;
