import type { BodyOf, endpoints, PlaceChange } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { AlarmService } from "../alarms/alarms.service.ts";
import { isPlantHeld, refuseWhileHeld } from "../commands/held-plants.service.ts";
import { createDeviceBatches } from "../devices/device-batch.service.ts";
import { refuseDevice } from "../devices/device-refusal.service.ts";
import type { PlacementService } from "../placements/placements.service.ts";
import type { PlacedDevice, PlantFacts, PresentAlarm } from "./moves.repository.ts";
import { findPlantFacts, listPresentAlarms, lockBranch, sumEnergyWh } from "./moves.repository.ts";
import type { ChangeStage, PlannedChange } from "./place-change.ts";
import { toResponse, toRevision } from "./place-change.ts";
import { planMove } from "./plan-move.ts";
import { planRemove } from "./plan-remove.ts";
import { planReplace } from "./plan-replace.ts";

type MoveBody = BodyOf<typeof endpoints.deviceMoves.move>;
type RemoveBody = BodyOf<typeof endpoints.deviceMoves.remove>;
type ReplaceBody = BodyOf<typeof endpoints.deviceMoves.replace>;
type Steps = Pick<RemoveBody, "deviceId" | "mode" | "revision">;

/** A device in its plant, with the devices connected to it. */
interface Subject {
  readonly plant: PlantFacts;
  readonly branch: readonly PlacedDevice[];
}

export type MoveService = ReturnType<typeof createMoveService>;

/** Replaces, moves and removes devices; mount() has checked the access to the device's plant. */
export function createMoveService(deps: {
  clickhouse: ClickHouse;
  clock: Clock;
  access: Pick<AccessService, "findPlant">;
  placements: PlacementService;
  alarms: Pick<AlarmService, "applyDeviceConditions">;
  onPlantChanged: (plantId: string) => void;
}) {
  const { clickhouse, clock, access, placements, alarms, onPlantChanged } = deps;
  const devices = createDeviceBatches({ clock });

  async function endAlarms(present: readonly PresentAlarm[], at: Date): Promise<void> {
    await alarms.applyDeviceConditions(
      present.map(({ deviceId, plantId, faultCode, type }) => ({
        deviceId,
        plantId,
        faultCode,
        kind: "gone",
        severity: "warning",
        source: type,
        description: "",
        at,
        intervalMs: 0,
      })),
    );
  }

  /** Undefined where `plan` refuses the serial number and code of the body. */
  async function change(
    actor: Actor,
    body: Steps,
    plan: (stage: ChangeStage, subject: Subject) => Promise<PlannedChange | undefined>,
    isForHolder: (device: PlacedDevice) => boolean = () => false,
  ): Promise<PlaceChange | undefined> {
    const nowMs = clock.now();
    const result = await placements.change(async (trx, links) => {
      const branch = await lockBranch(trx, actor.scope, body.deviceId);
      const plant = branch[0] && (await findPlantFacts(trx, actor.scope, branch[0].plantId));
      if (!plant) throw new AppError("A0404");
      await refuseWhileHeld(trx, {
        plantId: plant.plantId,
        deviceIds: branch.map(({ deviceId }) => deviceId),
        accountId: actor.scope.accountId,
        isForHolder: branch[0] !== undefined && isForHolder(branch[0]),
      });
      const planned = await plan({ trx, links, actor, nowMs }, { plant, branch }).catch((error: unknown) => {
        // It was possible when it was checked.
        const isChanged = body.mode === "apply" && error instanceof AppError && error.code === "A0400";
        throw isChanged ? new AppError("A0440", { cause: error }) : error;
      });
      if (!planned) return undefined;
      const present = await listPresentAlarms(trx, planned.leavingIds);
      const energyWh = await sumEnergyWh(clickhouse, {
        plantKey: plant.key,
        deviceKeys: planned.uncounted.map(({ deviceKey }) => deviceKey),
        fromAt: planned.fromAt,
      });
      if (body.mode === "apply" && body.revision !== toRevision(planned)) throw new AppError("A0440");
      const lostBy = body.mode === "apply" ? await planned.apply() : [];
      const isHeld = await isPlantHeld(trx, planned.plantIds.at(-1) ?? plant.plantId);
      const notes = [...planned.notes, ...(isHeld ? (["opensFirst"] as const) : [])];
      return {
        planned: { ...planned, notes },
        present,
        energyWh,
        plantIds: [...planned.plantIds, ...lostBy],
      };
    });
    if (!result) return undefined;
    const { planned, present, energyWh, plantIds } = result;
    if (body.mode === "apply") {
      await endAlarms(present, new Date(nowMs));
      for (const plantId of plantIds) onPlantChanged(plantId);
    }
    return toResponse(planned, {
      state: body.mode === "apply" ? "applied" : "checked",
      energyWh,
      alarmCount: present.length,
    });
  }

  async function find(changed: Promise<PlaceChange | undefined>): Promise<PlaceChange> {
    const startedAt = performance.now();
    return (await changed) ?? (await refuseDevice(startedAt));
  }

  return {
    /** While the plant is shut down only its holder, and only a unit with a switch: the new one is opened first. */
    replace: (actor: Actor, body: ReplaceBody) =>
      find(
        change(
          actor,
          body,
          (stage, subject) => planReplace(devices, stage, { ...subject, body }),
          ({ type }) => type === "OPT" || type === "RSD",
        ),
      ),

    remove: (actor: Actor, body: RemoveBody) =>
      find(change(actor, body, (stage, subject) => planRemove(stage, { ...subject, body }))),

    /** Into a plant where the caller may add devices, or within one. */
    async move(actor: Actor, body: MoveBody): Promise<PlaceChange> {
      const { scope } = actor;
      const found = await access.findPlant(scope, body.stationId);
      if (!found || found.level === "public") throw new AppError("A0404");
      if (!isLevelEnough(found, "install") || found.hiddenParts.includes("devices"))
        throw new AppError("A0300");
      return await find(
        change(actor, body, async (stage, subject) => {
          const isSamePlant = body.stationId === subject.plant.plantId;
          if (!isSamePlant && !scope.permissionIds.has("device:add")) throw new AppError("A0300");
          const target = isSamePlant ? subject.plant : await findPlantFacts(stage.trx, scope, body.stationId);
          if (!target) throw new AppError("A0404");
          return await planMove(stage, { ...subject, target, body });
        }),
      );
    },
  };
}
