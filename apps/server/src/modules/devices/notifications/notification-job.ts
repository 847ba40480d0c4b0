import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { isNotifiable, listNotifications } from "./decide.ts";
import { deleteOldNotifications, listDueAccounts } from "./due-mails.repository.ts";
import {
  deleteQueuedEvents,
  insertNotifications,
  listMailedPairs,
  listQueuedEvents,
  lockQueue,
} from "./event-queue.repository.ts";
import { listAlarmReaders } from "./readers.repository.ts";
import type { MailDeps } from "./send-due.ts";
import { DEFAULT_LIMIT, HOUR_MS, sendDue } from "./send-due.ts";

// A storm of alarms is spread over this time at least, so that its mails are few.
const CHECK_EVERY_MS = 10_000;
/** Rows are made of them in one go, and commands wait for it. */
const EVENTS_PER_STEP = 100;
const MAX_ACCOUNTS = 200;
const SWEEP_EVERY_MS = HOUR_MS;
/** An end is mailed up to this time after the mail about the beginning. */
const RETENTION_MS = 90 * 24 * HOUR_MS;

/** Decides who is notified of new conditions of alarms, and writes the mails that are due. */
export function createNotificationJob(deps: MailDeps & { db: Db; clock: Clock; logger: Logger }) {
  const { db, clock, logger } = deps;
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** Decides the oldest events, all or nothing; returns how many. */
  const decide = () =>
    db.transaction().execute(async (trx) => {
      if (!(await lockQueue(trx))) return 0;
      const events = await listQueuedEvents(trx, EVENTS_PER_STEP);
      const now = clock.now();
      const open = events.filter((event) => isNotifiable(event, now));
      const plantIds = [...new Set(open.map(({ plantId }) => plantId))];
      const readers = Map.groupBy(await listAlarmReaders(trx, { plantIds }), ({ plantId }) => plantId);
      const ended = open.filter(({ kind }) => kind === "gone").map(({ alarmId }) => alarmId);
      const mailedPairs = ended.length === 0 ? new Set<string>() : await listMailedPairs(trx, ended);
      await insertNotifications(
        trx,
        open.flatMap((event) =>
          listNotifications(event, readers.get(event.plantId) ?? [], { now, mailedPairs }),
        ),
      );
      await deleteQueuedEvents(
        trx,
        events.map(({ eventId }) => eventId),
      );
      return events.length;
    });

  async function send(signal: AbortSignal): Promise<void> {
    const now = new Date(clock.now());
    const since = new Date(clock.now() - HOUR_MS);
    const limits = { now, since, defaultLimit: DEFAULT_LIMIT, maxAccounts: MAX_ACCOUNTS };
    for (const accountId of await listDueAccounts(db, limits)) {
      if (signal.aborted) return;
      await sendDue(deps, accountId);
    }
  }

  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    await deleteOldNotifications(db, {
      mailedBefore: new Date(now - RETENTION_MS),
      limitBefore: new Date(now - 2 * HOUR_MS),
    });
  }

  async function work(signal: AbortSignal = new AbortController().signal): Promise<void> {
    while (!signal.aborted && (await decide()) === EVENTS_PER_STEP);
    await send(signal);
    await sweep();
  }

  const loop = createLoop({
    work,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: "notifications of alarms could not be written",
  });
  return { start: loop.start, stop: loop.stop, work };
}
