import type { BodyOf, endpoints, FieldProblem, StationDetail } from "@heliograph/contract";
import { plantDayOf } from "@heliograph/solar";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { MeteringService } from "../metering/metering.service.ts";
import { findPlantProblems } from "./plant-rules.ts";
import type { EditedPlant, PlantColumns } from "./plant-update.repository.ts";
import { findPlantForUpdate, moveStart, updatePlant } from "./plant-update.repository.ts";
import { findTariffProblem, isSameTariff } from "./tariff-rules.ts";
import type { TariffVersion } from "./tariffs.repository.ts";
import { countOtherTariffs, findTariffOn, writeTariffVersion } from "./tariffs.repository.ts";

type UpdateBody = BodyOf<typeof endpoints.station.update>;
type FixedField = StationDetail["fixedFields"][number];

interface Actor {
  readonly scope: Scope;
  readonly address: string;
}

/**
 * Which fields hang together with what was measured. Devices' links begin at the grid connection date, and a later one
 * would cut off what they measured; prices are written in the currency, and another one would revalue the past.
 */
export function findFixedFields(plant: { hasHadDevices: boolean; firstDay: string | null }): FixedField[] {
  const fixed: FixedField[] = [];
  if (plant.hasHadDevices) fixed.push("gridConnectionDate");
  if (plant.firstDay !== null) fixed.push("currency");
  return fixed;
}

const fixedBecause = { gridConnectionDate: "field.gridDateFixed", currency: "field.currencyFixed" } as const;

/** What of the body is another value than the plant has. */
function findChanges(columns: PlantColumns, body: UpdateBody): Partial<PlantColumns> {
  const names = Object.keys(columns) as (keyof PlantColumns)[];
  const isSame = (name: keyof PlantColumns): boolean =>
    name === "investmentAmount" && body[name] != null && columns[name] !== null
      ? Number(body[name]) === Number(columns[name])
      : body[name] === columns[name];
  return Object.fromEntries(
    names.flatMap((name) => (body[name] === undefined || isSame(name) ? [] : [[name, body[name]]])),
  );
}

const pick = (columns: PlantColumns, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, columns[name as keyof PlantColumns]]));

/** Changes a plant's fields; mount() has checked that the caller administers it. */
export function createPlantUpdate({
  db,
  clock,
  metering,
}: {
  db: Db;
  clock: Clock;
  metering: MeteringService;
}) {
  /** The tariff as a version of its own, or undefined where it changes nothing from that day on. */
  async function decideTariff(
    trx: Transaction,
    scope: Scope,
    plant: EditedPlant,
    body: UpdateBody,
  ): Promise<{ before: TariffVersion | undefined; after: TariffVersion } | undefined> {
    if (body.tariff === undefined) return undefined;
    const today = plantDayOf(clock.now(), plant.timeZone);
    const validFrom = body.tariffFrom ?? today;
    const plantId = body.stationId;
    const before = await findTariffOn(trx, scope, { plantId, day: validFrom });
    const others = await countOtherTariffs(trx, scope, { plantId, validFrom });
    const isSame = before !== undefined && isSameTariff(before.tariff, body.tariff);
    // What changes nothing adds nothing: only the day itself can be wrong then.
    const problem = findTariffProblem(validFrom, { today, others: isSame ? 0 : others });
    if (problem) throw new AppError("A0400", { fields: [problem] });
    if (isSame) return undefined;
    return { before, after: { validFrom, tariff: body.tariff } };
  }

  async function check(plant: EditedPlant, changes: Partial<PlantColumns>, body: UpdateBody): Promise<void> {
    const totals = await metering.energyTotals([plant]);
    const firstDay = totals.get(plant.key)?.firstDay ?? null;
    const fixed: FieldProblem[] = findFixedFields({ ...plant, firstDay })
      .filter((field) => changes[field] !== undefined)
      .map((path) => ({ path, key: fixedBecause[path] }));
    const { latitude, longitude } = { ...plant.columns, ...changes };
    const wrong = findPlantProblems({ currency: changes.currency, latitude, longitude, tariff: body.tariff });
    if (fixed.length + wrong.length > 0) throw new AppError("A0400", { fields: [...fixed, ...wrong] });
  }

  return async function update(
    { scope, address }: Actor,
    body: UpdateBody,
  ): Promise<{ stationId: string; revision: string }> {
    const { stationId } = body;
    if (body.tariff !== undefined && !scope.permissionIds.has("station:tariff")) throw new AppError("A0300");
    return await db.transaction().execute(async (trx) => {
      const plant = await findPlantForUpdate(trx, scope, stationId);
      if (!plant) throw new AppError("A0404");
      if (plant.revision !== body.revision) throw new AppError("A0440");
      const changes = findChanges(plant.columns, body);
      await check(plant, changes, body);
      const tariff = await decideTariff(trx, scope, plant, body);
      const names = Object.keys(changes);
      if (names.length === 0 && !tariff) return { stationId, revision: plant.revision };
      if (tariff) await writeTariffVersion(trx, scope, { plantId: stationId, ...tariff.after });
      if (changes.gridConnectionDate !== undefined)
        await moveStart(trx, scope, { plantId: stationId, day: changes.gridConnectionDate });
      const revision = await updatePlant(trx, scope, stationId, { ...plant.columns, ...changes });
      await writeAudit(trx, {
        kind: "operation",
        type: "station.update",
        actorId: scope.accountId,
        companyId: plant.companyId,
        plantId: stationId,
        objectType: "station",
        objectId: stationId,
        original: { ...pick(plant.columns, names), ...(tariff && { tariff: tariff.before ?? null }) },
        new: { ...changes, ...(tariff && { tariff: tariff.after }) },
        method: "api",
        address,
      });
      return { stationId, revision };
    });
  };
}
