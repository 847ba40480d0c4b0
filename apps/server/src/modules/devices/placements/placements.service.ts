import type { Bus } from "../../../infra/bus.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { RecentChange } from "./changes.repository.ts";
import { listRecentChanges, recordChanges } from "./changes.repository.ts";
import type { ChangedLinks, NewLink, NewStays, NewUnit } from "./links.repository.ts";
import {
  deleteLinks,
  deleteUnusedSlots,
  endLinks,
  insertLink,
  insertLinks,
  insertStays,
  redateLink,
  updateParents,
} from "./links.repository.ts";
import type { Inventory, Mounting, SlotPlace } from "./unit-places.repository.ts";
import {
  insertSlots,
  linkUnits,
  setParents,
  updateMounting,
  updatePlaces,
} from "./unit-places.repository.ts";

export type { NewUnit, Stay } from "./links.repository.ts";
export type { SlotPlace, UnitPlace } from "./unit-places.repository.ts";
export type { RecentChange };

/** Changes of links within the last seconds, which the messages about them may not have reported. */
export async function listLinkChanges(db: Db, withinMs: number): Promise<RecentChange[]> {
  return await listRecentChanges(db, withinMs);
}

/** The links of devices within one transaction. */
export interface LinkEditor {
  /** Links a device that has no open link. */
  add(link: NewLink): Promise<void>;
  /** Links devices of one plant that have no open link. */
  addAll(link: { plantId: string; createdBy: string | undefined; units: readonly NewUnit[] }): Promise<void>;
  /** `endedBy`: the account that removed the devices, which their gateway then does not bring back. */
  end(deviceIds: readonly string[], at: Date, endedBy?: string): Promise<void>;
  /** Begins stays of devices, which end their stays of before. */
  beginStays(stays: NewStays): Promise<void>;
  /** Connects devices to another parent of their plant. */
  connect(deviceIds: readonly string[], parentId: string | null): Promise<void>;
  /** Deletes those of the slots that nothing refers to. */
  deleteUnusedSlots(slotIds: readonly string[]): Promise<void>;
  endOfPlant(plantId: string, at: Date): Promise<void>;
  /**
   * Moves the start of a device's open link, and of those behind it that began with it. Returns false when nothing
   * changed: it is linked nowhere, begins then already, or was linked elsewhere at that time.
   */
  redate(deviceId: string, fromAt: Date): Promise<boolean>;
  /** Gives a slot to the units of a plant that have none. */
  addSlots(inventory: Pick<Inventory, "plantId" | "units">): Promise<void>;
}

export type PlacementService = ReturnType<typeof createPlacementService>;

export function createPlacementService({ db, bus }: { db: Db; bus: Bus }) {
  return {
    /** Runs a transaction that edits links, and publishes what changed to the device link once it is committed. */
    async change<Result>(action: (trx: Transaction, links: LinkEditor) => Promise<Result>): Promise<Result> {
      const serialNumbers = new Set<string>();
      const result = await db.transaction().execute(async (trx) => {
        const record = async ({ changes, serialNumbers: changed }: ChangedLinks): Promise<boolean> => {
          await recordChanges(trx, changes);
          for (const sn of changed) serialNumbers.add(sn);
          return changes.length > 0;
        };
        return await action(trx, {
          add: async (link) => void (await record(await insertLink(trx, link))),
          addAll: async (added) => void (await record(await insertLinks(trx, added))),
          end: async (deviceIds, at, endedBy) =>
            void (await record(await endLinks(trx, { devices: { deviceIds }, at, endedBy }))),
          beginStays: async (stays) => void (await record(await insertStays(trx, stays))),
          connect: async (deviceIds, parentId) => {
            for (const sn of await updateParents(trx, { deviceIds, parentId })) serialNumbers.add(sn);
          },
          deleteUnusedSlots: (slotIds) => deleteUnusedSlots(trx, slotIds),
          endOfPlant: async (plantId, at) =>
            void (await record(await endLinks(trx, { devices: { plantId }, at }))),
          addSlots: async (inventory) => {
            const changes = await insertSlots(trx, inventory);
            await record({ changes, serialNumbers: inventory.units.map(({ sn }) => sn) });
          },
          redate: async (deviceId, fromAt) => await record(await redateLink(trx, { deviceId, fromAt })),
        });
      });
      for (const sn of serialNumbers) bus.publish(`gateway.${sn}.links`, {});
      return result;
    },
  };
}

/**
 * Brings the devices of an inventory into a plant: links those that are in none, gives slots to those that have none and
 * sets the parents of all. Returns the ids of the newly linked. Nothing is published, since it is the device link, or a
 * plant that no gateway serves yet, that calls it.
 */
export async function placeUnits(trx: Transaction, inventory: Inventory): Promise<string[]> {
  const linked = await linkUnits(trx, inventory);
  const moved = await insertSlots(trx, inventory);
  await setParents(trx, inventory);
  await recordChanges(trx, [...linked, ...moved]);
  return linked.map(({ deviceId }) => deviceId);
}

/** Sets how the unit at a place is mounted; the caller has checked the access to the plant. */
export async function setMounting(trx: Transaction, slotId: string, mounting: Mounting): Promise<void> {
  await updateMounting(trx, slotId, mounting);
}

/** Sets where slots of a plant are on the roof; the caller has checked the access to the plant. */
export async function setPlaces(
  trx: Transaction,
  plantId: string,
  places: readonly SlotPlace[],
): Promise<void> {
  await updatePlaces(trx, plantId, places);
}

/** Deletes the links of plants that are about to be deleted; their slots go with the plants. */
export async function deletePlacements(
  trx: Transaction,
  gone: { plantIds: readonly string[]; deviceIds: readonly string[] },
): Promise<void> {
  await deleteLinks(trx, gone);
}
