import type { BodyOf, endpoints } from "@heliograph/contract";
import { DELETED_PLANT_DAYS } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import { publishPlantAccess } from "../../base/access/plant-access-events.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { PictureService } from "../../base/pictures/pictures.service.ts";
import type { AlarmService } from "../../devices/alarms/alarms.service.ts";
import { refuseWhileHeld } from "../../devices/commands/held-plants.service.ts";
import type { PlacementService } from "../../devices/placements/placements.service.ts";
import { deletePlacements } from "../../devices/placements/placements.service.ts";
import { deleteSamples } from "../../devices/placements/samples.service.ts";
import { removeEarnings } from "../../energy/earnings/earnings-removal.service.ts";
import { removeEnergies, removeRollUpMarks } from "../../energy/metering/energy-removal.service.ts";
import type { SharingService } from "../../people/sharing/sharing.service.ts";
import { deleteLayoutPictures } from "../layouts/layouts.service.ts";
import type { DeletedPlant } from "./plant-deletion.repository.ts";
import { deletePlant, listDeletedBefore, markDeleted } from "./plant-deletion.repository.ts";

const RETENTION_MS = DELETED_PLANT_DAYS * 86_400_000;

/** Deletes plants for their owners, and removes their data when its time is over. */
export function createPlantDeletion(deps: {
  db: Db;
  clickhouse: ClickHouse;
  bus: Bus;
  clock: Clock;
  placements: PlacementService;
  sharing: SharingService;
  alarms: AlarmService;
  pictures: Pick<PictureService, "release" | "removeReleased">;
}) {
  const { db, clickhouse, bus, clock, placements, sharing, alarms, pictures } = deps;

  /** Measured rows first: once the plant is deleted, its key is unknown. */
  async function purge({ plantId, plantKey }: DeletedPlant): Promise<void> {
    await deleteSamples(clickhouse, [plantKey]);
    await removeEnergies(clickhouse, [plantKey]);
    await removeEarnings(clickhouse, [plantKey]);
    const pictureIds = await db.transaction().execute(async (trx) => {
      await removeRollUpMarks(trx, [plantKey]);
      await deletePlacements(trx, { plantIds: [plantId], deviceIds: [] });
      const released = await deleteLayoutPictures(trx, plantId);
      const picture = await deletePlant(trx, plantId);
      if (picture !== undefined) released.push(picture);
      for (const pictureId of released) await pictures.release(trx, pictureId);
      return released;
    });
    for (const pictureId of pictureIds) await pictures.removeReleased(pictureId);
  }

  return {
    /** A0400 when the typed name is not the plant's. Once the transaction is committed, no user has access. */
    async delete(actor: Actor, body: BodyOf<typeof endpoints.station.delete>): Promise<void> {
      const { scope, address } = actor;
      const plantId = body.stationId;
      await placements.change(async (trx, links) => {
        const plant = await sharing.lockOwnPlant(trx, scope, plantId);
        if (body.name !== plant.name.trim())
          throw new AppError("A0400", { fields: [{ path: "name", key: "field.nameDiffers" }] });
        await refuseWhileHeld(trx, { plantId, accountId: scope.accountId });
        const at = new Date(clock.now());
        await sharing.endAll(trx, actor, plant);
        await links.endOfPlant(plantId, at);
        await alarms.resolveForDeletion(trx, actor, plantId);
        await markDeleted(trx, plant, at);
        await writeAudit(trx, {
          kind: "operation",
          type: "station.delete",
          actorId: scope.accountId,
          companyId: plant.companyId,
          plantId,
          objectType: "station",
          objectId: plantId,
          original: { name: plant.name, ownerId: plant.ownerId },
          method: "api",
          address,
        });
      });
      publishPlantAccess(bus, { plantId, newAccountIds: [] });
    },

    /** Removes plants that were deleted more than 30 days ago with all their data; the log stays. */
    async sweep(): Promise<void> {
      for (const plant of await listDeletedBefore(db, new Date(clock.now() - RETENTION_MS)))
        await purge(plant);
    },
  };
}

export type PlantDeletion = ReturnType<typeof createPlantDeletion>;
