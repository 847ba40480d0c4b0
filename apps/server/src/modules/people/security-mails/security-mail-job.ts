import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { OwnAddress } from "../../../infra/own-address.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { writeNotice } from "../../base/notices/notices.service.ts";
import { mailedTypes, writeSecurityMail } from "./security-mail.ts";
import {
  countEvents,
  deleteCounts,
  findRecipient,
  listDueAccounts,
  lockQueue,
  markMailed,
} from "./security-mails.repository.ts";

const CHECK_EVERY_MS = 10_000;
/** An account is mailed at most once in this time. */
const MAIL_EVERY_MS = 15 * 60_000;
const EVENTS_PER_STEP = 2_000;
/** How long sending of a mail is retried. */
const LIFETIME_MS = 24 * 3_600_000;

/** Mails ROOT accounts about security alarms of the log. */
export function createSecurityMailJob(deps: {
  db: Db;
  clock: Clock;
  logger: Logger;
  ownAddress: OwnAddress;
}) {
  const { db, clock, logger, ownAddress } = deps;

  /** Counts the oldest events for every account, all or nothing; returns how many. */
  const count = () =>
    db.transaction().execute(async (trx) => {
      if (!(await lockQueue(trx))) return 0;
      return await countEvents(trx, { types: mailedTypes, limit: EVENTS_PER_STEP });
    });

  async function send(accountId: string): Promise<void> {
    const now = clock.now();
    const mailedBefore = new Date(now - MAIL_EVERY_MS);
    await db.transaction().execute(async (trx) => {
      if (!(await markMailed(trx, { accountId, now: new Date(now), mailedBefore }))) return;
      const counted = await deleteCounts(trx, accountId);
      const recipient = await findRecipient(trx, accountId);
      if (!recipient || counted.length === 0) return;
      const { email, language } = recipient;
      const mail = writeSecurityMail(counted, language, ownAddress.linkTo("/system/setup/logs?log=security"));
      await writeNotice(trx, { ...mail, to: email, language, now, lifetimeMs: LIFETIME_MS });
    });
  }

  async function work(signal: AbortSignal = new AbortController().signal): Promise<void> {
    while (!signal.aborted && (await count()) === EVENTS_PER_STEP);
    const mailedBefore = new Date(clock.now() - MAIL_EVERY_MS);
    for (const accountId of await listDueAccounts(db, { mailedBefore })) {
      if (signal.aborted) return;
      await send(accountId);
    }
  }

  const loop = createLoop({
    work,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "security alarms could not be mailed",
  });
  return { start: loop.start, stop: loop.stop, work };
}
