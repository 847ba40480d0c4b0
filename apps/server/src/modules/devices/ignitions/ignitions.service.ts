import type { BodyOf, DataInputOf, endpoints, Language, MessageKey, QueryOf } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { FleetBrakeService } from "../../base/fleet-brake/fleet-brake.service.ts";
import { BRAKE_REFUSAL } from "../../base/fleet-brake/fleet-brake.service.ts";
import type { CommandRow, CommandService } from "../commands/commands.service.ts";
import {
  listPlantGateways,
  listVisibleNames,
  lockPlantSafety,
  refuseIgnition,
} from "../safety/holds.service.ts";
import type { IgnitionRow } from "./ignitions.repository.ts";
import {
  findCommandOf,
  insertManual,
  isPressed,
  listIgnitionRows,
  noteReported,
} from "./ignitions.repository.ts";

/** A gateway that connects later than this does not ignite: no user expects it any more. */
const DEADLINE_MS = 30 * 60_000;
/** What a gateway reports within this time of a delivery is what became of it. */
const OUTCOME_WITHIN_MS = 10 * 60_000;

type State = DataInputOf<typeof endpoints.ignition.list>["rows"][number]["state"];

export type IgnitionService = ReturnType<typeof createIgnitionService>;

function stateOf({ unitsStarted, unitsFailed, commandState }: IgnitionRow): State {
  if (unitsStarted !== null && unitsFailed !== null) {
    if (unitsFailed === 0) return "started";
    return unitsStarted > 0 ? "partly" : "failed";
  }
  switch (commandState) {
    case "queued":
      return "waiting";
    case "cancelled":
    case "expired":
      return commandState;
    case "refused":
    case "failed":
      return "failed";
    case "unconfirmed":
    case null:
      return "unconfirmed";
    default:
      return "sent";
  }
}

/** What a gateway reported of its units: stored beside its log entries. `db` is the link's. */
export async function noteIgnitions(
  trx: Transaction,
  report: { plantId: string; gatewayId: string; at: Date; started: number; failed: number },
): Promise<void> {
  await noteReported(trx, { ...report, since: new Date(report.at.getTime() - OUTCOME_WITHIN_MS) });
}

/** Manual starts of the units' keep-alive, and the records of all. */
export function createIgnitionService(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  commands: CommandService;
  brake: Pick<FleetBrakeService, "pass" | "isStopped">;
}) {
  const { db, clock, commands, brake } = deps;

  async function toVerdict(scope: Scope, plant: PlantAccess, language: Language) {
    const deny = (key: MessageKey) => ({ allowed: false, reason: formatMessage(language, key) });
    if (!isLevelEnough(plant, "operate")) return deny("op.operate");
    if (!scope.isSuper && !scope.permissionIds.has("station:reset")) return deny("op.role");
    const refusal = await refuseIgnition(db, plant.plantId, scope.accountId);
    if (!refusal) return (await brake.isStopped(scope)) ? deny(BRAKE_REFUSAL.messageKey) : { allowed: true };
    return deny(refusal.messageKey ?? (`code.${refusal.code}` as MessageKey));
  }

  return {
    async list(
      scope: Scope,
      plant: PlantAccess,
      { language, ...query }: QueryOf<typeof endpoints.ignition.list> & { language: Language },
    ): Promise<DataInputOf<typeof endpoints.ignition.list>> {
      const { rows, total } = await listIgnitionRows(db, plant.plantId, query);
      const accountIds = rows.flatMap(({ authorId }) => (authorId === null ? [] : [authorId]));
      const names = await listVisibleNames(db, { scope, plant, accountIds });
      return {
        rows: rows.map((row) => ({
          ignitionId: row.ignitionId,
          mode: row.mode,
          at: row.at.toISOString(),
          state: stateOf(row),
          gatewaySn: row.gatewaySn,
          unitsStarted: row.unitsStarted,
          unitsFailed: row.unitsFailed,
          code: row.code,
          byName: (row.authorId !== null && names.get(row.authorId)) || null,
        })),
        total,
        ignite: await toVerdict(scope, plant, language),
      };
    },

    /** A0312 while someone else has shut the plant or one of its units down, A0440 while the caller has. */
    async ignite(
      actor: Actor,
      { plantId }: PlantAccess,
      { idempotencyKey }: BodyOf<typeof endpoints.ignition.ignite>,
    ): Promise<{ gateways: number }> {
      const { scope, address } = actor;
      const { accountId: authorId } = scope;
      await brake.pass(actor, [plantId]);
      const done = await db.transaction().execute(async (trx) => {
        const at = new Date(clock.now());
        const companyId = await lockPlantSafety(trx, plantId, at);
        const pressed = await isPressed(trx, { authorId, idempotencyKey });
        if (pressed > 0) return { count: pressed, rows: [] as CommandRow[], serials: [] };
        const refusal = await refuseIgnition(trx, plantId, authorId);
        if (refusal)
          throw new AppError(
            refusal.code,
            refusal.messageKey === undefined ? {} : { messageKey: refusal.messageKey },
          );
        const gateways = await listPlantGateways(trx, plantId);
        const rows: CommandRow[] = [];
        for (const [index, { deviceId: gatewayId }] of gateways.entries()) {
          const [row] = await commands.queue(trx, [
            {
              plantId,
              gatewayId,
              op: "ignite",
              targets: "all",
              args: {},
              authorId,
              address,
              deadlineAt: new Date(at.getTime() + DEADLINE_MS),
              idempotencyKey: `${idempotencyKey}-${index}`,
            },
          ]);
          if (!row) continue;
          rows.push(row);
          await insertManual(trx, { plantId, gatewayId, authorId, commandId: row.id, at });
        }
        await writeAudit(trx, {
          kind: "operation",
          type: "safety.ignite",
          actorId: authorId,
          companyId,
          plantId,
          address,
          objectType: "station",
          objectId: plantId,
          new: { gateways: gateways.map(({ sn }) => sn) },
        });
        return { count: rows.length, rows, serials: gateways.map(({ sn }) => sn) };
      });
      commands.announce(done.rows, done.serials);
      return { gateways: done.count };
    },

    /** A0440 once it was delivered or has ended. */
    async cancel(actor: Actor, plant: PlantAccess, ignitionId: string): Promise<void> {
      const found = await findCommandOf(db, { plantId: plant.plantId, ignitionId });
      if (!found) throw new AppError("A0404");
      if (found.commandId === null) throw new AppError("A0440", { messageKey: "message.commandSent" });
      await commands.cancel(actor, plant, found.commandId);
    },
  };
}
