import { randomBytes } from "node:crypto";
import type {
  BodyOf,
  Coverage,
  DataInputOf,
  endpoints,
  PlantPart,
  PlantStatus,
  PublicStation,
  QueryOf,
  StationDetail,
  StationRow,
  Tariff,
} from "@heliograph/contract";
import { plantPart } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import { plantDayOf, sunPosition } from "@heliograph/solar";
import type { Clock } from "../../infra/clock.ts";
import type { Db } from "../../infra/postgres/database.ts";
import type { PlantAccess, Scope } from "../access/access.service.ts";
import { AppError, anonymousScope, isLevelEnough } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import type { EnergyTotals, MeteringService } from "../metering/metering.service.ts";
import { findPlantProblems } from "./plant-rules.ts";
import { createPlantUpdate, findFixedFields } from "./plant-update.ts";
import type { PlantFacts, PlantRecord } from "./plants.repository.ts";
import { findPlant, insertPlant, listPlantFacts, takeOwner } from "./plants.repository.ts";
import { findTariffOn, listTariffVersions } from "./tariffs.repository.ts";

type ListQuery = QueryOf<typeof endpoints.station.list>;
type PublicQuery = QueryOf<typeof endpoints.publicPlants.list>;
type AddBody = BodyOf<typeof endpoints.station.add>;
type Overview = DataInputOf<typeof endpoints.home.getOverview>;

/** What metering knows of a plant now. */
interface PlantEnergy {
  readonly totals: EnergyTotals | undefined;
  readonly isUpdating: boolean;
}

interface Actor {
  readonly scope: Scope;
  readonly address: string;
}

export type PlantService = ReturnType<typeof createPlantService>;

const NUMBER_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/** A plant's number: 8 random characters of Crockford's base32, which has no I, L, O, U to misread. */
function makeNumber(): string {
  return Array.from(randomBytes(8), (byte) => NUMBER_LETTERS[byte % 32]).join("");
}

function isSunDown(plant: Pick<PlantFacts, "latitude" | "longitude">, at: number): boolean {
  if (plant.latitude === null || plant.longitude === null) return false;
  return sunPosition({ latitude: plant.latitude, longitude: plant.longitude, at }).elevationDeg < 0;
}

/** Seen from outside, a plant's place is rounded to 0.1°, about 11 km. */
function roundPlace(degrees: number | null): number | null {
  return degrees === null ? null : Math.round(degrees * 10) / 10;
}

function coverageToday(energy: EnergyTotals | undefined, measuredShare: number | null): Coverage {
  return {
    backfilledWh: energy?.backfilledTodayWh ?? 0,
    estimatedWh: energy?.estimatedTodayWh ?? 0,
    implausibleWh: energy?.implausibleTodayWh ?? 0,
    measuredShare,
    resets: energy?.resetsToday ?? 0,
  };
}

