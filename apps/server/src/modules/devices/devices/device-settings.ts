import type { BodyOf, DataInputOf, endpoints, FieldProblem, PermissionId } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { setMounting } from "../placements/placements.service.ts";
import type { DeviceSettingsRow, EditedFields } from "./device-settings.repository.ts";
import { findDeviceSettings, updateDeviceFields } from "./device-settings.repository.ts";

type Settings = DataInputOf<typeof endpoints.devicePage.settings>;
type UpdateBody = BodyOf<typeof endpoints.devicePage.update>;

const NAMES = ["alias", "ratedPowerW", "tiltDeg", "azimuthDeg", "polePosition"] as const;
/** These belong to the device's place. */
const OF_PLACE = ["tiltDeg", "azimuthDeg", "polePosition"] as const;

const toFields = ({ alias, ratedPowerW, tiltDeg, azimuthDeg, polePosition }: EditedFields): EditedFields => ({
  alias,
  ratedPowerW,
  tiltDeg,
  azimuthDeg,
  polePosition,
});

/** Fields of the body whose values differ from the device's. */
function findChanges(device: DeviceSettingsRow, body: UpdateBody): Partial<EditedFields> {
  return Object.fromEntries(
    NAMES.flatMap((name) =>
      body[name] === undefined || body[name] === device[name] ? [] : [[name, body[name]]],
    ),
  );
}

/** What users change of a device; mount() has checked the access to its plant. */
export function createDeviceSettings({ db }: { db: Db }) {
  return {
    async settings(scope: Scope, plant: PlantAccess, deviceId: string): Promise<Settings> {
      const device = await findDeviceSettings(db, scope, { deviceId, isLocked: false });
      if (!device) throw new AppError("A0404");
      const may = (permission: PermissionId) =>
        scope.permissionIds.has(permission) && isLevelEnough(plant, "install");
      return {
        deviceId,
        ...toFields(device),
        isPlaced: device.slotId !== null,
        mayEdit: may("device:edit"),
        mayReplace: may("device:add"),
        mayMove: may("device:edit"),
        mayRemove: may("device:delete"),
        revision: device.revision,
      };
    },

    /** A0440 when the device has other values than the change is based on. */
    async update(actor: Actor, body: UpdateBody): Promise<{ deviceId: string; revision: string }> {
      const { deviceId } = body;
      return await db.transaction().execute(async (trx) => {
        const find = () => findDeviceSettings(trx, actor.scope, { deviceId, isLocked: true });
        const device = await find();
        if (!device) throw new AppError("A0404");
        if (device.revision !== body.revision) throw new AppError("A0440");
        const changes = findChanges(device, body);
        const names = Object.keys(changes) as (keyof EditedFields)[];
        if (names.length === 0) return { deviceId, revision: device.revision };
        const misplaced = OF_PLACE.filter((name) => changes[name] !== undefined);
        if (device.slotId === null && misplaced.length > 0)
          throw new AppError("A0400", {
            fields: misplaced.map((path): FieldProblem => ({ path, key: "field.noPlace" })),
          });
        const fields = { ...toFields(device), ...changes };
        await updateDeviceFields(trx, { ...fields, deviceId });
        if (device.slotId !== null) await setMounting(trx, device.slotId, fields);
        await writeAudit(trx, {
          kind: "operation",
          type: "device.update",
          actorId: actor.scope.accountId,
          companyId: device.companyId,
          plantId: device.plantId,
          objectType: "device",
          objectId: deviceId,
          original: Object.fromEntries(names.map((name) => [name, device[name]])),
          new: changes,
          method: "api",
          address: actor.address,
        });
        return { deviceId, revision: (await find())?.revision ?? "" };
      });
    },
  };
}
