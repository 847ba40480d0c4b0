import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { writeAudits } from "../../base/audit/audit.service.ts";
import type { PlacedDevice, PlantFacts } from "./moves.repository.ts";
import { isReported, listGateways } from "./moves.repository.ts";
import type { ChangeStage, PlannedChange } from "./place-change.ts";
import { decideFromAt, isOfPast, logEntry } from "./place-change.ts";

type RemoveBody = BodyOf<typeof endpoints.deviceMoves.remove>;

/** A device that stays is connected to what the leaving one was connected to; below a gateway, to the only other one. */
export async function findNextParent(
  { trx }: ChangeStage,
  top: PlacedDevice,
): Promise<{ deviceId: string; sn: string } | null> {
  if (top.parentId !== null && top.parentSn !== null) return { deviceId: top.parentId, sn: top.parentSn };
  const others = (await listGateways(trx, top.plantId)).filter(({ deviceId }) => deviceId !== top.deviceId);
  return others.length === 1 ? (others[0] ?? null) : null;
}

/** A device leaves its plant, with the devices connected to it or without them. */
export async function planRemove(
  stage: ChangeStage,
  { plant, branch, body }: { plant: PlantFacts; branch: readonly PlacedDevice[]; body: RemoveBody },
): Promise<PlannedChange> {
  const { trx, links, actor, nowMs } = stage;
  const [top] = branch;
  if (!top) throw new AppError("A0404");
  const leaving = body.withBelow ? branch : [top];
  const staying = body.withBelow ? [] : branch.filter(({ parentId }) => parentId === top.deviceId);
  const parent = staying.length > 0 ? await findNextParent(stage, top) : null;
  const fromAt = decideFromAt(
    body.fromAt,
    { nowMs, timeZone: plant.timeZone },
    { after: leaving.map((device) => device.fromAt) },
  );
  return {
    plant,
    plantIds: [plant.plantId],
    fromAt,
    basis: [leaving.map(({ linkId }) => linkId), staying.map(({ linkId }) => linkId), parent?.deviceId],
    shownDeviceId: null,
    devices: [
      ...leaving.map((device) => ({
        device,
        kind: "leaves" as const,
        stationName: "",
        slotLabel: "",
        parentSn: null,
      })),
      ...staying.map((device) => ({
        device,
        kind: "reconnects" as const,
        stationName: plant.name,
        slotLabel: device.slotLabel,
        parentSn: parent?.sn ?? null,
      })),
    ],
    uncounted: top.type === "DCON" ? branch : leaving,
    leavingIds: leaving.map(({ deviceId }) => deviceId),
    notes: [
      ...(isOfPast(fromAt, nowMs) ? (["past"] as const) : []),
      ...(staying.length > 0 && parent === null ? (["noGateway"] as const) : []),
      ...(top.type !== "DCON" && (await isReported(trx, { plantId: plant.plantId, sn: top.sn }))
        ? (["stillReported"] as const)
        : []),
    ],
    async apply() {
      await links.end(
        leaving.map(({ deviceId }) => deviceId),
        fromAt,
        actor.scope.accountId,
      );
      await links.connect(
        staying.map(({ deviceId }) => deviceId),
        parent?.deviceId ?? null,
      );
      await writeAudits(
        trx,
        leaving.map((device) =>
          logEntry(stage, plant, {
            type: "device.remove",
            objectId: device.deviceId,
            original: { sn: device.sn, slotLabel: device.slotLabel },
            new: { fromAt: fromAt.toISOString() },
          }),
        ),
      );
      return [];
    },
  };
}
