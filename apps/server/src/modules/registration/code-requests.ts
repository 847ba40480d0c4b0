import type { MessageKey } from "@heliograph/contract";
import type { Clock } from "../../infra/clock.ts";
import type { Logger } from "../../infra/logger.ts";
import type { OwnAddress } from "../../infra/own-address.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import { isStorageAway } from "../../infra/storage-away.ts";
import { nameOf } from "../identity/identity.service.ts";
import { NOTICE_USEFUL_MS, writeNotice } from "../notices/notices.service.ts";
import type { CodeRequest } from "./codes.repository.ts";
import { closeRequest, takeOpenRequest } from "./codes.repository.ts";
import type { Codes } from "./codes.ts";
import { CODE_LIFE_MS } from "./codes.ts";
import type { Holder } from "./holders.repository.ts";
import { findHolder } from "./holders.repository.ts";

type Decision = keyof typeof codeTexts | "known";

const codeTexts = {
  code: "mail.code.text",
  invited: "mail.code.invited",
  added: "mail.code.added",
  forgotAdded: "mail.code.forgotAdded",
} as const;

/**
 * What is written to a target: a code, with what its owner should know of an account that somebody added with it; that
 * its owner has an account already; or nothing.
 */
function decide({ purpose, accountId }: CodeRequest, holder: Holder | undefined): Decision | undefined {
  if (purpose === "forgot") {
    if (holder?.state !== "active") return undefined;
    return holder.isVerified ? "code" : "forgotAdded";
  }
  // One's own contact is verified like a new one.
  if (holder === undefined || (purpose === "bind" && holder.accountId === accountId)) return "code";
  if (purpose === "register" && holder.state === "invited") return "invited";
  return holder.isVerified ? "known" : "added";
}

/** Works off what people asked for: looks at whose the target is, and writes what there is to write. */
export function createCodeRequests(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  codes: Codes;
  ownAddress: OwnAddress;
}) {
  const { db, clock, logger, codes, ownAddress } = deps;

  async function answer(trx: Transaction, request: CodeRequest): Promise<void> {
    const { purpose, target, language, address: source } = request;
    const holder = await findHolder(trx, target);
    const decided = decide(request, holder);
    if (!decided) return;
    const to = { to: target, language, now: clock.now() };
    if (decided === "known") {
      const params = { target, address: ownAddress.linkTo("/forgot") };
      const texts = { subject: "mail.known.subject", text: "mail.known.text" } as const;
      await writeNotice(trx, { ...to, ...texts, params, usefulMs: NOTICE_USEFUL_MS });
      return;
    }
    const code = await codes.make(trx, {
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
        company: nameOf("company", { name: holder.companyName, code: holder.companyCode }, language),
        address: ownAddress.linkTo(decided === "forgotAdded" ? "/reg" : "/forgot"),
      }),
    };
    await writeNotice(trx, { ...to, subject, text: codeTexts[decided], params, usefulMs: CODE_LIFE_MS });
  }

  /** False when nothing is left to do. */
  async function answerNext(): Promise<boolean> {
    let id: string | undefined;
    try {
      return await db.transaction().execute(async (trx) => {
        const request = await takeOpenRequest(trx, new Date(clock.now() - CODE_LIFE_MS));
        id = request?.id;
        if (!request) return false;
        await answer(trx, request);
        await closeRequest(trx, request.id);
        return true;
      });
    } catch (error) {
      // While the database is away the request stays open for the next round.
      if (id === undefined || isStorageAway(error)) throw error;
      // One that cannot be answered must not keep the others waiting.
      logger.warn({ err: error, id }, "a code could not be made");
      await closeRequest(db, id);
      return true;
    }
  }

  return {
    /** Answers everything that is open. */
    async work(): Promise<void> {
      while (await answerNext());
    },
  };
}
