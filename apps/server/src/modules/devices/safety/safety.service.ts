import type { BodyOf, DataInputOf, endpoints } from "@heliograph/contract";
import type { DeviceModel } from "@heliograph/protocol";
import { AppError } from "../../../errors.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { FleetBrakeService } from "../../base/fleet-brake/fleet-brake.service.ts";
import { createHoldRelease } from "./hold-release.service.ts";
import type { ImportedPress } from "./press-import.ts";
import { createPressImport } from "./press-import.ts";
import type { Presser } from "./press-record.ts";
import { toPresser } from "./press-record.ts";
import { countShutdowns, findPlantRow } from "./safety.repository.ts";
import type { SafetyDeps, Sent } from "./safety-change.ts";
import { createSafetyChange, findRepeated, readCurrentFacts, readFacts, toError } from "./safety-change.ts";
import { beginReset } from "./safety-reset.ts";
import { joinsShutdown, refuseDrill, refuseReset, refuseStop } from "./safety-rules.ts";
import { beginStop } from "./safety-stop.ts";
import { createSafetyUpkeep } from "./safety-upkeep.ts";
import { createSafetyView } from "./safety-view.service.ts";
import type { StorageNotes } from "./storage-notes.service.ts";
import { hastenDelivery } from "./units.repository.ts";

type Accepted = DataInputOf<typeof endpoints.safety.reset>;
type Stopped = DataInputOf<typeof endpoints.safety.stop>;

export type SafetyService = ReturnType<typeof createSafetyService>;

/** Rapid shutdown and reset of plants: presses, holds, marks, and what is known of each unit. */
export function createSafetyService(
  deps: SafetyDeps & {
    readonly logger: Logger;
    readonly models: readonly DeviceModel[];
    readonly brake: Pick<FleetBrakeService, "pass" | "noteShutdown" | "isStopped">;
    readonly storageNotes: Pick<StorageNotes, "find">;
    /** For what pages read, which no press waits for; `db` when absent. */
    readonly viewDb?: Db;
  },
) {
  const { db, clock, logger, commands, brake } = deps;
  const change = createSafetyChange(deps);
  const importPress = createPressImport(deps);
  const announceAll = (sent: Sent) => commands.announce(sent.rows, sent.serials);

  /** With `recordDrill` it is a drill, which it records in the same transaction. */
  async function stop(
    actor: Actor,
    { plantId }: PlantAccess,
    body: BodyOf<typeof endpoints.safety.stop>,
    recordDrill?: (trx: Transaction, operationId: string) => Promise<void>,
  ): Promise<Stopped> {
    const { accountId } = actor.scope;
    const { reason, idempotencyKey } = body;
    const done = await change(plantId, async (trx, safety, { operation, at }) => {
      const repeated = await findRepeated(trx, { accountId, plantId, kind: "shutdown", idempotencyKey });
      if (repeated) return { operationId: repeated.id, state: safety.state, sent: undefined };
      const facts = await readFacts(trx, safety, operation);
      const refusal = (recordDrill ? refuseDrill : refuseStop)(facts, accountId);
      if (refusal) throw toError(refusal);
      if (operation && joinsShutdown(facts, accountId)) {
        await hastenDelivery(trx, { operationId: operation.id, at });
        return { operationId: operation.id, state: safety.state, sent: undefined };
      }
      const isDrill = recordDrill !== undefined;
      const press = { presser: toPresser(actor), reason, idempotencyKey, acceptedAt: at, isDrill };
      const begun = await beginStop(commands, trx, { safety, facts, press, at });
      await recordDrill?.(trx, begun.operationId);
      return begun;
    });
    if (done.sent) {
      announceAll(done.sent);
      noteShutdown(toPresser(actor), new Date(clock.now()));
    }
    return { operationId: done.operationId, state: done.state, isRecorded: true, rightsAt: null };
  }

  /** Nothing of it may delay or refuse the shutdown. */
  function noteShutdown(presser: Presser, acceptedAt: Date): void {
    const { accountId } = presser;
    countShutdowns(db, { accountId, acceptedAt, withinMs: 60_000 })
      .then((count) => brake.noteShutdown(presser, count))
      .catch((error: unknown) => logger.warn({ err: error }, "many shutdowns could not be reported"));
  }

  async function reset(
    actor: Actor,
    { plantId }: PlantAccess,
    { name, idempotencyKey }: BodyOf<typeof endpoints.safety.reset>,
  ): Promise<Accepted> {
    const { accountId } = actor.scope;
    await brake.pass(actor, [plantId]);
    const done = await change(plantId, async (trx, safety, { operation, at }) => {
      const plant = await findPlantRow(trx, { plantId });
      if (name !== plant?.name.trim())
        throw new AppError("A0400", { fields: [{ path: "name", key: "field.nameDiffers" }] });
      const repeated = await findRepeated(trx, { accountId, plantId, kind: "reset", idempotencyKey });
      if (repeated) return { operationId: repeated.id, state: safety.state, sent: undefined };
      const facts = await readFacts(trx, safety, operation);
      const refusal = refuseReset(facts, accountId);
      if (refusal) throw toError(refusal);
      const press = { presser: toPresser(actor), idempotencyKey };
      return await beginReset(commands, trx, { safety, facts, press, at });
    });
    if (done.sent) announceAll(done.sent);
    return { operationId: done.operationId, state: done.state };
  }

  return {
    ...createSafetyView({ ...deps, db: deps.viewDb ?? db }),
    ...createHoldRelease(deps),
    ...createSafetyUpkeep(deps),

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
    async importPress(press: ImportedPress): Promise<void> {
      if (await importPress(press)) noteShutdown(press.presser, press.acceptedAt);
    },

    /** A0312 while another account has the hold, B0210 when no gateway is online; never delayed by a step-up. */
    stop,
    /** A0312 while another account has the hold or a mark is left, A0400 for another name than the plant's. */
    reset,
  };
}
