import type { BodyOf, DataInputOf, endpoints, LiveMessage, QueryOf } from "@heliograph/contract";
import { versionNumbers } from "@heliograph/contract";
import type { OtaChunkRequest, OtaProgress } from "@heliograph/protocol";
import { ProtocolError } from "@heliograph/protocol";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import { ownAccount } from "../../base/access/in-scope.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { FleetBrakeService } from "../../base/fleet-brake/fleet-brake.service.ts";
import { toBrakeError } from "../../base/fleet-brake/fleet-brake.service.ts";
import { refuseWhileHeld } from "../commands/held-plants.service.ts";
import type { FirmwareService } from "../firmware/firmware.service.ts";
import type { CampaignRow } from "./campaigns.repository.ts";
import {
  findCampaign,
  insertCampaign,
  listCampaignRows,
  lockCampaign,
  pauseAtLimit,
  updateCancelled,
  updatePaused,
  updateResumed,
} from "./campaigns.repository.ts";
import { listOpenPlants } from "./offers.repository.ts";
import type { Download, SelectedDevice, UpgradeRow } from "./upgrade-devices.repository.ts";
import {
  findImage,
  findJob,
  insertUpgrades,
  listDeviceRows,
  listSelected,
  listUpgradesOfDevice,
  updateDownloaded,
  updateReported,
} from "./upgrade-devices.repository.ts";
import { isWindowOpen, toStored, waveOf } from "./upgrade-rules.ts";
import { windowOf } from "./upgrade-steps.ts";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

type NewBody = BodyOf<typeof endpoints.upgrade.add>;
type Act = "pause" | "resume" | "cancel";

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

const toCampaign = (row: CampaignRow) => ({
  ...row,
  yieldWaitAt: toIso(row.yieldWaitAt),
  createdAt: row.createdAt.toISOString(),
  finishedAt: toIso(row.finishedAt),
});

const toUpgrade = <Row extends UpgradeRow>(row: Row) => ({
  ...row,
  offeredAt: toIso(row.offeredAt),
  changedAt: row.changedAt.toISOString(),
  finishedAt: toIso(row.finishedAt),
});

/** Throws unless each of the selected devices can be upgraded with this firmware by this caller. */
function checkSelection(
  devices: readonly SelectedDevice[],
  body: NewBody,
  firmware: { type: string; model: string; hardware: string },
): void {
  const refuse = (
    code: "A0440" | "A0720",
    key: "message.upgradeOther" | "message.upgradeOpen",
    count: number,
  ) => {
    throw new AppError(code, {
      messageKey: key,
      params: { count },
      fields: [{ path: "deviceIds", key, params: { count } }],
    });
  };
  if (new Set(devices.map(({ deviceId }) => deviceId)).size < new Set(body.deviceIds).size)
    throw new AppError("A0404");
  if (devices.some(({ mayOperate }) => !mayOperate)) throw new AppError("A0300");
  if (firmware.type !== body.type || devices.some(({ type }) => type !== body.type))
    throw new AppError("A0720", { fields: [{ path: "type", key: "code.A0720" }] });
  const others = devices.filter(
    ({ model, hardware }) => model !== firmware.model || hardware !== firmware.hardware,
  );
  if (others.length > 0) refuse("A0720", "message.upgradeOther", others.length);
  const open = devices.filter(({ isUpgrading }) => isUpgrading);
  if (open.length > 0) refuse("A0440", "message.upgradeOpen", open.length);
}