export function createPlantService(deps: { db: Db; clock: Clock; metering: MeteringService }) {
  const { db, clock, metering } = deps;

  /** `isPublic`: of a plant seen only because it is public its name, power, energy and rough place (domain: Anonymous). */
  function toRow(
    isPublic: boolean,
    facts: PlantFacts,
    { totals: energy, isUpdating }: PlantEnergy,
  ): StationRow {
    const powerW = facts.powerW;
    const isEnergyHidden = facts.hiddenParts.includes("energy");
    const kwh = (wh: number | undefined) => (isEnergyHidden ? null : (wh ?? 0) / 1000);
    return {
      stationId: facts.id,
      number: isPublic ? null : facts.number,
      name: facts.name,
      status: facts.status,
      isAsleep: facts.status === "normal" && isSunDown(facts, clock.now()),
      pictureId: isPublic ? null : facts.pictureId,
      powerW,
      efficiency: getEfficiencyPct(powerW, facts.installedCapacityKwp),
      energyTodayKwh: kwh(energy?.todayWh),
      energyMonthKwh: kwh(energy?.monthWh),
      energyYearKwh: kwh(energy?.yearWh),
      energyTotalKwh: kwh(energy?.totalWh),
      isUpdating: isUpdating && !isEnergyHidden,
      installedCapacityKwp: facts.installedCapacityKwp,
      timeZone: facts.timeZone,
      currency: isPublic ? null : facts.currency,
      visibility: facts.visibility,
      createdAt: isPublic ? null : facts.createdAt.toISOString(),
      updatedAt: facts.updatedAt?.toISOString() ?? null,
    };
  }

  /** Energies of plants by their key, and which of them are partial. */
  async function readEnergies(plants: readonly { key: number; timeZone: string }[]) {
    // Asked first: what is counted in between is called partial once too often, never too seldom.
    const updating = await metering.listUpdating(plants.map(({ key }) => key));
    const totals = await metering.energyTotals(plants);
    return (key: number): PlantEnergy => ({ totals: totals.get(key), isUpdating: updating.has(key) });
  }

  async function listRows(
    scope: Scope,
    filter: { search?: string | undefined; status?: ListQuery["status"] },
  ) {
    const facts = await listPlantFacts(db, scope, new Date(clock.now()), filter);
    const energyOf = await readEnergies(facts);
    return facts.map((plant) => ({
      // What is kept from the caller is in no total of theirs either.
      energy: plant.hiddenParts.includes("energy") ? undefined : energyOf(plant.key).totals,
      row: toRow(scope.isAnonymous, plant, energyOf(plant.key)),
      facts: plant,
    }));
  }

  /** Rows of the plants in reach; totals and energies move, so the order is decided over all of them. */
  async function list(scope: Scope, query: ListQuery): Promise<{ rows: StationRow[]; total: number }> {
    const rows = (await listRows(scope, query)).map(({ row }) => row);
    return toPage(rows, query);
  }

  /** Public plants as anybody sees them, whoever asks. */
  async function listPublic(scope: Scope, query: PublicQuery) {
    const found = await listRows(anonymousScope(scope.sessionId as string), query);
    const rows = found.map(({ row, facts }) => ({
      ...row,
      energyTodayKwh: row.energyTodayKwh ?? 0,
      energyTotalKwh: row.energyTotalKwh ?? 0,
      latitude: roundPlace(facts.latitude),
      longitude: roundPlace(facts.longitude),
    }));
    const page: { rows: PublicStation[]; total: number } = toPage(rows, query);
    return page;
  }

  /** One plant; `access` says how the caller stands to it, nothing by default. */
  async function get(scope: Scope, plantId: string, access?: PlantAccess): Promise<StationDetail> {
    const plant = await findPlant(db, scope, new Date(clock.now()), plantId);
    if (!plant) throw new AppError("A0404");
    const plantEnergy = (await readEnergies([plant]))(plant.key);
    const energy = plantEnergy.totals;
    const today = plantDayOf(clock.now(), plant.timeZone);
    const share = await metering.measuredShareToday(plant);
    const firstDay = energy?.firstDay ?? null;
    const isHidden = (part: PlantPart) => plant.hiddenParts.includes(part);
    const mayAdminister = access !== undefined && isLevelEnough(access, "administer");
    const tariff = (await findTariffOn(db, scope, { plantId, day: today }))?.tariff ?? null;
    return {
      ...toRow(!plant.isInReach, plant, plantEnergy),
      ...personalFields({ ...plant, tariff }),
      ...settingFields(plant, mayAdminister),
      gridConnectionDate: plant.isInReach ? plant.gridConnectionDate : null,
      meteringLevel: plant.level,
      side: plant.level === "ac-meter" ? "AC" : "DC",
      reportIntervalS: plant.isInReach ? plant.reportIntervalS : null,
      coverageToday: isHidden("energy") ? null : coverageToday(energy, share),
      today,
      firstDay,
      gatewayCount: isHidden("devices") ? null : plant.gatewayCount,
      onlineGatewayCount: isHidden("devices") ? null : plant.onlineGatewayCount,
      unitCount: isHidden("devices") ? null : plant.unitCount,
      level: access?.level ?? "public",
      mayEdit: mayAdminister && scope.permissionIds.has("station:edit"),
      revision: mayAdminister ? plant.revision : null,
      fixedFields: mayAdminister ? findFixedFields({ hasHadDevices: plant.hasHadDevices, firstDay }) : [],
    };
  }

  /** Live state of one plant for the push; undefined when it is gone. */
  async function getLive(scope: Scope, plantId: string) {
    const plant = await findPlant(db, scope, new Date(clock.now()), plantId);
    return plant && toRow(false, plant, (await readEnergies([plant]))(plant.key));
  }

  async function add(actor: Actor, body: AddBody): Promise<{ stationId: string; number: string }> {
    const { scope } = actor;
    const fields = findPlantProblems(body);
    if (fields.length > 0) throw new AppError("A0400", { fields });
    const wantsOther = body.ownerId !== undefined && body.ownerId !== scope.accountId;
    if (wantsOther && !scope.permissionIds.has("station:transfer")) throw new AppError("A0300");
    const ownerId = body.ownerId ?? scope.accountId;
    return await db.transaction().execute(async (trx) => {
      const owner = ownerId === undefined ? undefined : await takeOwner(trx, scope, ownerId);
      if (!owner) throw new AppError("A0404");
      for (;;) {
        const number = makeNumber();
        const stationId = await insertPlant(trx, scope, { number, owner, input: body });
        if (stationId === undefined) continue;
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

  /** Every tariff of the plant, the newest first. */
  async function tariffs(scope: Scope, plantId: string) {
    const plant = await findPlant(db, scope, new Date(clock.now()), plantId);
    if (!plant) throw new AppError("A0404");
    const versions = await listTariffVersions(db, scope, plantId);
    const day = plantDayOf(clock.now(), plant.timeZone);
    const inForce = await findTariffOn(db, scope, { plantId, day });
    const rows = versions.map((version) => ({
      ...version,
      isInForce: version.validFrom === inForce?.validFrom,
    }));
    return { rows, total: rows.length };
  }

  /** Counts and live totals over all plants in reach. */
  async function overview(
    scope: Scope,
  ): Promise<Omit<Overview, "unresolvedAlarms"> & { isEveryAlarmHidden: boolean }> {
    const plants = await listRows(scope, {});
    const isHidden = (part: PlantPart) =>
      plants.length > 0 && plants.every(({ facts }) => facts.hiddenParts.includes(part));
    const sumEnergy = (of: (energy: EnergyTotals) => number) =>
      isHidden("energy") ? null : sum(({ energy }) => (energy ? of(energy) : 0));
    const sum = (of: (plant: (typeof plants)[number]) => number) =>
      plants.reduce((total, plant) => total + of(plant), 0);
    const countByStatus: Record<PlantStatus, number> = {
      normal: 0,
      warning: 0,
      alarm: 0,
      fault: 0,
      offline: 0,
      waiting: 0,
      "shut-down": 0,
    };
    for (const { row } of plants) countByStatus[row.status] += 1;
    const updates = plants.flatMap(({ row }) => row.updatedAt ?? []);
    return {
      plantCount: plants.length,
      countByStatus,
      powerW: sum(({ row }) => row.powerW ?? 0),
      installedCapacityKwp: sum((plant) => (hasReported(plant) ? plant.row.installedCapacityKwp : 0)),
      energyTodayWh: sumEnergy((energy) => energy.todayWh),
      energyMonthWh: sumEnergy((energy) => energy.monthWh),
      energyYearWh: sumEnergy((energy) => energy.yearWh),
      energyTotalWh: sumEnergy((energy) => energy.totalWh),
      backfilledTodayWh: sum(({ energy }) => energy?.backfilledTodayWh ?? 0),
      estimatedTodayWh: sum(({ energy }) => energy?.estimatedTodayWh ?? 0),
      isUpdating: plants.some(({ row }) => row.isUpdating),
      implausibleTodayWh: sum(({ energy }) => energy?.implausibleTodayWh ?? 0),
      updatedAt: updates.sort().at(-1) ?? null,
      isEveryAlarmHidden: isHidden("alarms"),
    };
  }

  return { list, listPublic, get, getLive, add, tariffs, overview, update: createPlantUpdate(deps) };
}

/** Whether a gateway of the plant was ever heard; one that waits for its next gateway has energy from those before. */
function hasReported({ row, energy }: { row: StationRow; energy: EnergyTotals | undefined }): boolean {
  return row.status !== "waiting" || (energy?.totalWh ?? 0) > 0;
}

/** What opening the plant shows first is for who is in its reach; what participants see, for who decides it. */
function settingFields({ settings, isInReach, hiddenParts }: PlantRecord, mayAdminister: boolean) {
  const { jump = "overview", jumpAddress = null, participantSees = plantPart.options } = settings;
  return {
    jump: isInReach ? jump : ("overview" as const),
    jumpAddress: isInReach && jump === "address" ? jumpAddress : null,
    participantSees: mayAdminister ? [...participantSees] : null,
    hiddenParts: [...hiddenParts],
  };
}

/**
 * Nothing about people, money or the exact place for who sees the plant only because it is public. A participant from whom
 * the contacts are kept learns neither whose the plant is nor where exactly it stands.
 */
function personalFields(plant: PlantRecord & { tariff: Tariff | null }) {
  const hasContacts = !plant.hiddenParts.includes("contacts");
  const hasEarnings = !plant.hiddenParts.includes("earnings");
  if (!plant.isInReach) {
    return {
      pictureId: null,
      installer: null,
      email: null,
      investmentAmount: null,
      tariff: null,
      personInCharge: null,
      phone: null,
      address: null,
      latitude: roundPlace(plant.latitude),
      longitude: roundPlace(plant.longitude),
      ownerId: null,
      ownerName: null,
      companyName: null,
      installerCompanyId: null,
    };
  }
  return {
    installer: hasContacts ? plant.installer : null,
    email: hasContacts ? plant.email : null,
    investmentAmount: hasEarnings ? plant.investmentAmount : null,
    tariff: hasEarnings ? plant.tariff : null,
    personInCharge: hasContacts ? plant.personInCharge : null,
    phone: hasContacts ? plant.phone : null,
    address: hasContacts ? plant.address : null,
    latitude: hasContacts ? plant.latitude : roundPlace(plant.latitude),
    longitude: hasContacts ? plant.longitude : roundPlace(plant.longitude),
    ownerId: hasContacts ? plant.ownerId : null,
    ownerName: hasContacts ? plant.ownerName : null,
    companyName: hasContacts ? plant.companyName : null,
    installerCompanyId: hasContacts ? plant.installerCompanyId : null,
  };
}

interface Page<Key extends string> {
  readonly sort: Key;
  readonly order: "asc" | "desc";
  readonly page: number;
  readonly pageSize: number;
}

/** A page of rows in their order; of two that are alike the one with the lower number comes first. */
function toPage<
  Key extends string,
  Row extends Record<Key, string | number | null> & { number: string | null; stationId: string },
>(rows: readonly Row[], { sort, order, page, pageSize }: Page<Key>): { rows: Row[]; total: number } {
  const sign = order === "asc" ? 1 : -1;
  const sorted = rows.toSorted(
    (a, b) =>
      sign * compare(a[sort], b[sort]) || compare(a.number, b.number) || compare(a.stationId, b.stationId),
  );
  const start = (page - 1) * pageSize;
  return { rows: sorted.slice(start, start + pageSize), total: rows.length };
}

/** Order of two cells: nothing known sorts below everything known. */
function compare(a: string | number | null, b: string | number | null): number {
  if (a === b) return 0;
  if (a === null) return -1;
  if (b === null) return 1;
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a).localeCompare(String(b), "en", { numeric: true });
}
