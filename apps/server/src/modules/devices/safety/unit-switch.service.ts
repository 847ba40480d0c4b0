import type { BodyOf, DataInputOf, endpoints, Language, MessageKey } from "@heliograph/contract";
import { formatMessage, isHeldState, RESET_DEADLINE_S, SHUTDOWN_COUNTDOWN_S } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { hidesLayout, isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import type { FleetBrakeService } from "../../base/fleet-brake/fleet-brake.service.ts";
import { BRAKE_REFUSAL } from "../../base/fleet-brake/fleet-brake.service.ts";
import type { CommandRow, CommandService, NewCommand } from "../commands/commands.service.ts";
import { SILENT_MS } from "./delivery-times.service.ts";
import { listEvidenceAges } from "./evidence-age.repository.ts";
import { summarizeEvidence } from "./evidence-age.ts";
import { countLeftOpen, insertLeftOpen } from "./left-open.repository.ts";
import { listMarks } from "./marks.repository.ts";
import { publishSafety } from "./operations.ts";
import { mayRelease, recordPress, toPresser } from "./press-record.ts";
import { withReports } from "./prompt-reports.ts";
import {
  findOperation,
  findOperationByKey,
  findSafety,
  listNames,
  lockGateways,
  lockSafety,
} from "./safety.repository.ts";
import { endUnits } from "./safety-change.ts";
import type { Refusal } from "./safety-rules.ts";
import type { OperationKind } from "./safety-states.ts";
import type { UnitOperation, UnitTarget } from "./unit-switch.repository.ts";
import {
  findUnitTarget,
  insertUnitOperation,
  listUnitEvidence,
  listUnitOperations,
  readDeliveries,
} from "./unit-switch.repository.ts";
import type { UnitFacts } from "./unit-switch-rules.ts";
import {
  countEvidence,
  findOwnHold,
  refuseClose,
  refuseDrill,
  refuseOpen,
  SWITCHED_TYPES,
  stateOfUnits,
} from "./unit-switch-rules.ts";
import { hastenDelivery, scheduleDelivery } from "./units.repository.ts";

type View = DataInputOf<typeof endpoints.unitSwitch.get>;
type Accepted = DataInputOf<typeof endpoints.unitSwitch.open>;
type Verdict = { allowed: boolean; reason?: string };
type Target = UnitTarget & { gatewayId: string; gatewaySn: string };

export type UnitSwitchService = ReturnType<typeof createUnitSwitchService>;

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;
const toError = ({ code, messageKey }: Refusal): AppError =>
  new AppError(code, messageKey === undefined ? {} : { messageKey });

interface UnitStage {
  readonly trx: Transaction;
  readonly at: Date;
  readonly target: UnitTarget;
  readonly operations: readonly UnitOperation[];
  readonly facts: UnitFacts;
}

/** Opening and closing of single units, under the rules of their plant's shutdown. */
export function createUnitSwitchService(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  commands: CommandService;
  brake: Pick<FleetBrakeService, "pass" | "isStopped">;
}) {
  const { db, bus, clock, commands, brake } = deps;
  const now = () => new Date(clock.now());

  async function readFacts(reader: Db, plantId: string, deviceId: string, at: Date) {
    const target = await findUnitTarget(reader, { plantId, deviceId }, at);
    if (!target) throw new AppError("A0404");
    const safety = await findSafety(reader, plantId);
    const state = safety?.state ?? "normal";
    const held =
      isHeldState(state) && safety?.operationId != null
        ? await findOperation(reader, safety.operationId)
        : undefined;
    const operations = await listUnitOperations(reader, { plantId, deviceId });
    const facts: UnitFacts = {
      deviceId,
      type: target.type,
      plantState: state,
      plantHolderId: held?.authorId,
      isMarked: (await listMarks(reader, plantId)).length > 0,
      operations,
      isConnected: target.isConnected,
      isOffline: target.isOffline,
      clockOffsetMs: target.clockOffsetMs,
      isReported: target.units.length > 0,
      unitsBehind: target.unitsBehind,
      leftOpen: await countLeftOpen(reader, { plantId, stringId: deviceId }),
      now: at,
    };
    return { target, operations, facts };
  }

  /** Runs a change of a unit under the lock of its plant. */
  async function change<Result>(
    plantId: string,
    deviceId: string,
    apply: (stage: UnitStage) => Promise<Result>,
  ): Promise<Result> {
    const result = await db.transaction().execute(async (trx) => {
      const at = now();
      if (!(await lockSafety(trx, plantId, at))) throw new AppError("A0404");
      return await apply({ trx, at, ...(await readFacts(trx, plantId, deviceId, at)) });
    });
    publishSafety(bus, plantId);
    return result;
  }

  const findOwn = ({ operations, target }: UnitStage): UnitOperation | undefined =>
    operations.find(({ deviceId }) => deviceId === target.deviceId);

  /** Ends operations under the locks of their plant's gateways: nothing of them is sent afterwards. */
  async function end(
    { trx, at }: UnitStage,
    plantId: string,
    operations: readonly UnitOperation[],
  ): Promise<CommandRow[]> {
    await lockGateways(trx, plantId);
    return await endUnits(commands, trx, { operations, at });
  }

  /** What a press ends: the device's own operation and, as at a plant, the opposite ones of the units behind an SCON. */
  const listReplaced = ({ operations, target }: UnitStage, kind: OperationKind): UnitOperation[] =>
    operations.filter(
      (each) => each.deviceId === target.deviceId || (target.type === "SCON" && each.kind !== kind),
    );

  /** The operation that this key has made already. Throws A0440 when it was another act or at another device. */
  async function findRepeated(
    { trx, target }: UnitStage,
    { accountId }: Scope,
    { kind, idempotencyKey }: { kind: OperationKind; idempotencyKey: string },
  ): Promise<Accepted | undefined> {
    const earlier = await findOperationByKey(trx, { authorId: accountId, idempotencyKey });
    if (!earlier) return undefined;
    if (earlier.kind !== kind || earlier.deviceId !== target.deviceId)
      throw new AppError("A0440", { messageKey: "message.commandKeyUsed" });
    return { operationId: earlier.id, state: kind === "shutdown" ? "opening" : "closing" };
  }

  /** The command of an operation for this device: an MCON has a relay. */
  function toCommands(
    { deviceId: subjectId, type, gatewayId, units }: Target,
    base: Omit<NewCommand, "op" | "args" | "targets" | "gatewayId">,
    kind: OperationKind,
  ): NewCommand[] {
    const isOpen = kind === "shutdown";
    const common = { ...base, gatewayId, subjectId, targets: units };
    const command: NewCommand =
      type === "MCON"
        ? { ...common, op: "relay", args: { on: !isOpen } }
        : { ...common, op: isOpen ? "open" : "close", args: { hold: base.safetyId } };
    return withReports(command);
  }

  async function start(
    stage: UnitStage,
    actor: Actor,
    press: {
      plantId: string;
      kind: OperationKind;
      reason: string;
      idempotencyKey: string;
      deadlineAt: Date;
      isDrill?: boolean;
    },
  ): Promise<{ operationId: string; sent: CommandRow[] }> {
    const { trx, at } = stage;
    const target = stage.target as Target;
    const { plantId, kind, reason, deadlineAt, isDrill } = press;
    const { scope, address } = actor;
    const ended = await end(stage, plantId, listReplaced(stage, kind));
    const operationId = await insertUnitOperation(trx, {
      ...{ ...press, target, address, acceptedAt: at },
      authorId: scope.accountId,
    });
    const base = {
      plantId,
      address,
      reason,
      safetyId: operationId,
      authorId: scope.accountId,
      deadlineAt: kind === "shutdown" ? null : deadlineAt,
    };
    const queued = await commands.queue(trx, toCommands(target, base, kind));
    await scheduleDelivery(trx, { operationId, at: new Date(at.getTime() + SILENT_MS), deliveries: 1 });
    await recordPress(trx, toPresser(actor), {
      plantId,
      deviceId: target.deviceId,
      operationId,
      kind: kind === "shutdown" ? "unitOpen" : "unitClose",
      at,
      detail: {
        ...{ sn: target.sn, type: target.type, gateway: target.gatewaySn, reason },
        deadline: deadlineAt.toISOString(),
        ...(isDrill === true && { drill: true }),
      },
    });
    return { operationId, sent: [...ended, ...queued] };
  }

  const announce = (target: UnitTarget, sent: readonly CommandRow[]) =>
    commands.announce(sent, target.gatewaySn === null ? [] : [target.gatewaySn]);

  /** With `recordDrill` it is a drill of a string, which it records in the same transaction. */
  async function open(
    actor: Actor,
    { plantId }: PlantAccess,
    body: BodyOf<typeof endpoints.unitSwitch.open>,
    recordDrill?: (trx: Transaction, operationId: string) => Promise<void>,
  ): Promise<Accepted> {
    const { deviceId, reason, idempotencyKey } = body;
    const done = await change(plantId, deviceId, async (stage) => {
      const { trx, at, target, facts } = stage;
      const repeated = await findRepeated(stage, actor.scope, { kind: "shutdown", idempotencyKey });
      if (repeated) return { target, accepted: repeated, sent: [] };
      const refusal = (recordDrill ? refuseDrill : refuseOpen)(facts, actor.scope.accountId);
      if (refusal) throw toError(refusal);
      const own = findOwnHold(facts) && findOwn(stage);
      if (own) {
        await hastenDelivery(trx, { operationId: own.id, at });
        return { target, accepted: { operationId: own.id, state: "opening" as const }, sent: [] };
      }
      const deadlineAt = new Date(at.getTime() + SHUTDOWN_COUNTDOWN_S * 1000);
      const isDrill = recordDrill !== undefined;
      const press = { plantId, kind: "shutdown" as const, reason, idempotencyKey, deadlineAt, isDrill };
      const { operationId, sent } = await start(stage, actor, press);
      await recordDrill?.(trx, operationId);
      return { target, accepted: { operationId, state: "opening" as const }, sent };
    });
    announce(done.target, done.sent);
    return done.accepted;
  }

  async function close(
    actor: Actor,
    { plantId }: PlantAccess,
    body: BodyOf<typeof endpoints.unitSwitch.close>,
  ): Promise<Accepted> {
    const { deviceId, sn, idempotencyKey } = body;
    await brake.pass(actor, [plantId]);
    const done = await change(plantId, deviceId, async (stage) => {
      const { at, target, facts } = stage;
      const repeated = await findRepeated(stage, actor.scope, { kind: "reset", idempotencyKey });
      if (repeated) return { target, accepted: repeated, sent: [] };
      const refusal = refuseClose(facts, actor.scope.accountId);
      if (refusal) throw toError(refusal);
      if (sn !== target.sn) throw new AppError("A0400", { fields: [{ path: "sn", key: "field.snDiffers" }] });
      const deadlineAt = new Date(at.getTime() + RESET_DEADLINE_S * 1000);
      const press = { plantId, kind: "reset" as const, reason: "", idempotencyKey, deadlineAt };
      const { operationId, sent } = await start(stage, actor, press);
      return { target, accepted: { operationId, state: "closing" as const }, sent };
    });
    announce(done.target, done.sent);
    return done.accepted;
  }

  async function toView(
    scope: Scope,
    plant: PlantAccess,
    more: { language: Language; deviceId: string; at: Date },
  ): Promise<View> {
    const { target, operations, facts } = await readFacts(db, plant.plantId, more.deviceId, more.at);
    const own = operations.find(({ deviceId }) => deviceId === target.deviceId);
    const units = own
      ? await listUnitEvidence(db, { operationId: own.id, isLayoutHidden: hidesLayout(plant) })
      : [];
    const counts = own ? countEvidence(own.kind, units) : { units: 0, proven: 0, dark: 0 };
    const ages = own
      ? await listEvidenceAges(db, { operationIds: [own.id], withDevices: false, now: more.at })
      : [];
    const names = await listNames(db, { scope, plant, accountIds: own?.authorId ? [own.authorId] : [] });
    const deliveries = own ? await readDeliveries(db, own.id) : undefined;
    const isTimedOut = own !== undefined && own.deadlineAt <= more.at;
    return {
      deviceId: target.deviceId,
      type: target.type,
      hasSwitch: SWITCHED_TYPES.includes(target.type),
      plantState: facts.plantState,
      state: own ? stateOfUnits(own, counts, more.at) : "none",
      operation:
        own && deliveries
          ? {
              operationId: own.id,
              kind: own.kind === "shutdown" ? "open" : "close",
              isDrill: own.isDrill,
              reason: own.reason,
              byName: (own.authorId !== null && names.get(own.authorId)) || null,
              isMine: own.authorId !== null && own.authorId === scope.accountId,
              acceptedAt: own.acceptedAt.toISOString(),
              deadlineAt: own.deadlineAt.toISOString(),
              deliveredAt: toIso(deliveries.deliveredAt),
              deliveries: deliveries.deliveries,
              acknowledgedAt: toIso(deliveries.acknowledgedAt),
              code: deliveries.code,
            }
          : null,
      counts,
      evidence: summarizeEvidence(ages),
      units: units.map((unit) => ({
        ...unit,
        state: unit.state === "unknown" && isTimedOut && !unit.isDark ? "timeout" : unit.state,
        sampleAt: toIso(unit.sampleAt),
      })),
      ops: await toVerdicts(scope, plant, { facts, own, language: more.language }),
    };
  }

  async function toVerdicts(
    scope: Scope,
    plant: PlantAccess,
    { facts, own, language }: { facts: UnitFacts; own: UnitOperation | undefined; language: Language },
  ): Promise<View["ops"]> {
    const deny = (key: MessageKey): Verdict => ({ allowed: false, reason: formatMessage(language, key) });
    const decide = (permissionId: "station:shutdown" | "station:reset", refusal: Refusal | undefined) => {
      if (!isLevelEnough(plant, "operate")) return deny("op.operate");
      if (!scope.isSuper && !scope.permissionIds.has(permissionId)) return deny("op.role");
      if (!refusal) return { allowed: true };
      return deny(refusal.messageKey ?? (`code.${refusal.code}` as MessageKey));
    };
    const braked = (await brake.isStopped(scope)) ? BRAKE_REFUSAL : undefined;
    const isHeld = own?.kind === "shutdown";
    let releaseRefusal: Refusal | undefined;
    if (!isHeld) releaseRefusal = { code: "A0440", messageKey: "message.unitNotHeld" };
    else if (!(await mayRelease(db, scope, own.authorId))) releaseRefusal = { code: "A0312" };
    return {
      open: decide("station:shutdown", refuseOpen(facts, scope.accountId)),
      close: decide("station:reset", refuseClose(facts, scope.accountId) ?? braked),
      release: decide("station:reset", releaseRefusal),
    };
  }

  return {
    /** A0312 while another account has opened the unit or shut down the plant, B0210 when it is offline. */
    open,
    /** Step-up and the serial number are required; delivered once before its deadline. */
    close,

    /** Ends the hold of a unit and closes nothing. */
    async release(
      actor: Actor,
      { plantId }: PlantAccess,
      { deviceId, reason }: BodyOf<typeof endpoints.unitSwitch.release>,
    ): Promise<void> {
      const cancelled = await change(plantId, deviceId, async (stage) => {
        const { trx, at, target } = stage;
        const own = findOwn(stage);
        if (own?.kind !== "shutdown") throw new AppError("A0440", { messageKey: "message.unitNotHeld" });
        if (!(await mayRelease(trx, actor.scope, own.authorId))) throw new AppError("A0312");
        const ended = await end(stage, plantId, [own]);
        await insertLeftOpen(trx, { operationId: own.id, at });
        const detail = { sn: target.sn, reason, holder: own.authorId };
        const press = { plantId, deviceId, operationId: own.id, kind: "unitRelease" as const, at, detail };
        await recordPress(trx, toPresser(actor), press);
        return ended;
      });
      commands.announce(cancelled, []);
    },

    get: (scope: Scope, plant: PlantAccess, more: { deviceId: string; language: Language }): Promise<View> =>
      toView(scope, plant, { ...more, at: now() }),
  };
}
