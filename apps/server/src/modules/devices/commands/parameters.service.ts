import type { BodyOf, DataInputOf, endpoints, LiveMessage } from "@heliograph/contract";
import { commandCode } from "@heliograph/contract";
import type { DeviceModel, Param } from "@heliograph/protocol";
import { findModel, findParameterProblems } from "@heliograph/protocol";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import type { FleetBrakeService } from "../../base/fleet-brake/fleet-brake.service.ts";
import type { CommandRow, CommandService, NewCommand } from "./commands.service.ts";
import {
  hasSameParameters,
  listWritable,
  toFieldProblems,
  toModelFacts,
  toParameterRows,
} from "./parameter-fields.ts";
import type { ParameterTarget } from "./parameters.repository.ts";
import { findLatestCommand, findTargets, listParameters, saveReported } from "./parameters.repository.ts";

type Parameters = DataInputOf<typeof endpoints.parameters.get>;
type Sent = DataInputOf<typeof endpoints.parameters.set>;
type GatewayUnit = ParameterTarget & { gatewayId: string; unit: number };

/** A press has no effect after this: the gateway refuses what is older. */
const DEADLINE_MS = 30_000;
/** A gateway's clock is not earlier than this; one without a clock counts from its start. */
const FIRST_YEAR_MS = Date.UTC(2000, 0, 1);

const toSent = ({ id, state }: CommandRow): Sent => ({ commandId: id, state });
const isBehindGateway = (target: ParameterTarget): target is GatewayUnit =>
  target.gatewayId !== null && target.unit !== null;

export type ParameterService = ReturnType<typeof createParameterService>;

