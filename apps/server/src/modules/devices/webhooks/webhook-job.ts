import type { Logger } from "../../../infra/logger.ts";
import { createLoop } from "../../../infra/loop.ts";
import { createSharedRun } from "../../../infra/shared-run.ts";
import { LEASE_MS, makeAttempt } from "./attempt.ts";
import type { Attempt, NewDelivery } from "./deliveries.repository.ts";
import {
  deleteOldDeliveries,
  insertDeliveries,
  leaseAttempts,
  releaseAttempt,
} from "./deliveries.repository.ts";
import type { DeliveryDeps } from "./delivery-deps.ts";
import type { CoveringWebhook, QueuedEvent } from "./event-queue.repository.ts";
import {
  deleteQueuedEvents,
  listCoveringWebhooks,
  listQueuedEvents,
  lockQueue,
} from "./event-queue.repository.ts";
import { isSent, isWanted, toStored } from "./webhook-events.ts";

const FAILURE = "webhooks could not be processed";
const CHECK_EVERY_MS = 2_000;
/** Rows are made of them in one go, and commands wait for it. */
const EVENTS_PER_STEP = 500;
/** Events in one request. */
const EVENTS_PER_DELIVERY = 100;
/** Requests under way in this process, to one webhook, and to all webhooks whose last attempt failed. */
const MAX_UNDER_WAY = 32;
const MAX_PER_WEBHOOK = 2;
const MAX_FAILING_UNDER_WAY = MAX_UNDER_WAY / 2;
const DAY_MS = 24 * 3_600_000;
const SWEEP_EVERY_MS = 3_600_000;
const DELIVERED_RETENTION_MS = 30 * DAY_MS;
const DEAD_RETENTION_MS = 90 * DAY_MS;

/** The deliveries of some events, each with at most 100 of them. */
function createDeliveries(
  events: readonly QueuedEvent[],
  webhooks: readonly CoveringWebhook[],
): NewDelivery[] {
  const byPlant = Map.groupBy(webhooks, ({ plantId }) => plantId);
  const wanted = events.flatMap((event) =>
    (byPlant.get(event.plantId) ?? [])
      .filter((webhook) => isWanted(webhook, event))
      .map(({ webhookId }) => ({ webhookId, event: toStored(event) })),
  );
  return [...Map.groupBy(wanted, ({ webhookId }) => webhookId)].flatMap(([webhookId, rows]) =>
    Array.from({ length: Math.ceil(rows.length / EVENTS_PER_DELIVERY) }, (_, nth) => ({
      webhookId,
      events: rows
        .slice(nth * EVENTS_PER_DELIVERY, (nth + 1) * EVENTS_PER_DELIVERY)
        .map(({ event }) => event),
    })),
  );
}

/** Turns changes of alarms into deliveries of webhooks, and sends those that are due. */
export function createWebhookJob(deps: DeliveryDeps & { logger: Logger }) {
  const { db, clock, logger } = deps;
  const underWay = new Set<Promise<void>>();
  let places = MAX_UNDER_WAY;
  let stopping = new AbortController();
  let sweptAt = Number.NEGATIVE_INFINITY;

  /** Decides the oldest events, all or nothing; returns how many. */
  const decide = () =>
    db.transaction().execute(async (trx) => {
      if (!(await lockQueue(trx))) return 0;
      const now = clock.now();
      const queued = await listQueuedEvents(trx, { now: new Date(now), limit: EVENTS_PER_STEP });
      const events = queued.filter((event) => isSent(event, now));
      const webhooks = await listCoveringWebhooks(trx, [...new Set(events.map(({ plantId }) => plantId))]);
      await insertDeliveries(trx, { deliveries: createDeliveries(events, webhooks), at: new Date(now) });
      await deleteQueuedEvents(
        trx,
        queued.map(({ eventId }) => eventId),
      );
      return queued.length;
    });

  async function attemptOnce(attempt: Attempt): Promise<void> {
    const { deliveryId } = attempt;
    try {
      await makeAttempt(deps, attempt, stopping.signal);
    } catch (error) {
      if (stopping.signal.aborted) await releaseAttempt(db, attempt);
      // Its lease ends, and it is tried again.
      else logger.error({ err: error, deliveryId }, "a delivery of a webhook could not be recorded");
    }
  }

  /** Makes an attempt; afterwards its place is free for the next one that is due. */
  async function run(attempt: Attempt): Promise<void> {
    places -= 1;
    await attemptOnce(attempt);
    places += 1;
    if (!stopping.signal.aborted) await startDue();
  }

  async function leaseAndRun(): Promise<void> {
    const now = clock.now();
    const attempts = await db.transaction().execute((trx) =>
      leaseAttempts(trx, {
        now: new Date(now),
        leasedUntil: new Date(now + LEASE_MS),
        perWebhook: MAX_PER_WEBHOOK,
        max: places,
        maxFailing: MAX_FAILING_UNDER_WAY,
      }),
    );
    for (const attempt of attempts) {
      const running: Promise<void> = run(attempt)
        .catch((error: unknown) => logger.error({ err: error }, FAILURE))
        .finally(() => underWay.delete(running));
      underWay.add(running);
    }
  }

  /** Starts what is due and has a place; a slow receiver is not waited for. */
  const startDue = createSharedRun(leaseAndRun);

  async function sweep(): Promise<void> {
    const now = clock.now();
    if (now - sweptAt < SWEEP_EVERY_MS) return;
    sweptAt = now;
    await deleteOldDeliveries(db, {
      deliveredBefore: new Date(now - DELIVERED_RETENTION_MS),
      deadBefore: new Date(now - DEAD_RETENTION_MS),
    });
  }

  async function step(signal: AbortSignal = stopping.signal): Promise<void> {
    while (!signal.aborted && (await decide()) === EVENTS_PER_STEP);
    await startDue();
    await sweep();
  }

  async function settle(): Promise<void> {
    while (underWay.size > 0) await Promise.all(underWay);
  }

  const loop = createLoop({
    work: step,
    everyMs: CHECK_EVERY_MS,
    logger,
    failureMessage: FAILURE,
  });
  return {
    start() {
      stopping = new AbortController();
      loop.start();
    },
    async stop() {
      await loop.stop();
      stopping.abort();
      await settle();
    },
    /** Decides what is queued, and starts what is due. */
    step,
    /** Does everything that is due now, and waits for it. */
    async work(): Promise<void> {
      await step();
      await settle();
    },
  };
}
