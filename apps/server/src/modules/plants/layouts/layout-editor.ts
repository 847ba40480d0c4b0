import { randomUUID } from "node:crypto";
import type { BodyOf, DataInputOf, DraftGroup, endpoints, LayoutDraft } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { LinkEditor, PlacementService } from "../../devices/placements/placements.service.ts";
import { setPlaces } from "../../devices/placements/placements.service.ts";
import { arrangeUnits } from "./automatic-layout.ts";
import {
  deleteDraft,
  findCompanyId,
  findDraft,
  insertDraft,
  listSlots,
  updateDraft,
} from "./layout-drafts.repository.ts";
import { checkBackground } from "./layout-pictures.ts";
import type { PlacedDevice } from "./layout-units.repository.ts";
import { keyOf, listPlacedDevices } from "./layout-units.repository.ts";
import { findPublishedVersion, insertLayout, listDraftGroups } from "./layouts.repository.ts";
import { listSlotPlaces } from "./slot-places.ts";

type Editor = DataInputOf<typeof endpoints.layout.editor>;

/** The automatic arrangement as the first draft of a plant. */
function toArrangedGroups(devices: readonly PlacedDevice[]): DraftGroup[] {
  const byId = new Map(devices.map((device) => [device.deviceId, device]));
  const { groups, cells } = arrangeUnits(devices);
  return groups.map((group, index) => ({
    ...group,
    groupKey: randomUUID(),
    cells: cells
      .filter((cell) => cell.group === index)
      .map(({ row, column, deviceId }) => ({ row, column, unit: keyOf(byId.get(deviceId)!), pole: null })),
  }));
}

const listKeys = (...layouts: readonly LayoutDraft[]): number[] => [
  ...new Set(
    layouts.flatMap(({ groups }) =>
      groups.flatMap(({ cells }) => cells.flatMap(({ unit }) => (unit === null ? [] : [unit]))),
    ),
  ),
];

/** A device that had no slot when it was placed in the draft is in it by the slot it has got since. */
function withCurrentKeys(layout: LayoutDraft, devices: readonly PlacedDevice[]): LayoutDraft {
  const current = new Map(devices.map((device) => [-device.deviceKey, keyOf(device)]));
  return {
    ...layout,
    groups: layout.groups.map((group) => ({
      ...group,
      cells: group.cells.map((cell) => ({
        ...cell,
        unit: cell.unit === null ? null : (current.get(cell.unit) ?? cell.unit),
      })),
    })),
  };
}

const countModules = ({ groups }: LayoutDraft) => {
  const cells = groups.flatMap((group) => group.cells);
  return { layoutModules: cells.length, layoutUnits: cells.filter(({ unit }) => unit !== null).length };
};

