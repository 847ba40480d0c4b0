import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { writeAudits } from "../../base/audit/audit.service.ts";
import type { Claim, DeviceBatches } from "../devices/device-batch.service.ts";
import type { PlacedDevice, PlantFacts } from "./moves.repository.ts";
import { isReported, lockInPlant } from "./moves.repository.ts";
import type { ChangeStage, PlannedChange } from "./place-change.ts";
import { decideFromAt, isOfPast, logEntry, refuseField } from "./place-change.ts";

type ReplaceBody = BodyOf<typeof endpoints.deviceMoves.replace>;
type Claimed = Extract<Claim, { verdict: "addable" }>["device"];

/** The device that takes the place: one of the plant, or one from the register that was claimed with its code. */
type Successor =
  | { readonly kind: "placed"; readonly device: PlacedDevice }
  | { readonly kind: "claimed"; readonly device: Claimed };

/** Undefined alike for a wrong code, an unknown serial number and a device bound to a plant of others. */
async function findSuccessor(
  devices: DeviceBatches,
  { trx, links, actor: { scope } }: ChangeStage,
  { old, body }: { old: PlacedDevice; body: ReplaceBody },
): Promise<Successor | undefined> {
  const { sn, registrationCode } = body;
  const placed = await lockInPlant(trx, { sn, plantId: old.plantId });
  if (placed) return { kind: "placed", device: placed };
  // Alike for every serial number that is not in the plant.
  if (registrationCode === undefined)
    throw refuseField({ path: "registrationCode", key: "field.codeOfOther" });
  const claims = await devices.claim({ trx, links, scope }, [{ sn, registrationCode }], new Set());
  const claim = claims.get(sn) ?? { verdict: "refused" as const };
  if (claim.verdict === "unchecked") throw new AppError("A0501", { retryAfterS: 3_600 });
  if (claim.verdict === "taken") throw new AppError("A0150", { fields: [{ path: "sn", key: "code.A0150" }] });
  return claim.verdict === "addable" ? { kind: "claimed", device: claim.device } : undefined;
}

/**
 * Another device takes the place of a device, its parent and the devices connected to it. Undefined when serial number and
 * code are refused.
 */
export async function planReplace(
  devices: DeviceBatches,
  stage: ChangeStage,
  { plant, branch, body }: { plant: PlantFacts; branch: readonly PlacedDevice[]; body: ReplaceBody },
): Promise<PlannedChange | undefined> {
  const { trx, links, actor, nowMs } = stage;
  const [old] = branch;
  if (!old) throw new AppError("A0404");
  if (body.sn === old.sn) throw refuseField({ path: "sn", key: "field.sameDevice" });
  const successor = await findSuccessor(devices, stage, { old, body });
  if (!successor) return undefined;
  const isPlaced = successor.kind === "placed";
  const next = { deviceId: isPlaced ? successor.device.deviceId : successor.device.id, sn: body.sn };
  const { type } = successor.device;
  if (type !== old.type) throw refuseField({ path: "sn", key: "field.otherType" });
  const isTakenOver = !isPlaced && successor.device.openLink !== null;
  const previousEndAt = isPlaced ? successor.device.previousEndAt : successor.device.lastLinkEndAt;
  const fromAt = decideFromAt(
    // A device that others have adopted keeps its past in their plant.
    isTakenOver ? undefined : body.fromAt,
    { nowMs, timeZone: plant.timeZone },
    { after: [old.fromAt], since: [previousEndAt] },
  );
  const alias = body.alias || (isPlaced && successor.device.alias) || old.alias;
  const connected = branch.filter(
    ({ parentId, deviceId }) => parentId === old.deviceId && deviceId !== next.deviceId,
  );
  const stay = { slotLabel: old.slotLabel, parentSn: old.parentSn, stationName: plant.name };
  const isUnit = type !== "DCON";
  return {
    plant,
    plantIds: [plant.plantId],
    fromAt,
    basis: [old.linkId, next.deviceId, isPlaced ? successor.device.linkId : null, alias],
    shownDeviceId: next.deviceId,
    devices: [
      { device: old, kind: "leaves", stationName: "", slotLabel: "", parentSn: null },
      {
        device: { ...next, type, alias },
        kind: isPlaced && successor.device.slotId !== null ? "moves" : "begins",
        ...stay,
      },
      ...connected.map((device) => ({
        device,
        kind: "reconnects" as const,
        stationName: plant.name,
        slotLabel: device.slotLabel,
        parentSn: next.sn,
      })),
    ],
    // What a gateway reported of its units counted through its own stay.
    uncounted: isUnit ? [old] : branch,
    leavingIds: [old.deviceId],
    notes: [
      ...(isOfPast(fromAt, nowMs) ? (["past"] as const) : []),
      ...(isUnit && (await isReported(trx, { plantId: plant.plantId, sn: old.sn }))
        ? (["stillReported"] as const)
        : []),
      ...(isUnit && !(await isReported(trx, { plantId: plant.plantId, sn: next.sn }))
        ? (["notReported"] as const)
        : []),
    ],
    async apply() {
      const { scope, address } = actor;
      const batch = { trx, links, scope };
      await links.end([old.deviceId], fromAt, scope.accountId);
      const lostBy = isPlaced
        ? []
        : await devices.bind(batch, {
            plantId: plant.plantId,
            units: [{ device: successor.device, alias }],
            at: fromAt,
            method: "api",
            address,
          });
      if (isPlaced) await devices.setAlias(batch, next.deviceId, alias);
      await links.beginStays({
        plantId: plant.plantId,
        fromAt,
        createdBy: scope.accountId,
        stays: [{ deviceId: next.deviceId, slotId: old.slotId, parentId: old.parentId }],
      });
      await links.connect(
        connected.map(({ deviceId }) => deviceId),
        next.deviceId,
      );
      if (isPlaced && successor.device.slotId !== null)
        await links.deleteUnusedSlots([successor.device.slotId]);
      const since = fromAt.toISOString();
      await writeAudits(trx, [
        logEntry(stage, plant, {
          type: "device.replace",
          objectId: old.deviceId,
          original: { sn: old.sn, slotLabel: old.slotLabel },
          new: { sn: next.sn, fromAt: since },
        }),
        logEntry(stage, plant, {
          type: "device.add",
          objectId: next.deviceId,
          new: { sn: next.sn, alias, slotLabel: old.slotLabel, fromAt: since },
        }),
      ]);
      return lostBy;
    },
  };
}
