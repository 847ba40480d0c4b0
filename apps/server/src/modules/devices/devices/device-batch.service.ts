import type { DeviceType } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Transaction } from "../../../infra/postgres/database.ts";
import type { Scope } from "../../base/access/scope.ts";
import type { AuditEntry } from "../../base/audit/audit.service.ts";
import { writeAudit, writeAudits } from "../../base/audit/audit.service.ts";
import { refuseWhileHeld } from "../commands/held-plants.service.ts";
import type { LinkEditor } from "../placements/placements.service.ts";
import {
  DEVICE_LEVELS,
  getDefaultStart,
  HOUR_MS,
  hashCode,
  judgeAddable,
  MAX_FAILURES,
} from "./device-rules.ts";
import type { Registered } from "./register.repository.ts";
import {
  findPlantStart,
  insertAddFailures,
  insertRegisterEntries,
  listAddFailures,
  listMistypedDevices,
  listPlantUnits,
  listRegistered,
  listRegisteredForUpdate,
  updateAlias,
  updateAllAdded,
} from "./register.repository.ts";

/** A device with the code that a user has given for it. */
export interface ClaimedDevice {
  readonly sn: string;
  readonly registrationCode: string;
}

/** `unchecked`: the account has given too many wrong codes within an hour. */
export type Claim =
  | { readonly verdict: "addable"; readonly device: Registered }
  | { readonly verdict: "refused" | "taken" | "unchecked" };

export interface AddedUnit {
  readonly sn: string;
  readonly device: Registered;
  readonly alias: string;
  readonly place: string | null;
  readonly parentId: string | null;
}

export interface NewRegisterEntry extends ClaimedDevice {
  readonly type: DeviceType;
  readonly model: string;
}

/** Transaction, links and account of a batch of devices. */
export interface Batch {
  readonly trx: Transaction;
  readonly links: LinkEditor;
  readonly scope: Scope;
}

/** Whether a device of this type can be connected below one of that type. */
export const canBeParent = (parent: DeviceType, child: DeviceType): boolean =>
  DEVICE_LEVELS[parent] < DEVICE_LEVELS[child];

/** Orders devices by level, gateways first. */
export const compareLevels = (one: DeviceType, other: DeviceType): number =>
  DEVICE_LEVELS[one] - DEVICE_LEVELS[other];

/** Counts wrong codes against the limits of an account. */
async function createBudget({ trx, scope }: Batch, now: number) {
  const failed = await listAddFailures(trx, scope, new Date(now - HOUR_MS));
  const bySn = new Map(failed.map(({ sn, total }) => [sn, total]));
  let total = failed.reduce((sum, row) => sum + row.total, 0);
  const wrong: string[] = [];
  return {
    wrong,
    isUsedUp: (sn: string) => total >= MAX_FAILURES.byAccount || (bySn.get(sn) ?? 0) >= MAX_FAILURES.bySn,
    count(sn: string): void {
      total += 1;
      wrong.push(sn);
    },
  };
}

interface Binding {
  readonly plantId: string;
  readonly units: readonly Pick<AddedUnit, "device" | "alias">[];
  readonly at: Date;
  readonly method: "api" | "job";
  readonly address?: string;
}

/**
 * Makes claimed devices those of a user who places them next: with their alias, no longer adopted. Ends the links of devices
 * that others have adopted, and returns the plants that have lost one.
 */
async function bind(
  { trx, links, scope }: Batch,
  { plantId, units, at, ...caller }: Binding,
): Promise<string[]> {
  const takenOver = units.flatMap(({ device: { id, openLink } }) => (openLink ? [{ id, openLink }] : []));
  // Nothing leaves a plant that is shut down.
  for (const { id, openLink } of takenOver)
    await refuseWhileHeld(trx, { plantId: openLink.plantId, deviceIds: [id], accountId: undefined });
  await links.end(
    takenOver.map(({ id }) => id),
    at,
  );
  for (const { id, openLink } of takenOver)
    await writeAudit(trx, {
      ...caller,
      actorId: scope.accountId,
      objectType: "device",
      kind: "security",
      type: "device.takenOver",
      companyId: openLink.companyId,
      plantId: openLink.plantId,
      objectId: id,
      original: { stationId: openLink.plantId },
      new: { stationId: plantId },
    });
  await updateAllAdded(
    trx,
    units.map(({ device, alias }) => ({ deviceId: device.id, type: device.type, alias })),
  );
  return takenOver.map(({ openLink }) => openLink.plantId);
}