/** The draft of a plant's layout: one at a time, shared by its editors. */
export function createLayoutEditor(deps: { db: Db; clock: Clock; placements: PlacementService }) {
  const { db, clock, placements } = deps;

  /** Ids of the slots of a draft's units; devices without one get theirs. */
  async function resolveSlots(
    trx: Transaction,
    links: LinkEditor,
    plant: PlantAccess,
    layout: LayoutDraft,
  ): Promise<ReadonlyMap<number, string>> {
    const keys = listKeys(layout);
    const wanted = new Set(keys);
    const devices = await listPlacedDevices(trx, plant);
    const bare = devices.filter((device) => wanted.has(keyOf(device)) && device.slotKey === null);
    const units = bare.map(({ sn }) => ({ sn, slot: { label: "" } }));
    if (units.length > 0) await links.addSlots({ plantId: plant.plantId, units });
    const slotKeys = new Map<number, number>(keys.filter((key) => key > 0).map((key) => [key, key]));
    if (bare.length > 0)
      for (const device of await listPlacedDevices(trx, plant))
        if (device.slotKey !== null && wanted.has(-device.deviceKey))
          slotKeys.set(-device.deviceKey, device.slotKey);
    const slots = new Map(
      (await listSlots(trx, plant, [...slotKeys.values()])).map(({ key, id }) => [key, id]),
    );
    return new Map(
      [...slotKeys].flatMap(([key, slotKey]) => (slots.has(slotKey) ? [[key, slots.get(slotKey)!]] : [])),
    );
  }

  return {
    /** What is published, the draft, and the units that can have a place. */
    async editor(scope: Scope, plant: PlantAccess): Promise<Editor> {
      const [version, draft, devices] = await Promise.all([
        findPublishedVersion(db, plant),
        findDraft(db, plant, { isLocked: false }),
        listPlacedDevices(db, plant),
      ]);
      const groups = version ? await listDraftGroups(db, version.id) : toArrangedGroups(devices);
      const layout: LayoutDraft = {
        groups,
        ...(version?.background && { background: version.background }),
      };
      const body = draft && withCurrentKeys(draft.body, devices);
      const bySn = new Map(devices.map((device) => [device.deviceId, device.sn]));
      const units: Editor["units"] = devices
        .filter(({ type }) => type !== "DCON")
        .map((device) => ({
          key: keyOf(device),
          type: device.type,
          sn: device.sn,
          label: device.label,
          parentSn: device.parentId === null ? null : (bySn.get(device.parentId) ?? null),
        }));
      const known = new Set(units.map(({ key }) => key));
      const empty = listKeys(layout, ...(body ? [body] : [])).filter((key) => key > 0 && !known.has(key));
      const slots = empty.length === 0 ? [] : await listSlots(db, plant, empty);
      units.push(...slots.map(({ key, label }) => ({ key, type: null, sn: null, label, parentSn: null })));
      return {
        version: version?.number ?? null,
        layout,
        draft:
          draft === undefined || body === undefined
            ? null
            : {
                revision: draft.revision,
                savedAt: draft.savedAt.toISOString(),
                savedBy: draft.savedBy,
                isOwn: draft.savedById === (scope.accountId ?? null),
                layout: body,
              },
        units,
      };
    },

    /** A0440 when the draft is another one than the caller's. */
    async saveDraft(
      scope: Scope,
      plant: PlantAccess,
      { revision, layout }: BodyOf<typeof endpoints.layout.saveDraft>,
    ): Promise<DataInputOf<typeof endpoints.layout.saveDraft>> {
      await checkBackground(db, plant, layout);
      const at = new Date(clock.now());
      const saved = { plantId: plant.plantId, body: layout, by: scope.accountId, at };
      const next =
        revision === null ? await insertDraft(db, saved) : await updateDraft(db, { ...saved, revision });
      if (next === undefined) throw new AppError("A0440");
      return { revision: next, savedAt: at.toISOString() };
    },

    async discardDraft({ plantId }: PlantAccess, revision: number): Promise<void> {
      if (!(await deleteDraft(db, { plantId, revision }))) throw new AppError("A0440");
    },

    /** Publishes the draft as it was saved with this revision. Slots keep their identity, and with it their history. */
    async publish(
      { scope, address }: Actor,
      plant: PlantAccess,
      revision: number,
    ): Promise<DataInputOf<typeof endpoints.layout.publish>> {
      const { plantId } = plant;
      return await placements.change(async (trx, links) => {
        const draft = await findDraft(trx, plant, { isLocked: true });
        if (draft?.revision !== revision) throw new AppError("A0440");
        const layout = draft.body;
        const counts = countModules(layout);
        if (counts.layoutModules === 0) throw new AppError("A0421");
        const before = await findPublishedVersion(trx, plant);
        const original = before && { groups: await listDraftGroups(trx, before.id) };
        const slotIds = await resolveSlots(trx, links, plant, layout);
        let emptied = 0;
        const groups = layout.groups.map((group) => ({
          ...group,
          cells: group.cells.map(({ unit, ...cell }) => {
            const slotId = unit === null ? null : (slotIds.get(unit) ?? null);
            if (unit !== null && slotId === null) emptied += 1;
            return { ...cell, slotId };
          }),
        }));
        await deleteDraft(trx, { plantId, revision });
        const at = new Date(clock.now());
        const by = scope.accountId;
        const version = await insertLayout(trx, {
          plantId,
          groups,
          background: layout.background,
          at,
          ...(by !== undefined && { publishedBy: by }),
        });
        await setPlaces(trx, plantId, listSlotPlaces(groups));
        await writeAudit(trx, {
          kind: "operation",
          type: "station.layout",
          actorId: by,
          companyId: await findCompanyId(trx, plant),
          plantId,
          objectType: "station",
          objectId: plantId,
          original: original && { layoutVersion: before.number, ...countModules(original) },
          new: { layoutVersion: version, ...counts, layoutUnits: counts.layoutUnits - emptied },
          method: "api",
          address,
        });
        return { version, emptied };
      });
    },
  };
}
