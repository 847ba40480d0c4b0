import type { BodyOf, DataInputOf, endpoints, Language, MessageKey, QueryOf } from "@heliograph/contract";
import { formatMessage, isHeldState, RESET_DEADLINE_S } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import type { FleetBrakeService } from "../../base/fleet-brake/fleet-brake.service.ts";
import type { CommandService, NewCommand } from "../commands/commands.service.ts";
import { listHolds } from "./hold-list.ts";
import { listChangedPlants } from "./joined-units.repository.ts";
import { joinUnits } from "./joined-units.ts";
import { findBrokenRow, listLedger } from "./ledger.repository.ts";
import { applyEvent, judgePlant } from "./operations.ts";
import { createPressImport } from "./press-import.ts";
import { mayRelease, recordPress, toPresser } from "./press-record.ts";
import type { SafetyUnitRow } from "./safety.repository.ts";
import {
  countShutdowns,
  endMark,
  findListedOperation,
  findMark,
  findPlantRow,
  findSafety,
  insertMark,
  insertOperation,
  listGateways,
  listMarks,
  listNames,
  listOverdue,
  listUnits,
} from "./safety.repository.ts";
import type { Sent } from "./safety-change.ts";
import {
  createSafetyChange,
  endCurrent,
  endUnits,
  findRepeated,
  readCurrentFacts,
  readFacts,
  toError,
} from "./safety-change.ts";
import type { Refusal } from "./safety-rules.ts";
import { isClockSafe, joinsShutdown, refuseReset, refuseStop, refuseUnits } from "./safety-rules.ts";
import { WANTED_STATE } from "./safety-states.ts";
import { beginStop } from "./safety-stop.ts";
import { findUnitTarget, listUnitOperationsOfPlant } from "./unit-switch.repository.ts";
import { listEvidence, scheduleDelivery, timeOutUnits } from "./units.repository.ts";

type Accepted = DataInputOf<typeof endpoints.safety.reset>;
type Stopped = DataInputOf<typeof endpoints.safety.stop>;
type Verdict = { allowed: boolean; reason?: string };