/** Parameters of MCONs and gateways: read, set and copied by commands, and as the devices report them. */
export function createParameterService(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  commands: CommandService;
  models: readonly DeviceModel[];
  brake: Pick<FleetBrakeService, "pass">;
}) {
  const { db, bus, clock, commands, models, brake } = deps;
  const known = [...new Set(models.flatMap(({ parameters }) => Object.keys(parameters)))];

  async function getTarget(plant: PlantAccess, deviceId: string): Promise<ParameterTarget> {
    const [target] = await findTargets(db, plant, [deviceId]);
    if (!target) throw new AppError("A0404");
    return target;
  }

  /**
   * A device with parameters behind its gateway, and its model. Throws A0404, A0720 for a device without parameters,
   * B0210 for a unit that its gateway does not report.
   */
  async function getSettable(plant: PlantAccess, deviceId: string): Promise<[GatewayUnit, DeviceModel]> {
    const target = await getTarget(plant, deviceId);
    const model = findModel(models, target);
    if (Object.keys(model.parameters).length === 0)
      throw new AppError("A0720", { messageKey: "message.noParameters" });
    if (!isBehindGateway(target)) throw new AppError("B0210");
    return [target, model];
  }

  const listReported = async (deviceId: string): Promise<Record<string, unknown>> =>
    Object.fromEntries(
      (await listParameters(db, deviceId)).flatMap(({ name, reported }) =>
        reported === null ? [] : [[name, reported]],
      ),
    );

  /** The devices that parameters are copied to: of the source's model, so that every value is valid there. */
  async function listCopyTargets(plant: PlantAccess, source: GatewayUnit, ids: readonly string[]) {
    const targets = await findTargets(db, plant, ids);
    const isTarget = (target: ParameterTarget): target is GatewayUnit =>
      isBehindGateway(target) &&
      target.gatewayId === source.gatewayId &&
      target.deviceId !== source.deviceId &&
      hasSameParameters(models, target, source);
    const fields = ids.flatMap((id, index) => {
      const target = targets.find(({ deviceId }) => deviceId === id);
      return target && isTarget(target)
        ? []
        : [{ path: `toDeviceIds.${index}`, key: "field.copyTarget" as const }];
    });
    if (fields.length > 0) throw new AppError("A0400", { fields });
    return targets.filter(isTarget);
  }

  function toCommand(
    { scope, address }: Actor,
    plant: PlantAccess,
    body: { deviceId: string; idempotencyKey?: string | undefined },
  ): Pick<NewCommand, "plantId" | "deadlineAt" | "authorId" | "address" | "idempotencyKey" | "subjectId"> {
    return {
      plantId: plant.plantId,
      deadlineAt: new Date(clock.now() + DEADLINE_MS),
      authorId: scope.accountId,
      address,
      idempotencyKey: body.idempotencyKey,
      subjectId: body.deviceId,
    };
  }

  return {
    async get(scope: Scope, plant: PlantAccess, deviceId: string): Promise<Parameters> {
      const target = await getTarget(plant, deviceId);
      const command = await findLatestCommand(db, plant, deviceId);
      return {
        deviceId,
        type: target.type,
        isOnline: target.isOnline && target.unit !== null,
        mayChange: scope.permissionIds.has("device:parameters") && isLevelEnough(plant, "operate"),
        rows: toParameterRows(findModel(models, target), await listParameters(db, deviceId)),
        command: command
          ? {
              ...command,
              code: commandCode.safeParse(command.code).data ?? null,
              createdAt: command.createdAt.toISOString(),
            }
          : null,
      };
    },

    /** The model of a device, as far as screens follow it. */
    async getModel(
      plant: PlantAccess,
      deviceId: string,
    ): Promise<DataInputOf<typeof endpoints.parameters.model>> {
      const target = await getTarget(plant, deviceId);
      return toModelFacts(target.model, findModel(models, target));
    },

    /** Reads the parameters from the device. */
    async acquire(
      actor: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.parameters.acquire>,
    ): Promise<Sent> {
      const [{ gatewayId, unit }, { parameters }] = await getSettable(plant, body.deviceId);
      return toSent(
        await commands.send(actor.scope, {
          ...toCommand(actor, plant, body),
          gatewayId,
          op: "param.get",
          targets: [unit],
          args: { names: Object.keys(parameters) },
        }),
      );
    },

    /** Sets parameters of one device; original and new values are in the operation log. */
    async set(
      actor: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.parameters.set>,
    ): Promise<Sent> {
      const { deviceId, values } = body;
      const [{ gatewayId, unit }, model] = await getSettable(plant, deviceId);
      const reported = await listReported(deviceId);
      const problems = findParameterProblems(model, values, reported);
      if (problems.length > 0) throw new AppError("A0400", { fields: toFieldProblems(problems) });
      await brake.pass(actor, [plant.plantId]);
      const original = Object.entries(reported).filter(([name]) => name in values);
      return toSent(
        await commands.send(actor.scope, {
          ...toCommand(actor, plant, body),
          gatewayId,
          op: "param.set",
          targets: [unit],
          args: { values },
          requested: values,
          original: { args: { values: Object.fromEntries(original) } },
        }),
      );
    },

    /**
     * Copies the reported parameters of a device to others of its type behind the same gateway. Throws A0440 while values
     * of the source have not been reported: what is copied would be unknown.
     */
    async copy(
      actor: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.parameters.copy>,
    ): Promise<Sent> {
      const [source, model] = await getSettable(plant, body.deviceId);
      const names = listWritable(model);
      const reported = await listReported(body.deviceId);
      if (!names.every((name) => name in reported))
        throw new AppError("A0440", { messageKey: "message.parametersUnread" });
      const targets = await listCopyTargets(plant, source, body.toDeviceIds);
      await brake.pass(actor, [plant.plantId]);
      const original = await Promise.all(
        targets.map(async ({ deviceId }) => ({ deviceId, values: await listReported(deviceId) })),
      );
      const requested = Object.fromEntries(names.map((name) => [name, reported[name]]));
      return toSent(
        await commands.send(actor.scope, {
          ...toCommand(actor, plant, body),
          gatewayId: source.gatewayId,
          op: "param.copy",
          targets: targets.map(({ unit }) => unit).sort((a, b) => a - b),
          args: { from: source.unit, names },
          requested,
          original: { devices: original },
        }),
      );
    },

    /** For the device link: values that a gateway reports without a command. */
    async saveReported(gatewayId: string, { t, p }: Param): Promise<void> {
      const now = clock.now();
      // A time ahead would outlast all later reports.
      const at = new Date(t < FIRST_YEAR_MS ? now : Math.min(t, now));
      const plantId = await saveReported(db, gatewayId, { entries: p, known, at });
      if (plantId === undefined) return;
      bus.publish(`plant.${plantId}.commands`, {
        type: "commands",
        stationId: plantId,
        gatewayId,
      } satisfies LiveMessage);
    },
  };
}
