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
import { hasContact, isFamiliarAddress } from "./holders.repository.ts";

export const CODE_LIFE_MS = 10 * 60_000;
const keyName = "verification-code";
/**
 * Tries of one code: five from where it was asked for, whatever others do, and twenty from everywhere else together. So
 * a code is guessed with a chance of 25 in a million.
 */
const most = { ofSource: 5, ofOthers: 20 } as const;
const dayMs = 24 * 3_600_000;
const resendAfterS = 60;
// What a person needs who mistypes and waits.
const perPairAndDay = 5;
// A target's owner is not flooded. Codes asked for from where the account was used before count apart, as do those to bind a
// contact the account has: strangers who use theirs up take nothing from its owner.
const perTargetAndDay = 20;
// An office behind one address; far below what makes us a sender of mass mail.
const perAddressAndDay = 100;
const tooManyWaitS = 3_600;

export interface CodeTarget {
  purpose: CodePurpose;
  /** As typed. */
  target: string;
  /** Who binds a contact; the code is good for that account alone. */
  accountId?: string | undefined;
}

/** Verification codes: asked for, made, tried, used up. Only their HMACs are kept. */
export function createCodes({ db, clock, serverKeys }: { db: Db; clock: Clock; serverKeys: ServerKeys }) {
  async function digest(...parts: string[]): Promise<Buffer> {
    return createHmac("sha256", await serverKeys.get(keyName))
      .update(parts.join("\n"))
      .digest();
  }

  async function toStored({ purpose, target, accountId, code }: CodeTarget & { code: string }) {
    const of = [normalizeAccountName(target), ...(accountId === undefined ? [] : [accountId])];
    const [targetHash, codeHmac] = [
      await digest("target", ...of),
      await digest("code", purpose, ...of, code),
    ];
    return { purpose, targetHash, codeHmac } satisfies StoredCode;
  }

  function waitFor(
    counts: Awaited<ReturnType<typeof countCodeRequests>>,
    { isFamiliar, now }: { isFamiliar: boolean; now: number },
  ): number {
    const isTooMuch =
      counts.ofPair >= perPairAndDay ||
      counts.ofAddress >= perAddressAndDay ||
      (isFamiliar ? counts.ofFamiliar : counts.ofStrangers) >= perTargetAndDay;
    if (isTooMuch) return tooManyWaitS;
    if (counts.lastOfPairAt === null) return 0;
    return Math.ceil(resendAfterS - (now - counts.lastOfPairAt.getTime()) / 1_000);
  }

  return {
    /**
     * Notes that somebody wants a code. Whether one is sent, a job decides, so that the answer is the same and takes the
     * same time whoever the target belongs to. Throws A0501 while the target or the address has to wait.
     */
    async request(
      options: CodeTarget & { address: string; language: Language },
    ): Promise<{ resendAfterS: number }> {
      const { purpose, language, accountId = null } = options;
      const address = findSource(options.address);
      const target = normalizeAccountName(options.target);
      const targetHash = await digest("target", target);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await lockCodeRequests(trx, { address, targetHash });
        const isFamiliar =
          accountId === null
            ? await isFamiliarAddress(trx, { target, address: options.address })
            : await hasContact(trx, { target, accountId });
        const since = new Date(now - dayMs);
        const counts = await countCodeRequests(trx, { purpose, targetHash, accountId, address, since });
        const waitS = waitFor(counts, { isFamiliar, now });
        if (waitS > 0) throw new AppError("A0501", { retryAfterS: waitS });
        const noted = { purpose, target, targetHash, language, accountId, address, isFamiliar };
        await insertCodeRequest(trx, { ...noted, requestedAt: new Date(now) });
      });
      return { resendAfterS };
    },

    /** A new code of six digits; `source` is where it was asked for. */
    async make(trx: Transaction, { source, ...target }: CodeTarget & { source: string }): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const now = clock.now();
      const [madeAt, expiresAt] = [new Date(now), new Date(now + CODE_LIFE_MS)];
      await writeCode(trx, { ...(await toStored({ ...target, code })), source, madeAt, expiresAt });
      return code;
    },

    /**
     * Tries a code, and counts the try whatever comes of it. Throws A0240, the same for a wrong code, an expired one and
     * none at all. The answer is used up by `use` in the transaction of what the code allows.
     */
    async try({ address, ...typed }: CodeTarget & { code: string; address: string }): Promise<StoredCode> {
      const stored = await toStored(typed);
      const source = findSource(address);
      const expected = await countTry(db, { ...stored, source, now: new Date(clock.now()), most });
      // Each is compared, and something also when there is none, so that all take as long.
      const compared = expected.length > 0 ? expected : [Buffer.alloc(stored.codeHmac.length)];
      const right = compared.filter((one) => timingSafeEqual(one, stored.codeHmac));
      if (right.length === 0) throw wrongCode();
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
