import { createHmac, randomInt, timingSafeEqual } from "node:crypto";
import type { CodePurpose, Language } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import { findSource } from "../../../infra/find-source.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { findAccountByContact } from "../accounts/accounts.service.ts";
import { normalizeContact } from "../accounts/contacts.service.ts";
import type { ServerKeys } from "../identity/server-keys.service.ts";
import type { StoredCode } from "./codes.repository.ts";
import {
  countCodeRequests,
  countTry,
  deleteOldCodes,
  deleteUsedCode,
  insertCode,
  insertCodeRequest,
  lockCodeRequests,
} from "./codes.repository.ts";
import { hasSessionFrom } from "./contact-holders.repository.ts";

export const CODE_LIFE_MS = 10 * 60_000;
const KEY_NAME = "verification-code";
/**
 * Tries of one code: five from where it was requested, whatever others do, and twenty from everywhere else together. So a
 * code is guessed with a chance of 25 in a million.
 */
const MAX_TRIES = { ofSource: 5, ofOthers: 20 } as const;
const DAY_MS = 24 * 3_600_000;
const RESEND_AFTER_S = 60;
// Enough for a user who mistypes and waits.
const MAX_PER_PAIR_AND_DAY = 5;
// Protects a target's owner from floods. Codes requested from where the account was used before count separately, as do
// those to bind a contact the account has: strangers cannot use up the owner's limit.
const MAX_PER_TARGET_AND_DAY = 20;
// Enough for an office behind one address, and far below mass mail.
const MAX_PER_ADDRESS_AND_DAY = 100;
const WAIT_AFTER_LIMIT_S = 3_600;

export interface CodeTarget {
  purpose: CodePurpose;
  /** As typed. */
  target: string;
  /** The account that binds a contact; the code is valid for that account alone. */
  accountId?: string | undefined;
}

/** Requests, creates, tries and uses verification codes. Only their HMACs are stored. */
export function createCodes({ db, clock, serverKeys }: { db: Db; clock: Clock; serverKeys: ServerKeys }) {
  async function digest(...parts: string[]): Promise<Buffer> {
    return createHmac("sha256", await serverKeys.get(KEY_NAME))
      .update(parts.join("\n"))
      .digest();
  }

  async function toStored({ purpose, target, accountId, code }: CodeTarget & { code: string }) {
    const of = [normalizeContact(target), ...(accountId === undefined ? [] : [accountId])];
    const [targetHash, codeHmac] = [
      await digest("target", ...of),
      await digest("code", purpose, ...of, code),
    ];
    return { purpose, targetHash, codeHmac } satisfies StoredCode;
  }

  /** Whether a request comes from where the account was used before; to bind, from the account that has the contact. */
  async function isFamiliarRequest(
    trx: Transaction,
    { target, accountId, address }: { target: string; accountId: string | null; address: string },
  ): Promise<boolean> {
    const holder = await findAccountByContact(trx, target);
    if (!holder) return false;
    if (accountId !== null) return holder.accountId === accountId;
    return await hasSessionFrom(trx, { accountId: holder.accountId, address });
  }

  function waitFor(
    counts: Awaited<ReturnType<typeof countCodeRequests>>,
    { isFamiliar, now }: { isFamiliar: boolean; now: number },
  ): number {
    const isTooMuch =
      counts.ofPair >= MAX_PER_PAIR_AND_DAY ||
      counts.ofAddress >= MAX_PER_ADDRESS_AND_DAY ||
      (isFamiliar ? counts.ofFamiliar : counts.ofStrangers) >= MAX_PER_TARGET_AND_DAY;
    if (isTooMuch) return WAIT_AFTER_LIMIT_S;
    if (counts.lastOfPairAt === null) return 0;
    return Math.ceil(RESEND_AFTER_S - (now - counts.lastOfPairAt.getTime()) / 1_000);
  }

  return {
    /**
     * Records the request for a code. A job decides whether one is sent, so that the response and its time do not depend
     * on whose the target is. Throws A0501 while the target or the address is throttled.
     */
    async request(
      options: CodeTarget & { address: string; language: Language },
    ): Promise<{ resendAfterS: number }> {
      const { purpose, language, accountId = null } = options;
      const address = findSource(options.address);
      const target = normalizeContact(options.target);
      const targetHash = await digest("target", target);
      const now = clock.now();
      await db.transaction().execute(async (trx) => {
        await lockCodeRequests(trx, { address, targetHash });
        const isFamiliar = await isFamiliarRequest(trx, { target, accountId, address: options.address });
        const since = new Date(now - DAY_MS);
        const counts = await countCodeRequests(trx, { purpose, targetHash, accountId, address, since });
        const waitS = waitFor(counts, { isFamiliar, now });
        if (waitS > 0) throw new AppError("A0501", { retryAfterS: waitS });
        const request = { purpose, target, targetHash, language, accountId, address, isFamiliar };
        await insertCodeRequest(trx, { ...request, requestedAt: new Date(now) });
      });
      return { resendAfterS: RESEND_AFTER_S };
    },

    /** Creates a code of six digits; `source` is where it was requested from. */
    async create(trx: Transaction, { source, ...target }: CodeTarget & { source: string }): Promise<string> {
      const code = String(randomInt(1_000_000)).padStart(6, "0");
      const now = clock.now();
      const [madeAt, expiresAt] = [new Date(now), new Date(now + CODE_LIFE_MS)];
      await insertCode(trx, { ...(await toStored({ ...target, code })), source, madeAt, expiresAt });
      return code;
    },

    /**
     * Tries a code and counts the try in any case. Throws A0240 for a wrong code, an expired one and none at all alike.
     * `use` uses the result up in the transaction of what the code allows.
     */
    async try({ address, ...typed }: CodeTarget & { code: string; address: string }): Promise<StoredCode> {
      const stored = await toStored(typed);
      const source = findSource(address);
      const expected = await countTry(db, { ...stored, source, now: new Date(clock.now()), max: MAX_TRIES });
      // Compares every code, and a dummy when there is none, so that all requests take the same time.
      const compared = expected.length > 0 ? expected : [Buffer.alloc(stored.codeHmac.length)];
      const matching = compared.filter((one) => timingSafeEqual(one, stored.codeHmac));
      if (matching.length === 0) throw wrongCode();
      return stored;
    },

    /** Throws A0240 when another request used the code first. */
    async use(trx: Transaction, code: StoredCode): Promise<void> {
      if (!(await deleteUsedCode(trx, code))) throw wrongCode();
    },

    async sweep(): Promise<void> {
      const now = clock.now();
      await deleteOldCodes(db, { now: new Date(now), since: new Date(now - DAY_MS) });
    },
  };
}

/** The error for a wrong, expired or missing code. */
export function wrongCode(): AppError {
  return new AppError("A0240", { fields: [{ path: "code", key: "code.A0240" }] });
}

export type Codes = ReturnType<typeof createCodes>;
