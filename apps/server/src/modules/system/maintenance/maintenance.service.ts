import type {
  AuditType,
  BodyOf,
  CurrentMaintenance,
  EndpointName,
  endpoints,
  MaintenanceKind,
  MaintenanceRow,
  QueryOf,
} from "@heliograph/contract";
import { findTimeProblems } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { applyChange, isUnchanged } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { AuditEntry } from "../../base/audit/audit.service.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { EnteredPopUp, PopUpRow } from "./maintenance.repository.ts";
import { deletePopUp, insertPopUp, listPopUps, lockPopUp, updatePopUp } from "./maintenance.repository.ts";
import { findBackAt, phaseAt } from "./maintenance-phase.ts";
import type { PopUpAhead } from "./maintenance-state.ts";
import { createMaintenanceState, kindOf } from "./maintenance-state.ts";

interface Chosen {
  maintenanceId: string;
  version: number;
}

/** Instants as in requests, responses and the audit. */
function toEntered({
  name,
  kind,
  serviceStopAt,
  serviceRestartAt,
  previewAt,
  isOn,
}: PopUpRow): EnteredPopUp & { isOn: boolean } {
  return {
    name,
    kind,
    serviceStopAt: serviceStopAt.toISOString(),
    serviceRestartAt: serviceRestartAt.toISOString(),
    previewAt: previewAt.toISOString(),
    isOn,
  };
}

function toTimes({ isOn, previewAt, serviceStopAt, serviceRestartAt }: PopUpRow) {
  return {
    isOn,
    previewAt: previewAt.getTime(),
    serviceStopAt: serviceStopAt.getTime(),
    serviceRestartAt: serviceRestartAt.getTime(),
  };
}

const toIso = (at: number): string => new Date(at).toISOString();

function toCurrentPopUp(popUp: PopUpAhead, now: number): CurrentMaintenance["popUps"] {
  const phase = phaseAt(popUp, now);
  if (phase !== "announced" && phase !== "running") return [];
  const { maintenanceId, version, previewAt, serviceStopAt, serviceRestartAt } = popUp;
  return [
    {
      maintenanceId,
      version,
      phase,
      previewAt: toIso(previewAt),
      serviceStopAt: toIso(serviceStopAt),
      serviceRestartAt: toIso(serviceRestartAt),
    },
  ];
}

/** Maintenance pop-ups: list, changes and current state. */
export function createMaintenanceService({ db, clock, bus }: { db: Db; clock: Clock; bus: Bus }) {
  const state = createMaintenanceState({ db, clock, bus });

  function audit(
    { scope, address }: Actor,
    entry: Pick<AuditEntry, "type" | "original" | "new">,
    id: string,
  ) {
    return {
      kind: "operation",
      ...entry,
      actorId: scope.accountId,
      companyId: scope.companyId,
      objectType: "maintenance",
      objectId: id,
      method: "api",
      address,
    } satisfies AuditEntry;
  }

  async function take(trx: Transaction, { maintenanceId, version }: Chosen): Promise<PopUpRow> {
    const row = await lockPopUp(trx, maintenanceId);
    if (!row) throw new AppError("A0404");
    if (row.version !== version) throw new AppError("A0440");
    return row;
  }

  function refusePast(entered: EnteredPopUp): void {
    if (Date.parse(entered.serviceRestartAt) <= clock.now())
      throw new AppError("A0400", { fields: [{ path: "serviceRestartAt", key: "field.future" }] });
  }

  async function change(
    actor: Actor,
    chosen: Chosen,
    options: { type: AuditType; apply: (before: PopUpRow) => EnteredPopUp & { isOn: boolean } },
  ): Promise<void> {
    await db.transaction().execute(async (trx) => {
      const before = await take(trx, chosen);
      const after = options.apply(before);
      if (isUnchanged(toEntered(before), after)) return;
      const writing = { operatorId: actor.scope.accountId as string, at: new Date(clock.now()) };
      await updatePopUp(trx, chosen.maintenanceId, after, writing);
      const entry = { type: options.type, original: toEntered(before), new: after };
      await writeAudit(trx, audit(actor, entry, chosen.maintenanceId));
    });
    state.publishChange();
  }

  return {
    async list(query: QueryOf<typeof endpoints.maintenance.list>): Promise<{
      rows: MaintenanceRow[];
      total: number;
    }> {
      const { rows, total } = await listPopUps(db, query);
      const now = clock.now();
      return {
        rows: rows.map((row) => ({
          ...toEntered(row),
          maintenanceId: row.maintenanceId,
          version: row.version,
          phase: phaseAt(toTimes(row), now),
          lastOperatorName: row.lastOperatorName,
          updatedAt: row.updatedAt.toISOString(),
        })),
        total,
      };
    },

    /** What the sessions of a kind are shown now. */
    async getCurrent(kind: MaintenanceKind): Promise<CurrentMaintenance> {
      const ahead = await state.listAhead(kind);
      const now = clock.now();
      const popUps = ahead.flatMap((popUp) => toCurrentPopUp(popUp, now));
      const backAt = findBackAt(ahead, now);
      if (backAt !== undefined) return { phase: "running", backAt: toIso(backAt), popUps };
      return { phase: popUps.length > 0 ? "announced" : "none", backAt: null, popUps };
    },

    /** When the service is back for an endpoint that maintenance has stopped now, ms; undefined while it is not. */
    async findBackAt(endpoint: EndpointName): Promise<number | undefined> {
      const ahead = await state.listAhead(kindOf(endpoint));
      return ahead.length === 0 ? undefined : findBackAt(ahead, clock.now());
    },

    async add(actor: Actor, entered: EnteredPopUp): Promise<{ maintenanceId: string }> {
      refusePast(entered);
      return await db.transaction().execute(async (trx) => {
        const writing = { operatorId: actor.scope.accountId as string, at: new Date(clock.now()) };
        const maintenanceId = await insertPopUp(trx, entered, writing);
        const entry = { type: "maintenance.add" as const, new: { ...entered, isOn: false } };
        await writeAudit(trx, audit(actor, entry, maintenanceId));
        return { maintenanceId };
      });
    },

    /** Throws A0440 when it has changed since `version`. */
    async update(actor: Actor, body: BodyOf<typeof endpoints.maintenance.update>): Promise<void> {
      await change(actor, body, {
        type: "maintenance.update",
        apply(before) {
          const after = applyChange(toEntered(before), body);
          refusePast(after);
          const fields = findTimeProblems(after);
          if (fields.length > 0) throw new AppError("A0400", { fields });
          return after;
        },
      });
    },

    /** Throws A0440 when it has changed since `version`, A0400 when there is nothing left of it to switch on. */
    async switch(actor: Actor, { isOn, ...chosen }: Chosen & { isOn: boolean }): Promise<void> {
      await change(actor, chosen, {
        type: isOn ? "maintenance.switch-on" : "maintenance.switch-off",
        apply(before) {
          if (isOn && phaseAt(toTimes(before), clock.now()) === "over")
            throw new AppError("A0400", { messageKey: "message.maintenanceOver" });
          return { ...toEntered(before), isOn };
        },
      });
    },

    /** Throws A0440 when it has changed since `version`. */
    async remove(actor: Actor, chosen: Chosen): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const before = await take(trx, chosen);
        await deletePopUp(trx, chosen.maintenanceId);
        const entry = { type: "maintenance.delete" as const, original: toEntered(before) };
        await writeAudit(trx, audit(actor, entry, chosen.maintenanceId));
      });
      state.publishChange();
    },
  };
}

export type MaintenanceService = ReturnType<typeof createMaintenanceService>;
