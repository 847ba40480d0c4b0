import { isHeldState } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { CommandRow, CommandService } from "../commands/commands.service.ts";
import { countLeftOpen } from "./left-open.repository.ts";
import { listMarks } from "./marks.repository.ts";
import { publishSafety } from "./operations.ts";
import type { LockedSafety, OperationRow, SafetyGatewayRow } from "./safety.repository.ts";
import {
  countSwitches,
  endOperation,
  findOperation,
  findOperationByKey,
  findSafety,
  listGateways,
  lockGateways,
  lockSafety,
} from "./safety.repository.ts";
import type { PlantFacts, Refusal } from "./safety-rules.ts";
import type { UnitOperation } from "./unit-switch.repository.ts";
import { listUnitOperationsOfPlant } from "./unit-switch.repository.ts";

export interface SafetyDeps {
  readonly db: Db;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly commands: CommandService;
}

/** Commands of a press, announced once it is committed. */
export interface Sent {
  readonly rows: readonly CommandRow[];
  readonly serials: readonly string[];
}

export type Facts = Omit<PlantFacts, "gateways"> & { readonly gateways: SafetyGatewayRow[] };

export const toError = ({ code, messageKey }: Refusal): AppError =>
  new AppError(code, messageKey === undefined ? {} : { messageKey });

/** Accounts that have opened single units of a plant. */
const listUnitHolders = async (reader: Db, plantId: string): Promise<(string | null)[]> =>
  (await listUnitOperationsOfPlant(reader, plantId))
    .filter(({ kind }) => kind === "shutdown")
    .map(({ authorId }) => authorId);

/** What decides about a press; while the plant is locked it stays true until the transaction ends. */
export async function readFacts(
  reader: Db,
  { plantId, state }: Pick<LockedSafety, "plantId" | "state">,
  operation: OperationRow | undefined,
): Promise<Facts> {
  return {
    state,
    holderId: isHeldState(state) ? (operation?.authorId ?? undefined) : undefined,
    markedBy: (await listMarks(reader, plantId)).map(({ accountId }) => accountId),
    gateways: await listGateways(reader, plantId),
    unitCount: await countSwitches(reader, plantId),
    unitHolders: await listUnitHolders(reader, plantId),
    leftOpen: await countLeftOpen(reader, { plantId }),
  };
}

/** The same without a lock, for what is shown. */
export async function readCurrentFacts(reader: Db, plantId: string): Promise<Facts> {
  const safety = await findSafety(reader, plantId);
  const operation = safety?.operationId == null ? undefined : await findOperation(reader, safety.operationId);
  return await readFacts(reader, { plantId, state: safety?.state ?? "normal" }, operation);
}

/** The operation that this key has made already. Throws A0440 when it was another act or at another plant. */
export async function findRepeated(
  trx: Transaction,
  press: {
    plantId: string;
    accountId: string | undefined;
    kind: OperationRow["kind"];
    idempotencyKey: string;
  },
): Promise<OperationRow | undefined> {
  const { accountId: authorId, idempotencyKey } = press;
  const earlier = await findOperationByKey(trx, { authorId, idempotencyKey });
  if (
    earlier &&
    (earlier.kind !== press.kind || earlier.plantId !== press.plantId || earlier.deviceId !== null)
  )
    throw new AppError("A0440", { messageKey: "message.commandKeyUsed" });
  return earlier;
}

/** Ends the plant's operation under the locks of its gateways: nothing of it is sent afterwards. */
export async function endCurrent(
  commands: CommandService,
  trx: Transaction,
  { plantId, operationId, at }: Pick<LockedSafety, "plantId" | "operationId"> & { at: Date },
): Promise<CommandRow[]> {
  await lockGateways(trx, plantId);
  if (operationId === null) return [];
  await endOperation(trx, operationId, at);
  return await commands.cancelOfOperation(trx, operationId);
}

/** Ends operations of single units: nothing of them is sent afterwards. The caller has locked the plant's gateways. */
export async function endUnits(
  commands: CommandService,
  trx: Transaction,
  { operations, at }: { operations: readonly UnitOperation[]; at: Date },
): Promise<CommandRow[]> {
  const cancelled: CommandRow[] = [];
  for (const { id } of operations) {
    await endOperation(trx, id, at);
    cancelled.push(...(await commands.cancelOfOperation(trx, id)));
  }
  return cancelled;
}

/** Runs changes of a plant under its lock. Throws A0404 for a plant that is gone. */
export function createSafetyChange({ db, bus, clock }: Omit<SafetyDeps, "commands">) {
  return async <Result>(
    plantId: string,
    apply: (
      trx: Transaction,
      safety: LockedSafety,
      more: { operation: OperationRow | undefined; at: Date },
    ) => Promise<Result>,
  ): Promise<Result> => {
    const result = await db.transaction().execute(async (trx) => {
      const at = new Date(clock.now());
      const safety = await lockSafety(trx, plantId, at);
      if (!safety) throw new AppError("A0404");
      const operation =
        safety.operationId === null ? undefined : await findOperation(trx, safety.operationId);
      return await apply(trx, safety, { operation, at });
    });
    publishSafety(bus, plantId);
    return result;
  };
}
