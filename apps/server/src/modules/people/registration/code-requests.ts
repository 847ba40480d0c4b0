import type { MessageKey } from "@heliograph/contract";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { isStorageUnavailable } from "../../../infra/storage-unavailable.ts";
import { translateName } from "../../base/names/names.service.ts";
import { NOTICE_LIFETIME_MS, writeNotice } from "../../base/notices/notices.service.ts";
import type { ContactHolder } from "../accounts/accounts.service.ts";
import { findAccountByContact } from "../accounts/accounts.service.ts";
import type { CodeRequest } from "./codes.repository.ts";
import { closeRequest, lockOpenRequest } from "./codes.repository.ts";
import type { Codes } from "./codes.ts";
import { CODE_LIFE_MS } from "./codes.ts";
import { getCompanyName } from "./contact-holders.repository.ts";

type Decision = keyof typeof CODE_TEXTS | "known";

const CODE_TEXTS = {
  code: "mail.code.text",
  invited: "mail.code.invited",
  added: "mail.code.added",
  forgotAdded: "mail.code.forgotAdded",
} as const;

/**
 * Decides what to send to a target: a code, with what its owner should know about an account that another user added with
 * it; that its owner already has an account; or nothing.
 */
function decide(
  { purpose, accountId }: CodeRequest,
  holder: ContactHolder | undefined,
): Decision | undefined {
  if (purpose === "forgot") {
    if (holder?.state !== "active") return undefined;
    return holder.isVerified ? "code" : "forgotAdded";
  }
  // The account's own contact is verified like a new one.
  if (holder === undefined || (purpose === "bind" && holder.accountId === accountId)) return "code";
  if (purpose === "register" && holder.state === "invited") return "invited";
  return holder.isVerified ? "known" : "added";
}

/** Processes requests for codes: finds the account of each target and sends what applies. */
export function createCodeRequests(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  codes: Codes;
  ownAddress: OwnAddress;
}) {
  const { db, clock, logger, codes, ownAddress } = deps;

  async function send(trx: Transaction, request: CodeRequest): Promise<void> {
    const { purpose, target, language, address: source } = request;
    const holder = await findAccountByContact(trx, target);
    const decided = decide(request, holder);
    if (!decided) return;
    const to = { to: target, language, now: clock.now() };
    if (decided === "known") {
      const params = { target, address: ownAddress.linkTo("/forgot") };
      const texts = { subject: "mail.known.subject", text: "mail.known.text" } as const;
      await writeNotice(trx, { ...to, ...texts, params, lifetimeMs: NOTICE_LIFETIME_MS });
      return;
    }
    const code = await codes.create(trx, {
      purpose,
      target,
      accountId: request.accountId ?? undefined,
      source,
    });
    const subject: MessageKey = `mail.code.${purpose}`;
    const params = {
      code,
      minutes: CODE_LIFE_MS / 60_000,
      ...(holder && {
        company: translateName("company", await getCompanyName(trx, holder.companyId), language),
        address: ownAddress.linkTo(decided === "forgotAdded" ? "/reg" : "/forgot"),
      }),
    };
    await writeNotice(trx, { ...to, subject, text: CODE_TEXTS[decided], params, lifetimeMs: CODE_LIFE_MS });
  }

  /** Returns false when no request is left. */
  async function sendNext(): Promise<boolean> {
    let id: string | undefined;
    try {
      return await db.transaction().execute(async (trx) => {
        const request = await lockOpenRequest(trx, new Date(clock.now() - CODE_LIFE_MS));
        id = request?.id;
        if (!request) return false;
        await send(trx, request);
        await closeRequest(trx, request.id);
        return true;
      });
    } catch (error) {
      // While the database is unavailable the request stays open for the next round.
      if (id === undefined || isStorageUnavailable(error)) throw error;
      // A request that fails must not block the others.
      logger.warn({ err: error, id }, "a code could not be created");
      await closeRequest(db, id);
      return true;
    }
  }

  return {
    /** Processes every open request, until there is none or the signal ends it. */
    async work(signal?: AbortSignal): Promise<void> {
      while (!signal?.aborted && (await sendNext()));
    },
  };
}
