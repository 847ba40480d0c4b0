import type { AuditType, BodyOf, DataInputOf, endpoints, QueryOf } from "@heliograph/contract";
import { addDays, daysRange, plantDayOf } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { MeteringService, PlantDay } from "../metering/metering.service.ts";
import { findBounds, findProblems } from "./correction-rules.ts";
import type { DayCorrection, PlantFacts } from "./corrections.repository.ts";
import {
  cancelCorrection,
  deleteAutoCorrection,
  findPlantFacts,
  insertAutoCorrection,
  insertCorrection,
  listCorrectionRows,
  listDayCorrections,
  lockPlant,
} from "./corrections.repository.ts";
import { countCorrections } from "./counting.ts";

type Corrections = typeof endpoints.correction;
type Settings = DataInputOf<Corrections["settings"]>;

/** Days before today whose meter readings say whether the plant has a meter. */
const METER_DAYS = 2;

interface Recorded {
  readonly type: AuditType;
  readonly original?: unknown;
  readonly new: unknown;
}

/** A day whose correction changed. */
interface ChangedDay {
  readonly correctionId: string;
  readonly day: string;
  readonly isCancelled: boolean;
}

interface Change<Result> {
  readonly result: Result;
  readonly recorded?: Recorded;
  readonly changedDay?: ChangedDay;
}

export type { DayCorrection };
export type CorrectionService = ReturnType<typeof createCorrectionService>;