/** Upgrades of devices: campaigns for users; images and progress for the device link. */
export function createUpgradeService({
  db,
  bus,
  clock,
  firmware,
  brake,
}: {
  db: Db;
  bus: Bus;
  clock: Clock;
  firmware: Pick<FirmwareService, "lockForUpgrade" | "readImage">;
  brake: Pick<FleetBrakeService, "check">;
}) {
  const now = () => new Date(clock.now());

  /** Notifies the pages that show devices of these plants. */
  function publish(plantIds: Iterable<string>, gatewayId: string): void {
    for (const stationId of new Set(plantIds))
      bus.publish(`plant.${stationId}.commands`, {
        type: "commands",
        stationId,
        gatewayId,
      } satisfies LiveMessage);
  }

  async function audit(
    trx: Transaction,
    { scope, address }: Actor,
    campaignId: string,
    act: Act | "add",
    value?: object,
  ) {
    await writeAudit(trx, {
      kind: "operation",
      type: `upgrade.${act}`,
      actorId: scope.accountId,
      companyId: scope.companyId,
      objectType: "upgrade",
      objectId: campaignId,
      new: value,
      address,
    });
  }

  async function getRow(executor: Db | Transaction, scope: Scope, campaignId: string): Promise<CampaignRow> {
    const row = await findCampaign(executor, scope, campaignId);
    if (!row) throw new AppError("A0404");
    return row;
  }

  /** Changes a campaign whose plants the caller may all operate; A0440 when its state does not allow the change. */
  async function control(
    actor: Actor,
    campaignId: string,
    {
      act,
      from,
      apply,
    }: { act: Act; from: readonly string[]; apply: (trx: Transaction, failures: number) => Promise<void> },
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const { isControllable } = await getRow(trx, actor.scope, campaignId);
      if (!isControllable) throw new AppError("A0300");
      const locked = await lockCampaign(trx, campaignId);
      if (!locked || !from.includes(locked.state))
        throw new AppError("A0440", { messageKey: "message.upgradeState" });
      await apply(trx, locked.failures);
      await audit(trx, actor, campaignId, act);
    });
    publish(await listOpenPlants(db, campaignId), campaignId);
  }

  /** Download progress by job: the last one noted, and what of it is not written yet. */
  const lastPercents = new Map<string, number>();
  const unwritten = new Map<string, Download>();

  return {
    async list(
      scope: Scope,
      query: QueryOf<typeof endpoints.upgrade.list>,
    ): Promise<DataInputOf<typeof endpoints.upgrade.list>> {
      const { rows, total } = await listCampaignRows(db, scope, query);
      return { rows: rows.map(toCampaign), total };
    },

    async get(scope: Scope, campaignId: string): Promise<DataInputOf<typeof endpoints.upgrade.get>> {
      return toCampaign(await getRow(db, scope, campaignId));
    },

    async listDevices(
      scope: Scope,
      query: QueryOf<typeof endpoints.upgrade.devices>,
    ): Promise<DataInputOf<typeof endpoints.upgrade.devices>> {
      await getRow(db, scope, query.campaignId);
      const { rows, total } = await listDeviceRows(db, scope, query);
      return { rows: rows.map(toUpgrade), total };
    },

    /** Upgrades of a device in its plant; mount() has checked the access. */
    async listOfDevice(
      place: PlantInScope & { deviceId: string },
      page: { page: number; pageSize: number },
    ): Promise<DataInputOf<typeof endpoints.upgrade.ofDevice>> {
      const { rows, total } = await listUpgradesOfDevice(db, place, page);
      return { rows: rows.map(toUpgrade), total };
    },

    /**
     * Throws A0404 for firmware or devices that are not visible, A0300 for plants the caller may not operate, A0720 for
     * devices that the firmware is not for, A0440 for devices in another campaign and while the fleet brake stops the account.
     */
    async add(actor: Actor, body: NewBody): Promise<{ campaignId: string }> {
      const { accountId } = ownAccount(actor.scope);
      const { firmwareId, deviceIds, type: _, ...waves } = body;
      const added = await db.transaction().execute(async (trx) => {
        const image = await firmware.lockForUpgrade(trx, actor.scope, firmwareId);
        const devices = await listSelected(trx, actor.scope, deviceIds);
        checkSelection(devices, body, image);
        const plantIds = new Set(devices.map((device) => device.plantId));
        for (const plantId of plantIds) await refuseWhileHeld(trx, { plantId, deviceIds, accountId });
        if (!(await brake.check(trx, actor, [...plantIds]))) return undefined;
        const byId = new Map(devices.map((device) => [device.deviceId, device]));
        const upgrades = [...new Set(deviceIds)].map((deviceId, index) => {
          const { plantId, fromVersion } = byId.get(deviceId) as SelectedDevice;
          return { deviceId, plantId, fromVersion, wave: waveOf(index, waves) };
        });
        const { name, type, model, hardware, version, sizeBytes, sha256, signature } = image;
        const campaignId = await insertCampaign(
          trx,
          {
            ...waves,
            firmwareId,
            firmwareName: name,
            ...{ type, model, hardware, version, sizeBytes, sha256, signature },
            versionNumbers: versionNumbers(version),
            authorId: accountId,
            address: actor.address,
            waves: upgrades.at(-1)?.wave ?? 1,
          },
          now(),
        );
        // Another user's campaign may have been committed since the devices were read.
        const inserted = await insertUpgrades(trx, campaignId, upgrades, now());
        if (inserted < upgrades.length)
          throw new AppError("A0440", {
            messageKey: "message.upgradeOpen",
            params: { count: upgrades.length - inserted },
          });
        await audit(trx, actor, campaignId, "add", { ...waves, firmware: name, devices: upgrades.length });
        return { campaignId };
      });
      if (!added) throw toBrakeError();
      return added;
    },

    pause: (actor: Actor, campaignId: string) =>
      control(actor, campaignId, {
        act: "pause",
        from: ["running"],
        apply: (trx) => updatePaused(trx, campaignId, "user"),
      }),
    resume: (actor: Actor, campaignId: string) =>
      control(actor, campaignId, {
        act: "resume",
        from: ["paused"],
        apply: (trx, failures) => updateResumed(trx, campaignId, { failures, at: now() }),
      }),
    cancel: (actor: Actor, campaignId: string) =>
      control(actor, campaignId, {
        act: "cancel",
        from: ["running", "paused"],
        apply: (trx) => updateCancelled(trx, campaignId, now()),
      }),

    /** For the device link: what a gateway reports of a device. Throws `unknown-unit` for a job of another gateway. */
    async receiveProgress(gatewayId: string, report: OtaProgress): Promise<void> {
      const { job: jobId, unit } = report;
      const plantId = await db.transaction().execute(async (trx) => {
        const job = UUID.test(jobId) ? await findJob(trx, { gatewayId, jobId }) : undefined;
        if (!job) throw new ProtocolError("unknown-unit", `firmware job ${jobId}`);
        const percent = report.percent === undefined ? null : Math.round(report.percent);
        const stored = toStored(report, job.version);
        const changed = await updateReported(trx, { gatewayId, jobId, unit }, { ...stored, percent }, now());
        if (changed && stored.state === "failed" && (await pauseAtLimit(trx, job.campaignId)))
          await writeAudit(trx, {
            kind: "operation",
            type: "upgrade.pause",
            objectType: "upgrade",
            objectId: job.campaignId,
            new: { reason: "failures" },
            method: "link",
          });
        return changed?.plantId;
      });
      if (plantId) publish([plantId], gatewayId);
    },

    /**
     * For the device link: bytes of an image for a gateway; undefined while its campaign does not run, outside the window,
     * and for a job of another gateway.
     */
    async readChunk(
      gatewayId: string,
      { job: jobId, offset, length }: OtaChunkRequest,
    ): Promise<Buffer | undefined> {
      const image = UUID.test(jobId) ? await findImage(db, { gatewayId, jobId }) : undefined;
      if (!image || offset >= image.sizeBytes) return undefined;
      if (!isWindowOpen(windowOf(image), image.timeZone, clock.now())) return undefined;
      const to = Math.min(offset + length, image.sizeBytes);
      const bytes = await firmware.readImage(image.fileId, { from: offset, to });
      const percent = Math.floor((20 * to) / image.sizeBytes) * 5;
      if (lastPercents.get(jobId) !== percent) {
        if (lastPercents.size >= MAX_REMEMBERED) lastPercents.clear();
        lastPercents.set(jobId, percent);
        unwritten.set(jobId, { jobId, gatewayId, percent });
      }
      return bytes;
    },

    /** Writes how far the downloads are whose parts were read since the last call, in one statement for all of them. */
    async saveDownloads(): Promise<void> {
      const downloads = [...unwritten.values()];
      unwritten.clear();
      if (downloads.length === 0) return;
      // The next parts of those that are not written note them again.
      for (const { jobId } of downloads) lastPercents.delete(jobId);
      const written = await updateDownloaded(db, downloads, now());
      const percents = new Map(downloads.map(({ jobId, percent }) => [jobId, percent]));
      for (const { jobId, gatewayId, plantId } of written) {
        lastPercents.set(jobId, percents.get(jobId) as number);
        if (plantId !== null) publish([plantId], gatewayId);
      }
    },
  };
}

/** Jobs whose progress is remembered, to write it only when it changes. */
const MAX_REMEMBERED = 10_000;

export type UpgradeService = ReturnType<typeof createUpgradeService>;
