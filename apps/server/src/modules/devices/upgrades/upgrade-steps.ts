import type { PauseReason } from "@heliograph/contract";
import type { OtaJob } from "@heliograph/protocol";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import type { IdentityService } from "../../people/identity/identity.service.ts";
import type { CommandService } from "../commands/commands.service.ts";
import { lockCampaign, pauseAtLimit, updatePaused } from "./campaigns.repository.ts";
import type { Offerable, RunningCampaign, Stalled, WaitingJob } from "./offers.repository.ts";
import {
  countOpen,
  insertJob,
  listCancelledJobs,
  listOfferable,
  listRefused,
  listRunning,
  listSilent,
  listWaitingJobs,
  listWaitingZones,
  releaseJob,
  skipUnfit,
  updateDone,
  updateFailed,
  updateJobCancelled,
  updateRequeued,
  updateSent,
  updateWave,
} from "./offers.repository.ts";
import type { UpgradeWindow } from "./upgrade-rules.ts";
import { isTemporary, isWindowOpen, toReason } from "./upgrade-rules.ts";
import { updateYield, updateYieldWait } from "./yield.repository.ts";
import type { YieldVerdict } from "./yield-check.ts";
import { createYieldCheck, needsYield } from "./yield-check.ts";

const MINUTE_MS = 60_000;
/** Units that a gateway may write at the same time. */
const CONCURRENCY = 4;
/** Devices that are offered their image in one step. */
const MAX_OFFERS = 2_000;
/** A command that was not delivered by then is offered anew. */
const DELIVER_WITHIN_MS = 10 * MINUTE_MS;
const NO_PROGRESS_MS = 15 * MINUTE_MS;
const RETRY_AFTER_MS = MINUTE_MS;
const MAX_ATTEMPTS = 3;
/** A device whose plant has no gateway online for this long does not hold its wave up any longer. */
const WAIT_OFFLINE_MS = 48 * 60 * MINUTE_MS;

const COMPARE_EVERY_MS = 10 * MINUTE_MS;

export interface UpgradeStepDeps {
  db: Db;
  clock: Clock;
  logger: Logger;
  commands: Pick<CommandService, "send">;
  identity: Pick<IdentityService, "findAccountScope">;
  metering: Pick<MeteringService, "unitHours" | "listAllUpdating">;
}

export const windowOf = (one: {
  windowFromHour: number | null;
  windowToHour: number | null;
}): UpgradeWindow | undefined =>
  one.windowFromHour === null || one.windowToHour === null
    ? undefined
    : { fromHour: one.windowFromHour, toHour: one.windowToHour };

/** The job as the gateway receives it. */
const toJob = (campaign: RunningCampaign, jobId: string): OtaJob => ({
  job: jobId,
  type: campaign.type,
  name: campaign.firmwareName,
  version: campaign.version,
  size: campaign.sizeBytes,
  sha256: campaign.sha256,
  signature: campaign.signature,
  concurrency: CONCURRENCY,
});

/**
 * Drives campaigns: every step reads what is stored and writes what follows, so that a process that was killed is continued
 * by the next one.
 */
