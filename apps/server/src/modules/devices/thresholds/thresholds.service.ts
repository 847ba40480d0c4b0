import type {
  AuditType,
  BodyOf,
  DataInputOf,
  endpoints,
  PlantThreshold,
  QueryOf,
  Threshold,
  ThresholdValues,
} from "@heliograph/contract";
import { findThresholdProblems } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import { isUnchanged } from "../../../infra/apply-change.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { previewAlarms } from "./preview.ts";
import type { LimitKey, LimitRow } from "./thresholds.repository.ts";
import {
  deletePlantLimit,
  findPlantLimit,
  listDeviceTypes,
  listLimits,
  listPlantLimits,
  lockLimit,
  updateLimit,
  upsertPlantLimit,
} from "./thresholds.repository.ts";

type ListOfPlant = typeof endpoints.alarmThreshold.listOfPlant;
type Preview = typeof endpoints.alarmThreshold.preview;

/** Published after a change of limits, so that every process reads them again. */
export const THRESHOLDS_CHANGED = "thresholds.changed";

const toKey = ({ deviceType, quantity, side }: LimitKey): LimitKey => ({ deviceType, quantity, side });

const toValues = (limit: ThresholdValues): ThresholdValues => {
  const { isOn, raiseValue, clearValue, delayS, severity } = limit;
  return { isOn, raiseValue, clearValue, delayS, severity };
};

const nameOf = ({ deviceType, quantity, side }: LimitKey): string => `${deviceType}/${quantity}/${side}`;

function toPlantThreshold(byDefault: LimitRow, own: LimitRow | undefined): PlantThreshold {
  return {
    ...toKey(byDefault),
    ...toValues(own ?? byDefault),
    isOwn: own !== undefined,
    revision: own?.revision ?? 0,
    default: toValues(byDefault),
  };
}

/** Alarm thresholds by device type, and by plant. */
export function createThresholdService(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  clickhouse: Pick<ClickHouse, "query">;
}) {
  const { db, bus } = deps;
  const audit = async (
    trx: Transaction,
    { scope, address }: Actor,
    entry: { type: AuditType; key: LimitKey; plantId?: string; original: unknown; new: unknown },
  ) => {
    const { type, key, plantId, original, new: after } = entry;
    await writeAudit(trx, {
      kind: "operation",
      type,
      actorId: scope.accountId,
      companyId: scope.companyId,
      plantId,
      objectType: "threshold",
      objectId: nameOf(key),
      original,
      new: after,
      method: "api",
      address,
    });
  };

  function checkValues(limit: Parameters<typeof findThresholdProblems>[0]): void {
    const fields = findThresholdProblems(limit);
    if (fields.length > 0) throw new AppError("A0400", { fields });
  }

  const mayChange = ({ permissionIds }: Scope, plant: PlantAccess): boolean =>
    permissionIds.has("alarm:thresholds") && isLevelEnough(plant, "install");

  return {
    /** How many alarms a limit would have raised. */
    async preview(scope: Scope, query: QueryOf<Preview>): Promise<DataInputOf<Preview>> {
      checkValues(query);
      return await previewAlarms(deps, scope, query);
    },

    async list(): Promise<{ rows: Threshold[] }> {
      return { rows: await listLimits(db) };
    },

    /** Throws A0440 when it has changed since `revision`. */
    async set(actor: Actor, body: BodyOf<typeof endpoints.alarmThreshold.set>): Promise<Threshold> {
      checkValues(body);
      const saved = await db.transaction().execute(async (trx) => {
        const before = await lockLimit(trx, body);
        if (before.revision !== body.revision) throw new AppError("A0440");
        if (isUnchanged(toValues(before), toValues(body))) return before;
        const after = { ...toKey(body), ...toValues(body), revision: before.revision + 1 };
        await updateLimit(trx, after);
        await audit(trx, actor, {
          type: "alarm.threshold",
          key: body,
          original: toValues(before),
          new: toValues(after),
        });
        return after;
      });
      bus.publish(THRESHOLDS_CHANGED, {});
      return saved;
    },

    async listOfPlant(scope: Scope, plant: PlantAccess): Promise<DataInputOf<ListOfPlant>> {
      const [defaults, own, deviceTypes] = await Promise.all([
        listLimits(db),
        listPlantLimits(db, plant),
        listDeviceTypes(db, plant),
      ]);
      const byName = new Map(own.map((limit) => [nameOf(limit), limit]));
      return {
        rows: defaults.map((limit) => toPlantThreshold(limit, byName.get(nameOf(limit)))),
        deviceTypes,
        mayChange: mayChange(scope, plant),
      };
    },

    /** Throws A0440 when it has changed since `revision`. */
    async setOfPlant(
      actor: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.alarmThreshold.setOfPlant>,
    ): Promise<PlantThreshold> {
      checkValues(body);
      const saved = await db.transaction().execute(async (trx) => {
        const byDefault = await lockLimit(trx, body);
        const own = await findPlantLimit(trx, plant, body);
        if ((own?.revision ?? 0) !== body.revision) throw new AppError("A0440");
        if (own && isUnchanged(toValues(own), toValues(body))) return toPlantThreshold(byDefault, own);
        const after = await upsertPlantLimit(trx, plant, { ...toKey(body), ...toValues(body) });
        await audit(trx, actor, {
          type: "alarm.threshold-plant",
          key: body,
          plantId: plant.plantId,
          original: toValues(own ?? byDefault),
          new: toValues(after),
        });
        return toPlantThreshold(byDefault, after);
      });
      bus.publish(THRESHOLDS_CHANGED, {});
      return saved;
    },

    /** Throws A0440 when the plant's own limit has changed since `revision`, or was removed. */
    async resetOfPlant(
      actor: Actor,
      plant: PlantAccess,
      body: BodyOf<typeof endpoints.alarmThreshold.resetOfPlant>,
    ): Promise<PlantThreshold> {
      const saved = await db.transaction().execute(async (trx) => {
        const byDefault = await lockLimit(trx, body);
        const own = await findPlantLimit(trx, plant, body);
        if (own?.revision !== body.revision) throw new AppError("A0440");
        await deletePlantLimit(trx, plant, body);
        await audit(trx, actor, {
          type: "alarm.threshold-reset",
          key: body,
          plantId: plant.plantId,
          original: toValues(own),
          new: toValues(byDefault),
        });
        return toPlantThreshold(byDefault, undefined);
      });
      bus.publish(THRESHOLDS_CHANGED, {});
      return saved;
    },
  };
}

export type ThresholdService = ReturnType<typeof createThresholdService>;