/** Corrections of plants' days: entering, cancelling, and the switch of the automatic ones. */
export function createCorrectionService(deps: {
  db: Db;
  clock: Clock;
  metering: Pick<MeteringService, "meterDays" | "plantDays" | "recomputeDays">;
  onEnergyChanged: (plantId: string) => void;
}) {
  const { db, clock, metering } = deps;

  const toCorrectable = (plant: PlantFacts) => ({ ...plant, today: plantDayOf(clock.now(), plant.zones) });

  /** Applies a change to a locked plant with the audit row it returns, and lets the plant's energies follow. */
  async function change<Result>(
    { scope, address }: Actor,
    access: PlantAccess,
    apply: (trx: Transaction, plant: PlantFacts) => Promise<Change<Result>>,
  ): Promise<Result> {
    const { plantId } = access;
    const { plant, applied } = await db.transaction().execute(async (trx) => {
      const locked = await lockPlant(trx, access);
      if (!locked) throw new AppError("A0404");
      const done = await apply(trx, locked);
      if (done.recorded)
        await writeAudit(trx, {
          kind: "operation",
          ...done.recorded,
          actorId: scope.accountId,
          companyId: locked.companyId,
          plantId,
          objectType: "station",
          objectId: plantId,
          address,
        });
      return { plant: locked, applied: done };
    });
    if (applied.changedDay) await countCorrections(deps, [{ ...plant, plantId, ...applied.changedDay }]);
    return applied.result;
  }

  async function findReference({ plantKey, zones }: PlantFacts): Promise<Settings["reference"]> {
    const today = plantDayOf(clock.now(), zones);
    const [meter] = await metering.meterDays({
      plantKeys: [plantKey],
      range: daysRange(addDays(today, -METER_DAYS), today, zones),
    });
    if (!meter) return "none";
    return meter.isCounting ? "counts" : "meter";
  }

  return {
    async list(
      scope: Scope,
      plant: PlantAccess,
      query: QueryOf<Corrections["list"]>,
    ): Promise<DataInputOf<Corrections["list"]>> {
      const { rows, total } = await listCorrectionRows(db, { scope, plant, query });
      const days = rows.map(({ day }) => day).sort();
      const [fromDay, toDay] = [days[0], days.at(-1)];
      const measured =
        fromDay === undefined || toDay === undefined
          ? []
          : await metering.plantDays({ plantKeys: [plant.plantKey], fromDay, toDay });
      const generations = new Map(
        measured.filter(({ hasData }) => hasData).map(({ day, measuredWh }) => [day, measuredWh]),
      );
      return {
        rows: rows.map((row) => ({
          ...row,
          differenceWh: row.sourceWh === null ? null : row.correctedWh - row.sourceWh,
          generationWh: generations.get(row.day) ?? null,
          createdAt: row.createdAt.toISOString(),
          cancelledAt: row.cancelledAt?.toISOString() ?? null,
        })),
        total,
      };
    },

    /** Corrections of a plant's days, both ends included, the cancelled ones too; by day. */
    listOfDays: (
      plant: PlantAccess,
      days: { readonly fromDay: string; readonly toDay: string },
    ): Promise<DayCorrection[]> => listDayCorrections(db, plant, days),

    /** A0404 when the plant is gone. */
    async getSettings(scope: Scope, access: PlantAccess): Promise<Settings> {
      const plant = await findPlantFacts(db, access);
      if (!plant) throw new AppError("A0404");
      return {
        isAutomatic: plant.isAutomatic,
        reference: await findReference(plant),
        ...findBounds(toCorrectable(plant)),
        mayChange: scope.permissionIds.has("station:correct") && isLevelEnough(access, "administer"),
      };
    },

    /** Throws A0400 for a day that cannot be corrected or is corrected already, and for an impossible energy. */
    add: (
      actor: Actor,
      access: PlantAccess,
      { day, energyKwh }: BodyOf<Corrections["add"]>,
    ): Promise<{ correctionId: string }> =>
      change(actor, access, async (trx, plant) => {
        const fields = findProblems({ day, energyKwh }, toCorrectable(plant));
        if (fields.length > 0) throw new AppError("A0400", { fields });
        const [found] = await metering.plantDays({
          plantKeys: [plant.plantKey],
          fromDay: day,
          toDay: day,
        });
        const sourceWh = found?.hasData ? found.measuredWh : null;
        const correctedWh = energyKwh * 1000;
        const correctionId = await insertCorrection(trx, {
          ...{ plantId: access.plantId, day, mode: "manual", sourceWh, correctedWh },
          accountId: actor.scope.accountId,
          at: new Date(clock.now()),
        });
        if (correctionId === undefined)
          throw new AppError("A0400", { fields: [{ path: "day", key: "field.corrected" }] });
        return {
          result: { correctionId },
          recorded: {
            type: "correction.add",
            original: { day, energyWh: sourceWh },
            new: { day, energyWh: correctedWh },
          },
          changedDay: { correctionId, day, isCancelled: false },
        };
      }),

    /** Throws A0404 when the plant has no correction with this id, A0440 when it is cancelled already. */
    cancel: (actor: Actor, access: PlantAccess, correctionId: string): Promise<null> =>
      change(actor, access, async (trx) => {
        const { accountId } = actor.scope;
        const at = new Date(clock.now());
        const cancelled = await cancelCorrection(trx, access, { correctionId, accountId, at });
        if (cancelled === undefined) throw new AppError("A0404");
        if (cancelled === null) throw new AppError("A0440", { messageKey: "message.correctionCancelled" });
        const { day, sourceWh, correctedWh } = cancelled;
        return {
          result: null,
          recorded: {
            type: "correction.cancel",
            original: { day, energyWh: correctedWh },
            new: { day, energyWh: sourceWh },
          },
          changedDay: { correctionId, day, isCancelled: true },
        };
      }),

    /** Switches the automatic correction; nothing happens, and nothing is audited, where it is so already. */
    setAutomatic: (actor: Actor, access: PlantAccess, isAutomatic: boolean): Promise<null> =>
      change(actor, access, async (trx) => {
        const hasChanged = isAutomatic
          ? await insertAutoCorrection(trx, access.plantId, new Date(clock.now()))
          : await deleteAutoCorrection(trx, access);
        if (!hasChanged) return { result: null };
        return {
          result: null,
          recorded: {
            type: isAutomatic ? "correction.auto-on" : "correction.auto-off",
            original: { isAutomatic: !isAutomatic },
            new: { isAutomatic },
          },
        };
      }),

    /** Corrects a plant's days automatically since an instant, inside the transaction that creates it (demo). */
    startAutomatic: async (trx: Transaction, plantId: string, since: Date): Promise<void> => {
      await insertAutoCorrection(trx, plantId, since);
    },

    /**
     * Corrected days of plants in a range, both ends included: `energyWh` is the energy of the correction, which counts,
     * `measuredWh` the measured one, on the side of the metering level. The caller has checked the access to the plants.
     */
    correctedDays: (range: {
      plantKeys: readonly number[];
      fromDay: string;
      toDay: string;
    }): Promise<PlantDay[]> => metering.plantDays({ ...range, onlyCorrected: true }),
  };
}
