import { randomBytes } from "node:crypto";
import type {
  BodyOf,
  endpoints,
  PlantPart,
  PublicStation,
  QueryOf,
  StationDetail,
  StationRow,
} from "@heliograph/contract";
import { plantDayOf } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { Bus } from "../../../infra/bus.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { anonymousScope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import { sideOfLevel } from "../../energy/metering/metering-levels.service.ts";
import type { TariffService } from "../../energy/tariffs/tariffs.service.ts";
import type { PlantOverview } from "../plant-overview/plant-overview.service.ts";
import { roundPlaceOf } from "../plant-overview/rough-place.service.ts";
import { checkInstallerCompany } from "./installer-company.ts";
import type { PlantPictures } from "./plant-pictures.ts";
import { findPlantProblems } from "./plant-rules.ts";
import { createPlantUpdate, findFixedFields, hasDatedZone } from "./plant-update.ts";
import { findPlantRecord, insertPlant, lockOwner } from "./plants.repository.ts";
import { coverageToday, settingFields, visibleFields } from "./station-detail.ts";
import { sunTimesOf } from "./sun-times.ts";
import { listZones } from "./zone-change.ts";

type ListQuery = QueryOf<typeof endpoints.station.list>;
type PublicQuery = QueryOf<typeof endpoints.publicPlants.list>;
type AddBody = BodyOf<typeof endpoints.station.add>;

export type PlantService = ReturnType<typeof createPlantService>;

const NUMBER_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A plant's number: 8 random characters of Crockford's base32, which has no I, L, O, U to misread. */
function makeNumber(): string {
  return Array.from(randomBytes(8), (byte) => NUMBER_LETTERS[byte % 32]).join("");
}

export function createPlantService(deps: {
  db: Db;
  bus: Bus;
  clock: Clock;
  metering: MeteringService;
  tariffs: TariffService;
  overview: PlantOverview;
  pictures: PlantPictures;
}) {
  const { db, clock, metering, tariffs, overview, pictures } = deps;

  async function list(scope: Scope, query: ListQuery): Promise<{ rows: StationRow[]; total: number }> {
    const { rows, total } = await overview.list(scope, query);
    return { rows: rows.map(({ row }) => row), total };
  }

  /** Public plants with the fields visible to an anonymous session, whatever the caller's scope. */
  async function listPublic(
    scope: Scope,
    query: PublicQuery,
  ): Promise<{ rows: PublicStation[]; total: number }> {
    const plants = await overview.list(anonymousScope(scope.sessionId as string), query);
    const rows = plants.rows.map(({ row, state }) => ({
      ...row,
      energyTodayKwh: row.energyTodayKwh ?? 0,
      energyTotalKwh: row.energyTotalKwh ?? 0,
      ...roundPlaceOf(state),
    }));
    return { rows, total: plants.total };
  }

  /** A plant as far as the caller's access goes. A0404 without one, and when it was deleted meanwhile. */
  async function get(
    { scope, language }: Pick<Actor, "scope" | "language">,
    access: PlantAccess | undefined,
  ): Promise<StationDetail> {
    if (!access) throw new AppError("A0404");
    const [figures, record, tariff] = await Promise.all([
      overview.find(scope, access),
      findPlantRecord(db, access, language),
      tariffs.findToday(access),
    ]);
    if (!figures || !record) throw new AppError("A0404");
    const { state, row } = figures;
    const { energies } = state;
    const plant = { ...state, ...record, tariff };
    const firstDay = energies?.firstDay ?? null;
    const isHidden = (part: PlantPart) => plant.hiddenParts.includes(part);
    const canAdminister = isLevelEnough(access, "administer");
    const visible = visibleFields(plant);
    const today = plantDayOf(clock.now(), plant.zones);
    return {
      ...row,
      ...visible,
      ...settingFields(plant, canAdminister),
      meteringLevel: plant.level,
      side: sideOfLevel(plant.level),
      reportIntervalS: plant.isInScope ? plant.reportIntervalS : null,
      coverageToday: isHidden("energy")
        ? null
        : coverageToday(energies, metering.measuredShareToday(plant, energies)),
      today,
      firstDay,
      sun: sunTimesOf(visible, plant.zones, today),
      gatewayCount: isHidden("devices") ? null : plant.gatewayCount,
      onlineGatewayCount: isHidden("devices") ? null : plant.onlineGatewayCount,
      unitCount: isHidden("devices") ? null : plant.unitCount,
      level: access.level,
      mayEdit: canAdminister && scope.permissionIds.has("station:edit"),
      revision: canAdminister ? plant.revision : null,
      zones: listZones(plant.zones),
      hasDatedZone: canAdminister && hasDatedZone({ hasHadDevices: plant.hasHadDevices, firstDay }),
      fixedFields: canAdminister ? findFixedFields({ hasHadDevices: plant.hasHadDevices, firstDay }) : [],
    };
  }

  async function add(actor: Actor, body: AddBody): Promise<{ stationId: string; number: string }> {
    const { scope } = actor;
    const fields = findPlantProblems(body);
    if (fields.length > 0) throw new AppError("A0400", { fields });
    const wantsOther = body.ownerId !== undefined && body.ownerId !== scope.accountId;
    if (wantsOther && !scope.permissionIds.has("station:transfer")) throw new AppError("A0300");
    const ownerId = body.ownerId ?? scope.accountId;
    return await db.transaction().execute(async (trx) => {
      const owner = ownerId === undefined ? undefined : await lockOwner(trx, scope, ownerId);
      if (!owner) throw new AppError("A0404");
      await checkInstallerCompany(trx, scope, body.installerCompanyId);
      if (body.pictureId !== undefined)
        await pictures.exchange(trx, scope, { from: null, to: body.pictureId });
      for (;;) {
        const number = makeNumber();
        const stationId = await insertPlant(trx, scope, { number, owner, input: body });
        if (stationId === undefined) continue;
        const plantId = stationId;
        const createdBy = scope.accountId ?? null;
        await tariffs.add(trx, {
          plantId,
          validFrom: body.gridConnectionDate,
          tariff: body.tariff,
          createdBy,
        });
        await metering.addMeteringSet(trx, {
          plantId,
          validFrom: body.gridConnectionDate,
          level: body.meteringLevel,
        });
        await writeAudit(trx, {
          kind: "operation",
          type: "station.add",
          actorId: scope.accountId,
          companyId: owner.companyId,
          plantId: stationId,
          objectType: "station",
          objectId: stationId,
          new: { ...body, number, ownerId: owner.id },
          address: actor.address,
        });
        return { stationId, number };
      }
    });
  }

  return { list, listPublic, choices: overview.choices, get, add, update: createPlantUpdate(deps) };
}