/** Adds and registers many devices at a time, under the rules of a single one (`devices.service.ts`). */
export function createDeviceBatches({ clock }: { clock: Clock }) {
  return {
    /**
     * Checks serial numbers and codes in their order, and locks the devices. Wrong codes count towards the limits of the
     * account; those of `refusedBefore`, which an earlier check has counted with the same code, do not count again.
     */
    async claim(
      batch: Batch,
      devices: readonly ClaimedDevice[],
      refusedBefore: ReadonlySet<string>,
    ): Promise<Map<string, Claim>> {
      const { trx, scope } = batch;
      const now = clock.now();
      const budget = await createBudget(batch, now);
      const found = await listRegisteredForUpdate(
        trx,
        scope,
        devices.map(({ sn }) => sn),
      );
      const claims = new Map<string, Claim>();
      for (const { sn, registrationCode } of devices) {
        if (refusedBefore.has(sn)) claims.set(sn, { verdict: "refused" });
        else if (budget.isUsedUp(sn)) claims.set(sn, { verdict: "unchecked" });
        else {
          const claim = judgeAddable(found.get(sn), registrationCode);
          if (claim.verdict === "refused") budget.count(sn);
          claims.set(sn, claim);
        }
      }
      await insertAddFailures(trx, scope, { serialNumbers: budget.wrong, at: new Date(now) });
      return claims;
    },

    bind,

    /** Changes the alias of a device; the caller has checked the access to it. */
    setAlias: ({ trx }: Batch, deviceId: string, alias: string) => updateAlias(trx, deviceId, alias),

    /** Devices of a plant with the labels of their places; the caller has checked the access to it. */
    listPlantUnits: ({ trx }: Batch, plantId: string) => listPlantUnits(trx, plantId),

    /** Adds claimed devices to a plant and logs each. Returns the plants that have lost an adopted device by it. */
    async add(
      { trx, links, scope }: Batch,
      { plantId, units }: { plantId: string; units: readonly AddedUnit[] },
    ): Promise<string[]> {
      const plant = await findPlantStart(trx, scope, plantId);
      if (!plant) throw new AppError("A0404");
      const now = new Date(clock.now());
      const actor = { actorId: scope.accountId, method: "job", objectType: "device" } as const;
      const lostBy = await bind({ trx, links, scope }, { plantId, units, at: now, method: "job" });
      const dated = units.map((unit) => ({
        ...unit,
        fromAt: unit.device.openLink ? now : getDefaultStart(unit.device, plant, now.getTime()),
      }));
      await links.addAll({
        plantId,
        createdBy: scope.accountId,
        units: dated.map(({ device, fromAt, parentId, place }) => ({
          deviceId: device.id,
          fromAt,
          parentId,
          place,
        })),
      });
      await writeAudits(
        trx,
        dated.map(
          ({ sn, device, alias, fromAt }): AuditEntry => ({
            ...actor,
            kind: "operation",
            type: "device.add",
            companyId: plant.companyId,
            plantId,
            objectId: device.id,
            new: { sn, alias, fromAt: fromAt.toISOString() },
          }),
        ),
      );
      return lostBy;
    },

    /** Those of the serial numbers that are registered already. */
    listRegistered: ({ trx }: Batch, serialNumbers: readonly string[]) => listRegistered(trx, serialNumbers),

    /** Enters devices in the register and logs them. Throws A0150 where one was registered meanwhile. */
    async register({ trx, links, scope }: Batch, entries: readonly NewRegisterEntry[]): Promise<void> {
      await links.end(await listMistypedDevices(trx, entries), new Date(clock.now()));
      const { taken } = await insertRegisterEntries(
        trx,
        scope,
        entries.map(({ registrationCode, ...entry }) => ({ ...entry, codeHash: hashCode(registrationCode) })),
      );
      if (taken.length > 0) throw new AppError("A0150");
      await writeAudit(trx, {
        kind: "operation",
        type: "device.register",
        actorId: scope.accountId,
        companyId: scope.companyId,
        objectType: "device",
        method: "job",
        new: { rows: entries.map(({ sn, type, model }) => ({ sn, type, model })) },
      });
    },
  };
}

export type DeviceBatches = ReturnType<typeof createDeviceBatches>;
