import type { BodyOf, DeviceType, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { writeAudits } from "../../base/audit/audit.service.ts";
import { canBeParent } from "../devices/device-batch.service.ts";
import type { Stay } from "../placements/placements.service.ts";
import type { PlacedDevice, PlantFacts } from "./moves.repository.ts";
import { findOccupant, findParent, listGateways } from "./moves.repository.ts";
import type { ChangeStage, PlannedChange } from "./place-change.ts";
import { decideFromAt, isOfPast, logEntry, refuseField } from "./place-change.ts";
import { findNextParent } from "./plan-remove.ts";

type MoveBody = BodyOf<typeof endpoints.deviceMoves.move>;
type Parent = { readonly deviceId: string; readonly sn: string };

export interface MoveInput {
  readonly plant: PlantFacts;
  readonly target: PlantFacts;
  readonly branch: readonly PlacedDevice[];
  readonly body: MoveBody;
}

/** What the device is connected to afterwards; null for a gateway, and where the plant has none or several. */
async function decideParent(
  { trx }: ChangeStage,
  { branch, target, body }: MoveInput,
): Promise<Parent | null> {
  const top = branch[0] as PlacedDevice;
  const wrong = () => refuseField({ path: "parentId", key: "field.parent" });
  if (top.type === "DCON") {
    if (body.parentId !== undefined) throw wrong();
    return null;
  }
  if (body.parentId !== undefined) {
    const parent = await findParent(trx, { plantId: target.plantId, deviceId: body.parentId });
    const isOfBranch = branch.some(({ deviceId }) => deviceId === body.parentId);
    if (!parent || isOfBranch || !canBeParent(parent.type, top.type)) throw wrong();
    return parent;
  }
  if (target.plantId === top.plantId)
    return top.parentId === null ? null : { deviceId: top.parentId, sn: top.parentSn ?? "" };
  const gateways = await listGateways(trx, target.plantId);
  if (gateways.length > 1) throw refuseField({ path: "parentId", key: "field.parentNeeded" });
  return gateways[0] ?? null;
}

async function checkPlace(
  { trx }: ChangeStage,
  { branch, target, body: { place } }: MoveInput,
  since: Date,
): Promise<void> {
  const top = branch[0] as PlacedDevice;
  if (place === undefined || (target.plantId === top.plantId && place === top.slotLabel)) return;
  const occupant = await findOccupant(trx, { plantId: target.plantId, label: place, since });
  if (occupant !== undefined)
    throw refuseField({ path: "place", key: "field.placeTaken", params: { sn: occupant } });
}

const isUnit = (type: DeviceType) => type !== "DCON";

/** Stays that begin with the move: in the same plant only the device's own, since those below keep their places. */
function listStays({ branch, target, body }: MoveInput, parent: Parent | null): Stay[] {
  const top = branch[0] as PlacedDevice;
  const isSamePlant = target.plantId === top.plantId;
  const toPlace = (device: PlacedDevice, place: string | undefined): Pick<Stay, "slotId" | "place"> => {
    if (isSamePlant && (place === undefined || place === device.slotLabel)) return { slotId: device.slotId };
    const label = place ?? device.slotLabel;
    return label === "" ? { slotId: null } : { slotId: null, place: label };
  };
  const own = { deviceId: top.deviceId, parentId: parent?.deviceId ?? null, ...toPlace(top, body.place) };
  if (isSamePlant || !body.withBelow) return [own];
  const below = branch.slice(1).map((device) => ({
    deviceId: device.deviceId,
    parentId: device.parentId,
    ...toPlace(device, undefined),
  }));
  return [own, ...below];
}

/** A device gets another place, parent or plant, with the devices connected to it or without them. */
export async function planMove(stage: ChangeStage, input: MoveInput): Promise<PlannedChange> {
  const { trx, links, actor, nowMs } = stage;
  const { plant, target, branch, body } = input;
  const [top] = branch;
  if (!top) throw new AppError("A0404");
  const isSamePlant = target.plantId === plant.plantId;
  const parent = await decideParent(stage, input);
  const stays = listStays(input, parent);
  const [own] = stays;
  const hasNewPlace = !isSamePlant || own?.place !== undefined;
  if (!hasNewPlace && own?.parentId === top.parentId)
    throw refuseField({ path: isUnit(top.type) ? "place" : "stationId", key: "field.samePlace" });
  const moved = branch.slice(0, stays.length);
  const fromAt = decideFromAt(
    body.fromAt,
    { nowMs, timeZone: plant.timeZone },
    { after: moved.map((device) => device.fromAt) },
  );
  await checkPlace(stage, input, fromAt);
  const staying = body.withBelow ? [] : branch.filter(({ parentId }) => parentId === top.deviceId);
  const nextParent = staying.length > 0 ? await findNextParent(stage, top) : null;
  const snOf = new Map(branch.map(({ deviceId, sn }) => [deviceId, sn]));
  // What a gateway reported of its units counted through its own stay.
  const leaving = !isSamePlant && top.type === "DCON" ? branch : moved;
  const uncounted = hasNewPlace ? leaving : [];
  const isWithoutGateway =
    (isUnit(top.type) && parent === null && !isSamePlant) || (staying.length > 0 && nextParent === null);
  // Samples belong to a plant while both the device and the gateway that reported them are in it.
  const isGatewayStaying = !isSamePlant && isUnit(top.type) && top.parentId !== null;
  return {
    plant,
    plantIds: [...new Set([plant.plantId, target.plantId])],
    fromAt,
    basis: [stays, moved.map(({ linkId }) => linkId), staying.map(({ linkId }) => linkId), target.plantId],
    shownDeviceId: top.deviceId,
    devices: [
      ...stays.map((stay, index) => ({
        device: moved[index] as PlacedDevice,
        kind: hasNewPlace ? ("moves" as const) : ("reconnects" as const),
        stationName: target.name,
        slotLabel: stay.place ?? (moved[index] as PlacedDevice).slotLabel,
        parentSn: index === 0 ? (parent?.sn ?? null) : (snOf.get(stay.parentId ?? "") ?? null),
      })),
      ...staying.map((device) => ({
        device,
        kind: "reconnects" as const,
        stationName: plant.name,
        slotLabel: device.slotLabel,
        parentSn: nextParent?.sn ?? null,
      })),
    ],
    uncounted,
    leavingIds: isSamePlant ? [] : moved.map(({ deviceId }) => deviceId),
    notes: [
      ...(isOfPast(fromAt, nowMs) ? [isGatewayStaying ? ("pastUncounted" as const) : ("past" as const)] : []),
      ...(isWithoutGateway ? (["noGateway"] as const) : []),
    ],
    async apply() {
      await links.beginStays({
        plantId: target.plantId,
        fromAt,
        createdBy: actor.scope.accountId,
        stays,
      });
      await links.connect(
        staying.map(({ deviceId }) => deviceId),
        nextParent?.deviceId ?? null,
      );
      const since = fromAt.toISOString();
      const entries = stays.map((stay, index) => {
        const device = moved[index] as PlacedDevice;
        return {
          type: "device.move" as const,
          objectId: device.deviceId,
          original: {
            sn: device.sn,
            stationId: plant.plantId,
            slotLabel: device.slotLabel,
            parentSn: device.parentSn,
          },
          new: {
            stationId: target.plantId,
            slotLabel: stay.place ?? device.slotLabel,
            parentSn: index === 0 ? (parent?.sn ?? null) : device.parentSn,
            fromAt: since,
          },
        };
      });
      // In the log of both plants.
      await writeAudits(
        trx,
        (isSamePlant ? [plant] : [plant, target]).flatMap((each) =>
          entries.map((entry) => logEntry(stage, each, entry)),
        ),
      );
      return [];
    },
  };
}
