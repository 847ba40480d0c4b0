import type { LedgerKind } from "@heliograph/contract";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { appendLedger } from "./ledger.repository.ts";
import { findCompanyOf, findPlantRow } from "./safety.repository.ts";

export interface Press {
  readonly plantId: string;
  /** Of a single unit; the plant when absent. */
  readonly deviceId?: string;
  readonly operationId: string | null;
  readonly kind: Extract<
    LedgerKind,
    "stop" | "reset" | "reason" | "release" | "mark" | "unmark" | "unitOpen" | "unitClose" | "unitRelease"
  >;
  readonly at: Date;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Who pressed, and from where. */
export interface Presser {
  readonly accountId: string | undefined;
  readonly address: string;
}

export const toPresser = ({ scope, address }: Actor): Presser => ({ accountId: scope.accountId, address });

/** Writes a press to the ledger, and with the end of the ledger to the operation log. */
export async function recordPress(trx: Transaction, presser: Presser, press: Press): Promise<void> {
  const { accountId, address } = presser;
  const { plantId, deviceId, operationId, kind, at, detail } = press;
  const entry = { operationId, kind, actorId: accountId, address, detail };
  const end = await appendLedger(trx, { plantId }, [entry], at);
  await writeAudit(trx, {
    kind: "operation",
    type: `safety.${kind}`,
    actorId: accountId,
    companyId: (await findPlantRow(trx, { plantId }))?.companyId,
    plantId,
    objectType: deviceId === undefined ? "station" : "device",
    objectId: deviceId ?? plantId,
    new: { ...detail, ledgerNumber: end.number, ledgerHash: end.hash },
    address,
  });
}

/** Whether the caller may end the hold of an account: the holder, ROOT, and administrators of the holder's company. */
export async function mayRelease(reader: Db, scope: Scope, holderId: string | null): Promise<boolean> {
  if (scope.isSuper || (holderId !== null && scope.accountId === holderId)) return true;
  const companyId = await findCompanyOf(reader, holderId);
  return companyId !== undefined && companyId === scope.companyId && scope.permissionIds.has("account:edit");
}
