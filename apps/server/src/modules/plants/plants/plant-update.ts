import type { BodyOf, endpoints, FieldProblem, StationDetail } from "@heliograph/contract";
import { zoneAt } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { publishPlantAccess } from "../../base/access/plant-access-events.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import type { TariffService } from "../../energy/tariffs/tariffs.service.ts";
import { checkInstallerCompany } from "./installer-company.ts";
import type { PlantFields } from "./plant-fields.ts";
import type { PlantPictures } from "./plant-pictures.ts";
import { findPlantProblems } from "./plant-rules.ts";
import type { EditedPlant } from "./plant-update.repository.ts";
import { findPlantForUpdate, updatePlant } from "./plant-update.repository.ts";
import type { ZoneChange } from "./zone-change.ts";
import { decideZoneChange, describeZoneChange, listChangedDays } from "./zone-change.ts";

type UpdateBody = BodyOf<typeof endpoints.station.update>;
type FixedField = StationDetail["fixedFields"][number];

/**
 * Fields that measured data depends on. The links of devices begin at the grid connection date, and a later one would cut
 * off their data; prices are in the currency, and another one would revalue the past.
 */
export function findFixedFields(plant: { hasHadDevices: boolean; firstDay: string | null }): FixedField[] {
  const fixed: FixedField[] = [];
  if (plant.hasHadDevices) fixed.push("gridConnectionDate");
  if (plant.firstDay !== null) fixed.push("currency");
  return fixed;
}

/** Whether figures follow the plant's days, so that another time zone needs the day from which it holds. */
export const hasDatedZone = (plant: { hasHadDevices: boolean; firstDay: string | null }): boolean =>
  plant.hasHadDevices || plant.firstDay !== null;

const fixedBecause = {
  gridConnectionDate: "field.gridDateFixed",
  currency: "field.currencyFixed",
} as const;

/** Fields of the body whose values differ from the plant's. */
function findChanges(fields: PlantFields, body: UpdateBody): Partial<PlantFields> {
  const names = Object.keys(fields) as (keyof PlantFields)[];
  const isSame = (name: keyof PlantFields): boolean =>
    name === "investmentAmount" && body[name] != null && fields[name] !== null
      ? Number(body[name]) === Number(fields[name])
      : body[name] === fields[name];
  return Object.fromEntries(
    names.flatMap((name) => (body[name] === undefined || isSame(name) ? [] : [[name, body[name]]])),
  );
}

const pick = (fields: PlantFields, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, fields[name as keyof PlantFields]]));

/** Changes a plant's fields; mount() has checked that the caller administers it. */
export function createPlantUpdate({
  db,
  bus,
  clock,
  metering,
  tariffs,
  pictures,
}: {
  db: Db;
  bus: Bus;
  clock: Clock;
  metering: MeteringService;
  tariffs: TariffService;
  pictures: PlantPictures;
}) {
  /** A0400 for wrong fields; the zones of the plant afterwards, and the change of a plant whose zones are dated. */
  async function check(plant: EditedPlant, changes: Partial<PlantFields>, body: UpdateBody) {
    const totals = await metering.energyTotals([plant.key]);
    const figures = { ...plant, firstDay: totals.get(plant.key)?.firstDay ?? null };
    const problems: FieldProblem[] = findFixedFields(figures)
      .filter((field) => changes[field] !== undefined)
      .map((path) => ({ path, key: fixedBecause[path] }));
    const { latitude, longitude, gridConnectionDate } = { ...plant.fields, ...changes };
    const { currency } = changes;
    const { timeZone, tariff } = body;
    problems.push(...findPlantProblems({ currency, timeZone, latitude, longitude, tariff }));
    const zoned = { zones: plant.zones, timeZone: plant.fields.timeZone, gridConnectionDate };
    const isDated = hasDatedZone(figures);
    const decided = isDated ? decideZoneChange(zoned, body, clock.now()) : undefined;
    if (decided && "problem" in decided) problems.push(decided.problem);
    if (problems.length > 0) throw new AppError("A0400", { fields: problems });
    const zoneChange = decided && "change" in decided ? decided.change : undefined;
    const unchanged = isDated ? plant.zones : (changes.timeZone ?? plant.zones);
    return { isDated, zoneChange, zones: zoneChange?.after ?? unchanged };
  }

  async function recount(trx: Transaction, plantKey: number, change: ZoneChange): Promise<void> {
    await metering.requestRecount(trx, { plantKey, ...listChangedDays(change, clock.now()) });
  }

  return async function update(
    { scope, address }: Actor,
    body: UpdateBody,
  ): Promise<{ stationId: string; revision: string }> {
    const { stationId } = body;
    if (body.tariff !== undefined && !scope.permissionIds.has("station:tariff")) throw new AppError("A0300");
    let unused: string | null = null;
    let hasOtherInstaller = false;
    const changed = await db.transaction().execute(async (trx) => {
      const plant = await findPlantForUpdate(trx, scope, stationId);
      if (!plant) throw new AppError("A0404");
      if (plant.revision !== body.revision) throw new AppError("A0440");
      const changes = findChanges(plant.fields, body);
      const { isDated, zones, zoneChange } = await check(plant, changes, body);
      const now = clock.now();
      // The field is the current zone, which a change for a later day leaves as it is.
      const { timeZone: _, ...others } = changes;
      const current = zoneAt(now, zones);
      const fields = { ...plant.fields, ...others, timeZone: current };
      await checkInstallerCompany(trx, scope, changes.installerCompanyId);
      const tariff =
        body.tariff &&
        (await tariffs.decideChange(trx, scope, {
          plantId: stationId,
          zones,
          tariff: body.tariff,
          validFrom: body.tariffFrom,
          revaluesPast: body.revaluesPast === true,
        }));
      const recorded = isDated ? others : changes;
      const names = Object.keys(recorded);
      if (names.length === 0 && !tariff && !zoneChange) return { stationId, revision: plant.revision };
      if (tariff)
        await tariffs.add(trx, { plantId: stationId, ...tariff.after, createdBy: scope.accountId ?? null });
      if (changes.gridConnectionDate !== undefined) {
        await tariffs.extendFirst(trx, stationId, changes.gridConnectionDate);
        await metering.extendFirstMeteringSet(trx, stationId, changes.gridConnectionDate);
      }
      if (changes.pictureId !== undefined)
        unused = await pictures.exchange(trx, scope, { from: plant.fields.pictureId, to: changes.pictureId });
      hasOtherInstaller = changes.installerCompanyId !== undefined;
      const revision = await updatePlant(trx, plant, { fields, zones, now });
      if (zoneChange) await recount(trx, plant.key, zoneChange);
      const dated = zoneChange && describeZoneChange(zoneChange);
      await writeAudit(trx, {
        kind: "operation",
        type: "station.update",
        actorId: scope.accountId,
        companyId: plant.companyId,
        plantId: stationId,
        objectType: "station",
        objectId: stationId,
        original: {
          ...pick(plant.fields, names),
          ...dated?.original,
          ...(tariff && { tariff: tariff.before ?? null }),
        },
        new: {
          ...recorded,
          ...dated?.new,
          ...(tariff && { tariff: tariff.after }),
          ...(tariff?.isPast && { revaluesPast: true }),
        },
        method: "api",
        address,
      });
      return { stationId, revision };
    });
    if (hasOtherInstaller) publishPlantAccess(bus, { plantId: stationId, newAccountIds: [] });
    if (unused !== null) await pictures.removeReleased(unused);
    return changed;
  };
}