export function createUpgradeSteps(deps: UpgradeStepDeps) {
  const { db, clock, logger, commands, identity } = deps;
  const yieldCheck = createYieldCheck(deps);
  const comparedAt = new Map<string, number>();

  /** Runs in a transaction in which the campaign is locked and running. */
  async function whileRunning(
    campaignId: string,
    work: (trx: Transaction) => Promise<void>,
  ): Promise<boolean> {
    return await db.transaction().execute(async (trx) => {
      if ((await lockCampaign(trx, campaignId))?.state !== "running") return false;
      await work(trx);
      return true;
    });
  }

  async function pause(trx: Transaction, campaign: RunningCampaign, reason: PauseReason) {
    await writeAudit(trx, {
      kind: "operation",
      type: "upgrade.pause",
      objectType: "upgrade",
      objectId: campaign.campaignId,
      new: { reason },
      method: "job",
    });
  }

  /** Devices whose offer came to nothing wait for another one, or have failed. */
  async function settle(trx: Transaction, campaignId: string, stalled: readonly Stalled[]): Promise<void> {
    const at = new Date(clock.now());
    const again = stalled.filter(({ code, attempts }) => isTemporary(code) && attempts < MAX_ATTEMPTS);
    const retryAt = new Date(clock.now() + RETRY_AFTER_MS);
    const deviceIds = again.map(({ deviceId }) => deviceId);
    await updateRequeued(trx, campaignId, { deviceIds, retryAt, at });
    for (const { deviceId, code } of stalled) {
      if (deviceIds.includes(deviceId)) continue;
      await updateFailed(trx, campaignId, {
        deviceId,
        reason: code === null ? "noProgress" : toReason(code),
        at,
      });
    }
  }

  async function offer(trx: Transaction, campaign: RunningCampaign, zones: readonly string[]): Promise<void> {
    const { campaignId } = campaign;
    const at = new Date(clock.now());
    const offerable = await listOfferable(trx, campaign, { zones, now: at, limit: MAX_OFFERS });
    const byGateway = new Map<string, Offerable[]>();
    for (const one of offerable) byGateway.set(one.gatewayId, [...(byGateway.get(one.gatewayId) ?? []), one]);
    for (const [gatewayId, units] of byGateway) {
      const { rev } = units[0] as Offerable;
      await insertJob(trx, { campaignId, gatewayId, rev, units, at });
    }
  }

  /** The comparison of a wave that waits for it, at most every ten minutes. */
  async function compareYield(campaign: RunningCampaign): Promise<YieldVerdict | undefined> {
    const { campaignId, yieldWaitAt } = campaign;
    const now = clock.now();
    if (yieldWaitAt === null || now < (comparedAt.get(campaignId) ?? 0) + COMPARE_EVERY_MS) return undefined;
    comparedAt.set(campaignId, now);
    return await yieldCheck.compare(campaign);
  }

  /** Whether the next wave may begin: its upgraded units produce as their peers do, or the campaign does not compare them. */
  async function passesYield(
    trx: Transaction,
    campaign: RunningCampaign,
    verdict: YieldVerdict | undefined,
  ): Promise<boolean> {
    const { campaignId, yieldWaitAt } = campaign;
    if (!needsYield(campaign)) return true;
    if (yieldWaitAt === null) await updateYieldWait(trx, campaignId, new Date(clock.now()));
    if (verdict === undefined) return false;
    const isGood = verdict.result === "good";
    await updateYield(trx, campaign, verdict, isGood);
    if (isGood) return true;
    const reason = verdict.result === "low" ? "yield" : "noYield";
    await updatePaused(trx, campaignId, reason);
    await pause(trx, campaign, reason);
    return false;
  }

  /** The wave ends with its last device, the campaign with its last wave. */
  async function advance(
    trx: Transaction,
    campaign: RunningCampaign,
    verdict: YieldVerdict | undefined,
  ): Promise<void> {
    const { campaignId } = campaign;
    const { inWave, inAll } = await countOpen(trx, campaign);
    const at = new Date(clock.now());
    if (inAll > 0 && inWave === 0 && (await passesYield(trx, campaign, verdict)))
      await updateWave(trx, campaignId, at);
    if (inAll > 0) return;
    await updateDone(trx, campaignId, at);
    await writeAudit(trx, {
      kind: "operation",
      type: "upgrade.end",
      objectType: "upgrade",
      objectId: campaignId,
      method: "job",
    });
  }

  async function sendJob(scope: Scope, campaign: RunningCampaign, waiting: WaitingJob): Promise<void> {
    const { jobId, plantId, gatewayId, units, rev } = waiting;
    const now = clock.now();
    const release = () =>
      releaseJob(db, jobId, { retryAt: new Date(now + RETRY_AFTER_MS), at: new Date(now) });
    if (plantId === null) return await release();
    try {
      const { id } = await commands.send(scope, {
        plantId,
        gatewayId,
        op: "ota.start",
        targets: units,
        rev,
        args: { ...toJob(campaign, jobId) },
        deadlineAt: new Date(now + DELIVER_WITHIN_MS),
        authorId: scope.accountId,
        address: campaign.address,
        // A process that was killed after sending finds its command again.
        idempotencyKey: `upgrade-${jobId}`,
      });
      await updateSent(db, jobId, id);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.info({ jobId, code: error.code }, "an image could not be offered; it will be offered again");
      await release();
    }
  }

  async function stepOne(campaign: RunningCampaign): Promise<void> {
    const { campaignId, authorId } = campaign;
    const now = clock.now();
    const scope = authorId === null ? undefined : await identity.findAccountScope(authorId);
    if (!scope?.permissionIds.has("firmware:upgrade")) {
      await whileRunning(campaignId, async (trx) => {
        await updatePaused(trx, campaignId, "author");
        await pause(trx, campaign, "author");
      });
      return;
    }
    const window = windowOf(campaign);
    const zones = (await listWaitingZones(db, campaignId)).filter((zone) => isWindowOpen(window, zone, now));
    const verdict = await compareYield(campaign);
    const isRunning = await whileRunning(campaignId, async (trx) => {
      await settle(trx, campaignId, await listRefused(trx, campaignId));
      const before = new Date(now - NO_PROGRESS_MS);
      await settle(trx, campaignId, await listSilent(trx, campaignId, { before, zones }));
      if (await pauseAtLimit(trx, campaignId)) return await pause(trx, campaign, "failures");
      const offlineSince = new Date(now - WAIT_OFFLINE_MS);
      await skipUnfit(trx, scope, { campaign, offlineSince, at: new Date(now) });
      await advance(trx, campaign, verdict);
      await offer(trx, campaign, zones);
    });
    if (!isRunning) return;
    for (const waiting of await listWaitingJobs(db, campaignId)) await sendJob(scope, campaign, waiting);
  }

  /** Gateways stop jobs of cancelled campaigns; one that is not reached writes nothing either, since it gets no more bytes. */
  async function cancelJobs(): Promise<void> {
    for (const { jobId, plantId, gatewayId, units, rev, authorId } of await listCancelledJobs(db)) {
      const scope = authorId === null ? undefined : await identity.findAccountScope(authorId);
      if (scope && plantId !== null)
        await commands
          .send(scope, {
            plantId,
            gatewayId,
            op: "ota.cancel",
            targets: units,
            rev,
            args: { job: jobId },
            deadlineAt: new Date(clock.now() + DELIVER_WITHIN_MS),
            authorId: scope.accountId,
            address: "",
            idempotencyKey: `cancel-${jobId}`,
          })
          .catch((error: unknown) => {
            if (!(error instanceof AppError)) throw error;
          });
      await updateJobCancelled(db, jobId);
    }
  }

  return {
    /** One step of every running campaign; one that fails does not hold up the others. */
    async step(): Promise<void> {
      const errors: unknown[] = [];
      for (const campaign of await listRunning(db))
        await stepOne(campaign).catch((error: unknown) => void errors.push(error));
      await cancelJobs();
      if (errors.length > 0) throw errors[0];
    },
  };
}
