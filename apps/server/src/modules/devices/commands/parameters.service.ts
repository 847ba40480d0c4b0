import type { BodyOf, DataInputOf, endpoints, LiveMessage } from "@heliograph/contract";
import { commandCode } from "@heliograph/contract";
import { MCON_PARAMETERS } from "@heliograph/contract/mcon-parameters";
import type { Param } from "@heliograph/protocol";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import type { CommandRow, CommandService } from "./commands.service.ts";
import { KNOWN_PARAMETERS } from "./known-parameters.ts";
import type { ParameterTarget } from "./parameters.repository.ts";
import { findLatestCommand, findTarget, listParameters, saveReported } from "./parameters.repository.ts";

type Parameters = DataInputOf<typeof endpoints.parameters.get>;
type Sent = DataInputOf<typeof endpoints.parameters.set>;

/** A press has no effect after this: the gateway refuses what is older. */
const DEADLINE_MS = 30_000;
/** A gateway's clock is not earlier than this; one without a clock counts from its start. */
const FIRST_YEAR_MS = Date.UTC(2000, 0, 1);

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;
const toSent = ({ id, state }: CommandRow): Sent => ({ commandId: id, state });

export type ParameterService = ReturnType<typeof createParameterService>;

/** Parameters of MCONs: read, acquired and set by commands, and as the devices report them. */
export function createParameterService(deps: { db: Db; bus: Bus; clock: Clock; commands: CommandService }) {
  const { db, bus, clock, commands } = deps;

  /** An MCON behind its gateway. Throws A0404, A0720 for another type, B0210 for a unit its gateway does not report. */
  async function getMcon(
    plant: PlantAccess,
    deviceId: string,
  ): Promise<ParameterTarget & { gatewayId: string; unit: number }> {
    const target = await findTarget(db, plant, deviceId);
    if (!target) throw new AppError("A0404");
    if (target.type !== "MCON") throw new AppError("A0720", { messageKey: "message.onlyMcon" });
    const { gatewayId, unit } = target;
    if (gatewayId === null || unit === null) throw new AppError("B0210");
    return { ...target, gatewayId, unit };
  }

  return {
    async get(scope: Scope, plant: PlantAccess, deviceId: string): Promise<Parameters> {
      const target = await findTarget(db, plant, deviceId);
      if (!target) throw new AppError("A0404");
      const command = await findLatestCommand(db, plant, deviceId);
      return {
        deviceId,
        type: target.type,
        isOnline: target.isOnline && target.unit !== null,
        mayChange: scope.permissionIds.has("device:parameters") && isLevelEnough(plant, "operate"),
        rows: (await listParameters(db, deviceId)).map((row) => ({
          ...row,
          reportedAt: toIso(row.reportedAt),
          requestedAt: toIso(row.requestedAt),
        })),
        command: command
          ? {
              ...command,
              code: commandCode.safeParse(command.code).data ?? null,
              createdAt: command.createdAt.toISOString(),
            }
          : null,
      };
    },

    /** Reads the parameters from the device. */
    async acquire(
      { scope, address }: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.parameters.acquire>,
    ): Promise<Sent> {
      const { deviceId, idempotencyKey } = body;
      const { gatewayId, unit } = await getMcon(plant, deviceId);
      return toSent(
        await commands.send(scope, {
          plantId: plant.plantId,
          gatewayId,
          op: "param.get",
          targets: [unit],
          args: { names: [...Object.keys(MCON_PARAMETERS), "relay"] },
          deadlineAt: new Date(clock.now() + DEADLINE_MS),
          authorId: scope.accountId,
          address,
          idempotencyKey,
          subjectId: deviceId,
        }),
      );
    },

    /** Sets the parameters of one MCON; original and new values are in the operation log. */
    async set(
      { scope, address }: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.parameters.set>,
    ): Promise<Sent> {
      const { deviceId, values, idempotencyKey } = body;
      const { gatewayId, unit } = await getMcon(plant, deviceId);
      const reported = (await listParameters(db, deviceId))
        .filter(({ name }) => name in values)
        .map(({ name, reported: value }) => [name, value]);
      return toSent(
        await commands.send(scope, {
          plantId: plant.plantId,
          gatewayId,
          op: "param.set",
          targets: [unit],
          args: { values },
          deadlineAt: new Date(clock.now() + DEADLINE_MS),
          authorId: scope.accountId,
          address,
          idempotencyKey,
          subjectId: deviceId,
          original: { args: { values: Object.fromEntries(reported) } },
        }),
      );
    },

    /** For the device link: values that a gateway reports without a command. */
    async saveReported(gatewayId: string, { t, p }: Param): Promise<void> {
      const now = clock.now();
      // A time ahead would outlast all later reports.
      const at = new Date(t < FIRST_YEAR_MS ? now : Math.min(t, now));
      const plantId = await saveReported(db, gatewayId, { entries: p, known: KNOWN_PARAMETERS, at });
      if (plantId === undefined) return;
      bus.publish(`plant.${plantId}.commands`, {
        type: "commands",
        stationId: plantId,
        gatewayId,
      } satisfies LiveMessage);
    },
  };
}