export type SafetyService = ReturnType<typeof createSafetyService>;

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** Rapid shutdown and reset of plants: presses, holds, marks, and what is known of each unit. */
export function createSafetyService(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  logger: Logger;
  commands: CommandService;
  brake: Pick<FleetBrakeService, "pass" | "noteShutdown">;
}) {
  const { db, clock, logger, commands, brake } = deps;
  const now = () => new Date(clock.now());

  const change = createSafetyChange(deps);

  const announceAll = (sent: Sent) => commands.announce(sent.rows, sent.serials);

  async function stop(
    actor: Actor,
    { plantId }: PlantAccess,
    body: BodyOf<typeof endpoints.safety.stop>,
  ): Promise<Stopped> {
    const { accountId } = actor.scope;
    const { reason, idempotencyKey } = body;
    const done = await change(plantId, async (trx, safety, { operation, at }) => {
      const repeated = await findRepeated(trx, { accountId, plantId, kind: "shutdown", idempotencyKey });
      if (repeated) return { operationId: repeated.id, state: safety.state, sent: undefined };
      const facts = await readFacts(trx, safety, operation);
      const refusal = refuseStop(facts, accountId);
      if (refusal) throw toError(refusal);
      if (operation && joinsShutdown(facts, accountId)) {
        // The holder presses again: units that are not proven receive the command immediately.
        await scheduleDelivery(trx, { operationId: operation.id, at });
        return { operationId: operation.id, state: safety.state, sent: undefined };
      }
      const press = { presser: toPresser(actor), reason, idempotencyKey, acceptedAt: at };
      return await beginStop(commands, trx, { safety, facts, press, at });
    });
    if (done.sent) {
      announceAll(done.sent);
      // Nothing of it may delay or refuse the shutdown.
      void noteShutdown(actor).catch((error: unknown) =>
        logger.warn({ err: error }, "many shutdowns could not be reported"),
      );
    }
    return { operationId: done.operationId, state: done.state, isRecorded: true, rightsAt: null };
  }

  async function noteShutdown(actor: Actor): Promise<void> {
    const since = new Date(clock.now() - 60_000);
    await brake.noteShutdown(actor, await countShutdowns(db, actor.scope.accountId, since));
  }

  async function reset(
    actor: Actor,
    { plantId }: PlantAccess,
    body: BodyOf<typeof endpoints.safety.reset>,
  ): Promise<Accepted> {
    const { scope, address } = actor;
    const { accountId } = scope;
    const { idempotencyKey } = body;
    await brake.pass(actor, [plantId]);
    const done = await change(plantId, async (trx, safety, { operation, at }) => {
      const plant = await findPlantRow(trx, { plantId });
      if (body.name !== plant?.name.trim())
        throw new AppError("A0400", { fields: [{ path: "name", key: "field.nameDiffers" }] });
      const repeated = await findRepeated(trx, { accountId, plantId, kind: "reset", idempotencyKey });
      if (repeated) return { operationId: repeated.id, state: safety.state, sent: undefined };
      const facts = await readFacts(trx, safety, operation);
      const refusal = refuseReset(facts, accountId);
      if (refusal) throw toError(refusal);
      const deadlineAt = new Date(at.getTime() + RESET_DEADLINE_S * 1000);
      const opened = (await listUnitOperationsOfPlant(trx, plantId)).filter(
        ({ kind }) => kind === "shutdown",
      );
      const ended = [
        ...(await endCurrent(commands, trx, { ...safety, at })),
        ...(await endUnits(commands, trx, { plantId, kind: "shutdown", at })),
      ];
      const operationId = await insertOperation(trx, {
        plantId,
        kind: "reset",
        authorId: accountId,
        address,
        reason: "",
        idempotencyKey,
        acceptedAt: at,
        deadlineAt,
      });
      const state = await applyEvent(trx, safety, { event: "reset", operationId, now: at });
      const ready = facts.gateways.filter((gateway) => gateway.isOnline && isClockSafe(gateway));
      const base = {
        plantId,
        targets: "all",
        authorId: accountId,
        address,
        safetyId: operationId,
        deadlineAt,
      } as const;
      const queued = await commands.queue(
        trx,
        ready.flatMap(({ deviceId: gatewayId }): NewCommand[] => [
          { ...base, gatewayId, op: "close", args: { hold: operationId } },
          { ...base, gatewayId, op: "fast", args: {} },
        ]),
      );
      // Relays that the holder has opened are closed with the plant.
      for (const { deviceId, type } of opened) {
        const target = type === "MCON" ? await findUnitTarget(trx, { plantId, deviceId }, at) : undefined;
        if (target?.gatewayId == null || target.unit === null) continue;
        if (!ready.some((gateway) => gateway.deviceId === target.gatewayId)) continue;
        const relay = { gatewayId: target.gatewayId, targets: [target.unit], subjectId: deviceId };
        queued.push(...(await commands.queue(trx, [{ ...base, ...relay, op: "relay", args: { on: true } }])));
      }
      await recordPress(trx, toPresser(actor), {
        plantId,
        operationId,
        kind: "reset",
        at,
        detail: {
          deadline: deadlineAt.toISOString(),
          gateways: ready.map(({ sn }) => sn),
          left: facts.gateways.filter((gateway) => !ready.includes(gateway)).map(({ sn }) => sn),
        },
      });
      return {
        operationId,
        state,
        sent: { rows: [...ended, ...queued], serials: ready.map(({ sn }) => sn) },
      };
    });
    if (done.sent) announceAll(done.sent);
    return { operationId: done.operationId, state: done.state };
  }

  async function releaseMark(
    actor: Actor,
    plantId: string,
    body: { markId: string; reason: string },
  ): Promise<void> {
    await change(plantId, async (trx, safety, { at }) => {
      const mark = await findMark(trx, { plantId, markId: body.markId });
      if (!mark) throw new AppError("A0404");
      if (!(await mayRelease(trx, actor.scope, mark.accountId))) throw new AppError("A0312");
      if (!mark.isOpen) return;
      await endMark(trx, { plantId, accountId: mark.accountId, at });
      const { operationId } = safety;
      const detail = { reason: body.reason, markOf: mark.accountId };
      await recordPress(trx, toPresser(actor), { plantId, operationId, kind: "unmark", at, detail });
    });
  }

  /** A verdict for each operation of switches, as the page and `checkStationOp` say it. */
  async function checkOps(
    scope: Scope,
    plant: PlantAccess,
    language: Language,
  ): Promise<{ stop: Verdict; reset: Verdict; open: Verdict; close: Verdict }> {
    const { plantId } = plant;
    const facts = await readCurrentFacts(db, plantId);
    const toVerdict = (
      permissionId: "station:shutdown" | "station:reset",
      refusal: Refusal | undefined,
    ): Verdict => {
      const deny = (key: MessageKey): Verdict => ({ allowed: false, reason: formatMessage(language, key) });
      if (!isLevelEnough(plant, "operate")) return deny("op.operate");
      if (!scope.isSuper && !scope.permissionIds.has(permissionId)) return deny("op.role");
      if (!refusal) return { allowed: true };
      return deny(refusal.messageKey ?? (`code.${refusal.code}` as MessageKey));
    };
    return {
      stop: toVerdict("station:shutdown", refuseStop(facts, scope.accountId)),
      reset: toVerdict("station:reset", refuseReset(facts, scope.accountId)),
      open: toVerdict("station:shutdown", refuseUnits(facts, scope.accountId, "open")),
      close: toVerdict("station:reset", refuseUnits(facts, scope.accountId, "close")),
    };
  }

  const importPress = createPressImport(deps);

  return {
    /**
     * For a shutdown that cannot be written: throws the refusal it would get; otherwise serial numbers of the gateways. Reads
     * only.
     */
    async decideStop(plantId: string, accountId: string): Promise<{ serials: string[] }> {
      const facts = await readCurrentFacts(db, plantId);
      const refusal = refuseStop(facts, accountId);
      if (refusal) throw toError(refusal);
      return { serials: facts.gateways.map(({ sn }) => sn) };
    },
    /** Brings in a shutdown that was accepted while it could not be written. */
    importPress,

    /** A0312 while another account has the hold, B0210 when no gateway is online; never delayed by a step-up. */
    stop,
    /** A0312 while another account has the hold or a mark is left, A0400 for another name than the plant's. */
    reset,

    /** Adds or withdraws the caller's "keep shut" mark. A0440 while the plant is not shut down. */
    async keepShut(
      actor: Actor,
      { plantId }: PlantAccess,
      { keep, note }: BodyOf<typeof endpoints.safety.keepShut>,
    ): Promise<void> {
      const { accountId } = actor.scope;
      if (accountId === undefined) throw new AppError("A0300");
      await change(plantId, async (trx, safety, { at }) => {
        const { operationId } = safety;
        if (keep && !isHeldState(safety.state) && safety.state !== "released")
          throw new AppError("A0440", { messageKey: "message.notShutDown" });
        const isChanged = keep
          ? await insertMark(trx, { plantId, accountId, note, markedAt: at })
          : await endMark(trx, { plantId, accountId, at });
        if (!isChanged) return;
        const kind = keep ? "mark" : "unmark";
        await recordPress(trx, toPresser(actor), { plantId, operationId, kind, at, detail: { note } });
      });
    },

    /** Ends the hold, or a mark, and closes nothing. A0312 for others than those who may. */
    async release(
      actor: Actor,
      { plantId }: PlantAccess,
      body: BodyOf<typeof endpoints.safety.release>,
    ): Promise<void> {
      const { reason, markId } = body;
      if (markId !== undefined) return await releaseMark(actor, plantId, { markId, reason });
      const cancelled = await change(plantId, async (trx, safety, { operation, at }) => {
        if (!operation || !isHeldState(safety.state))
          throw new AppError("A0440", { messageKey: "message.notShutDown" });
        if (!(await mayRelease(trx, actor.scope, operation.authorId))) throw new AppError("A0312");
        const ended = await endCurrent(commands, trx, { ...safety, at });
        await applyEvent(trx, safety, { event: "release", operationId: operation.id, now: at });
        const detail = { reason, holder: operation.authorId };
        await recordPress(trx, toPresser(actor), {
          plantId,
          operationId: operation.id,
          kind: "release",
          at,
          detail,
        });
        return ended;
      });
      commands.announce(cancelled, []);
    },

    /** State, holder, marks and evidence of a plant. */
    async get(
      scope: Scope,
      plant: PlantAccess,
      { withUnits }: Pick<QueryOf<typeof endpoints.safety.get>, "withUnits">,
    ): Promise<DataInputOf<typeof endpoints.safety.get>> {
      const { plantId } = plant;
      const safety = await findSafety(db, plantId);
      const operationId = safety?.operationId ?? null;
      const operation =
        operationId === null ? undefined : await findListedOperation(db, { scope, operationId });
      const marks = await listMarks(db, plantId);
      const accountIds = marks.map(({ accountId }) => accountId);
      const names = await listNames(db, { scope, plant, accountIds });
      const units = await listUnits(db, { plantId, operationId });
      const wanted = WANTED_STATE[operation?.kind ?? "shutdown"];
      const state = safety?.state ?? "normal";
      return {
        state,
        operation: operation
          ? {
              operationId: operation.id,
              kind: operation.kind,
              reason: operation.reason,
              byName: operation.byName,
              isMine: operation.authorId === scope.accountId,
              acceptedAt: operation.acceptedAt.toISOString(),
              deadlineAt: operation.deadlineAt.toISOString(),
              endedAt: toIso(operation.endedAt),
            }
          : null,
        marks: marks.map(({ accountId, markId, note, markedAt }) => ({
          markId,
          byName: names.get(accountId) ?? null,
          isMine: accountId === scope.accountId,
          note,
          markedAt: markedAt.toISOString(),
        })),
        counts: {
          units: units.length,
          sent: units.filter(({ sentAt }) => sentAt !== null).length,
          acknowledged: units.filter(({ acknowledgedAt }) => acknowledgedAt !== null).length,
          proven: operation ? units.filter((unit) => unit.state === wanted).length : 0,
          dark: units.filter(({ isDark }) => isDark).length,
        },
        gateways: await listGateways(db, plantId),
        units: withUnits ? units.map(toUnit) : [],
        mayRelease:
          isHeldState(state) &&
          isLevelEnough(plant, "operate") &&
          scope.permissionIds.has("station:reset") &&
          (await mayRelease(db, scope, operation?.authorId ?? null)),
      };
    },

    async ledger(
      scope: Scope,
      plant: PlantAccess,
      query: QueryOf<typeof endpoints.safety.ledger>,
    ): Promise<DataInputOf<typeof endpoints.safety.ledger>> {
      const { rows, total } = await listLedger(db, plant.plantId, query);
      const accountIds = rows.flatMap(({ actorId }) => (actorId === null ? [] : [actorId]));
      const names = await listNames(db, { scope, plant, accountIds });
      return {
        rows: rows.map((row) => ({
          number: row.number,
          at: row.at.toISOString(),
          kind: row.kind,
          byName: row.actorId === null ? null : (names.get(row.actorId) ?? null),
          address: row.address,
          detail: JSON.parse(row.detail) as Record<string, unknown>,
          hash: row.hash.toString("hex"),
        })),
        total,
        brokenAt: await findBrokenRow(db, plant.plantId),
      };
    },

    /** Plants in scope that are not in normal operation. */
    holds: (scope: Scope) => listHolds(db, scope),

    checkOps,

    /** For the role `jobs`: what joined a plant during its shutdown becomes a part of it. Returns the number of plants. */
    async joinUnits(): Promise<number> {
      const changed = await listChangedPlants(db);
      for (const { plantId, operationId } of changed)
        await change(plantId, async (trx, safety, { operation, at }) => {
          if (operation && safety.operationId === operationId && operation.endedAt === null)
            await joinUnits(trx, safety, { operation, at });
        });
      return changed.length;
    },

    /** For the role `jobs`: ends the countdowns that are over. Returns their number. */
    async endCountdowns(): Promise<number> {
      const overdue = await listOverdue(db, now());
      for (const { plantId, operationId } of overdue)
        await change(plantId, async (trx, safety, { operation, at }) => {
          if (safety.operationId !== operationId || !operation) return;
          await timeOutUnits(trx, operationId);
          const units = await listEvidence(trx, operationId);
          await judgePlant(trx, safety, { operation, units, now: at });
        });
      return overdue.length;
    },
  };
}

function toUnit(row: SafetyUnitRow): DataInputOf<typeof endpoints.safety.get>["units"][number] {
  return {
    ...row,
    sentAt: toIso(row.sentAt),
    acknowledgedAt: toIso(row.acknowledgedAt),
    provenAt: toIso(row.provenAt),
    sampleAt: toIso(row.sampleAt),
    joinedAt: toIso(row.joinedAt),
  };
}
