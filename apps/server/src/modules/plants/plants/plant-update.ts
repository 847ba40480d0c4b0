import type { BodyOf, endpoints, FieldProblem, StationDetail } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Db } from "../../../infra/postgres/database.ts";
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

type UpdateBody = BodyOf<typeof endpoints.station.update>;
type FixedField = StationDetail["fixedFields"][number];

/**
 * Fields that measured data depends on. The links of devices begin at the grid connection date, and a later one would cut
 * off their data; prices are in the currency, and another one would revalue the past; days start at midnight in the time zone.
 */
export function findFixedFields(plant: { hasHadDevices: boolean; firstDay: string | null }): FixedField[] {
  const fixed: FixedField[] = [];
  if (plant.hasHadDevices) fixed.push("gridConnectionDate");
  if (plant.firstDay !== null) fixed.push("currency");
  if (plant.hasHadDevices || plant.firstDay !== null) fixed.push("timeZone");
  return fixed;
}

const fixedBecause = {
  gridConnectionDate: "field.gridDateFixed",
  currency: "field.currencyFixed",
  timeZone: "field.timeZoneFixed",
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
  metering,
  tariffs,
  pictures,
}: {
  db: Db;
  bus: Bus;
  metering: MeteringService;
  tariffs: TariffService;
  pictures: PlantPictures;
}) {
  async function check(plant: EditedPlant, changes: Partial<PlantFields>, body: UpdateBody): Promise<void> {
    const totals = await metering.energyTotals([plant.key]);
    const firstDay = totals.get(plant.key)?.firstDay ?? null;
    const fixed: FieldProblem[] = findFixedFields({ ...plant, firstDay })
      .filter((field) => changes[field] !== undefined)
      .map((path) => ({ path, key: fixedBecause[path] }));
    const { latitude, longitude } = { ...plant.fields, ...changes };
    const { currency, timeZone } = changes;
    const wrong = findPlantProblems({ currency, timeZone, latitude, longitude, tariff: body.tariff });
    if (fixed.length + wrong.length > 0) throw new AppError("A0400", { fields: [...fixed, ...wrong] });
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
      await check(plant, changes, body);
      await checkInstallerCompany(trx, scope, changes.installerCompanyId);
      const tariff =
        body.tariff &&
        (await tariffs.decideChange(trx, scope, {
          plantId: stationId,
          timeZone: changes.timeZone ?? plant.fields.timeZone,
          tariff: body.tariff,
          validFrom: body.tariffFrom,
          revaluesPast: body.revaluesPast === true,
        }));
      const names = Object.keys(changes);
      if (names.length === 0 && !tariff) return { stationId, revision: plant.revision };
      if (tariff)
        await tariffs.add(trx, { plantId: stationId, ...tariff.after, createdBy: scope.accountId ?? null });
      if (changes.gridConnectionDate !== undefined) {
        await tariffs.extendFirst(trx, stationId, changes.gridConnectionDate);
        await metering.extendFirstMeteringSet(trx, stationId, changes.gridConnectionDate);
      }
      if (changes.pictureId !== undefined)
        unused = await pictures.exchange(trx, scope, { from: plant.fields.pictureId, to: changes.pictureId });
      hasOtherInstaller = changes.installerCompanyId !== undefined;
      const revision = await updatePlant(trx, plant, { ...plant.fields, ...changes });
      await writeAudit(trx, {
        kind: "operation",
        type: "station.update",
        actorId: scope.accountId,
        companyId: plant.companyId,
        plantId: stationId,
        objectType: "station",
        objectId: stationId,
        original: { ...pick(plant.fields, names), ...(tariff && { tariff: tariff.before ?? null }) },
        new: {
          ...changes,
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
