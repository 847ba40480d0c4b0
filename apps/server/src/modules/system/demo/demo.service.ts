import { randomBytes } from "node:crypto";
import { addMonths, dayRange, monthRange, plantDayOf } from "@heliograph/solar";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Logger } from "../../../infra/logger.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import { addDemoFirmware } from "../../devices/firmware/demo-firmware.service.ts";
import type { CorrectionService } from "../../energy/corrections/corrections.service.ts";
import type { MeteringService } from "../../energy/metering/metering.service.ts";
import type { TariffService } from "../../energy/tariffs/tariffs.service.ts";
import { createAccount } from "../../people/accounts/accounts.service.ts";
import { getRoleIdByCode } from "../../people/roles/role-rights.service.ts";
import { publishLayout } from "../../plants/layouts/layouts.service.ts";
import { collectGarbage } from "./collect-garbage.ts";
import { createDemoChild } from "./demo-child.ts";
import { computeCounterStarts } from "./demo-counters.ts";
import type { MadePlant } from "./demo-fleet.ts";
import { findBeginAt, fleetPath, midnightDaysAgo, writeFleet } from "./demo-fleet.ts";
import { computeHistory } from "./demo-history.ts";
import { listGroups } from "./demo-layouts.ts";
import {
  findDemoState,
  insertCompany,
  insertPlant,
  insertUnits,
  listCountingUnits,
  listDemoPlants,
  listSlotIds,
} from "./demo-plants.repository.ts";
import type { DemoPlant } from "./demo-plants.ts";
import { demoPlants } from "./demo-plants.ts";
import { listUnits } from "./demo-units.ts";

export interface DemoDeps {
  config: {
    demo: boolean;
    dataFolder: string;
    databaseUrl?: string | undefined;
    clickhouseUrl?: string | undefined;
  };
  db: Db;
  clickhouse: ClickHouse;
  metering: Pick<MeteringService, "addMeteringSet" | "rebuildPlantFromUnitWindows">;
  tariffs: Pick<TariffService, "add">;
  corrections: Pick<CorrectionService, "startAutomatic">;
  logger: Logger;
  clock: Clock;
}

/** As many as the search for misplaced units needs. */
const REPORTED_DAYS = 5;
const HISTORY_MONTHS = 24;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const COUNTING_KIND = { "ac-meter": "DCON", string: "SCON", module: "OPT" } as const;

function randomBase32(length: number): string {
  return Array.from(randomBytes(length), (byte) => BASE32[byte % 32]).join("");
}

/** Creates the owner of a demo plant. It has no password, so no user can sign in as it. */
async function createOwner(
  trx: Transaction,
  companyId: string,
  { ownerName, key }: DemoPlant,
): Promise<string> {
  return await createAccount(trx, {
    companyId,
    roleId: await getRoleIdByCode(trx, "owner"),
    relation: "customer",
    userName: ownerName,
    email: `demo-${key}@example.org`,
    emailNotify: false,
    // Each sees the own plant only: the demo's company has all four.
    scopeKind: "plants",
    isDemo: true,
  });
}

/** The day a plant's history begins, and its midnight. */
function installationOf(plant: DemoPlant, beginAt: number): { installedDay: string; installedAt: Date } {
  const installedDay = addMonths(plantDayOf(beginAt, plant.timeZone), -HISTORY_MONTHS);
  return { installedDay, installedAt: new Date(dayRange(installedDay, plant.timeZone).fromAt) };
}

async function preparePlant(plant: DemoPlant, beginAt: number): Promise<MadePlant> {
  const prefix = `D${randomBase32(5)}`;
  const fromAt = installationOf(plant, beginAt).installedAt.getTime();
  const range = { fromAt, toAt: beginAt };
  const counterStarts = await computeCounterStarts(plant, listUnits(plant, prefix), range);
  return { plant, prefix, registrationCode: randomBase32(26), counterStarts };
}

/** The demo plants: created at the first start with a history, and fed by their own simulator. */
export function createDemo(deps: DemoDeps) {
  const { config, db, clickhouse, metering, tariffs, corrections, logger, clock } = deps;
  const child = createDemoChild({ dataFolder: config.dataFolder, logger });
  const stopping = new AbortController();
  let history: Promise<void> | undefined;
  let isPlayed = false;

  async function make(): Promise<void> {
    const now = clock.now();
    const beginAt = Math.min(...demoPlants.map((plant) => midnightDaysAgo(plant, now, REPORTED_DAYS)));
    const plants = await Promise.all(demoPlants.map((plant) => preparePlant(plant, beginAt)));
    // The file comes first: without it the plants would never report, while a file without plants is written again.
    writeFleet(config.dataFolder, { now, beginAt, backfillDays: REPORTED_DAYS + 2, plants });
    await db.transaction().execute(async (trx) => {
      const companyId = await insertCompany(trx);
      for (const { plant, prefix, registrationCode } of plants) {
        const { installedDay, installedAt } = installationOf(plant, beginAt);
        const ownerId = await createOwner(trx, companyId, plant);
        const number = randomBase32(8);
        const { id: plantId } = await insertPlant(trx, { plant, number, companyId, ownerId, installedDay });
        const tariff = { method: "fixed", price: plant.price } as const;
        await tariffs.add(trx, { plantId, validFrom: installedDay, tariff, createdBy: null });
        await metering.addMeteringSet(trx, { plantId, validFrom: installedAt, level: plant.meteringLevel });
        if (plant.isCorrected) await corrections.startAutomatic(trx, plantId, installedAt);
        const units = listUnits(plant, prefix);
        await insertUnits(trx, { plantId, plant, units, code: registrationCode, installedAt });
        const groups = listGroups(plant, await listSlotIds(trx, plantId));
        await publishLayout(trx, { plantId, groups, at: new Date(now) });
      }
      await addDemoFirmware(trx, { dataFolder: config.dataFolder, at: now });
    });
  }

  /** Local months, newest first, down to the oldest that is not written yet. */
  async function listOpenMonths(plant: DemoPlant, key: number, bounds: { fromAt: number; toAt: number }) {
    const [known] = await clickhouse.query<{ firstDay: string; total: string }>(
      "select min(plant_day) as firstDay, count() as total from plant_days final where plant = {plant:UInt32} and is_demo = 1",
      { plant: key },
    );
    // A month's days are written last, so a month with days is complete.
    const isBegun = Number(known?.total ?? 0) > 0;
    const newest = plantDayOf(bounds.toAt - 1, plant.timeZone).slice(0, 7);
    let month = isBegun ? addMonths(known!.firstDay.slice(0, 7), -1) : newest;
    const months: { fromAt: number; toAt: number }[] = [];
    for (;;) {
      const { fromAt, toAt } = monthRange(month, plant.timeZone);
      if (toAt <= bounds.fromAt) return months;
      months.push({ fromAt: Math.max(fromAt, bounds.fromAt), toAt: Math.min(toAt, bounds.toAt) });
      month = addMonths(month, -1);
    }
  }

  async function writePlantHistory(
    plant: DemoPlant,
    made: { id: string; key: number; installedAt: Date },
    toAt: number,
  ): Promise<number> {
    const units = await listCountingUnits(db, made.id, COUNTING_KIND[plant.meteringLevel]);
    let rows = 0;
    for (const month of await listOpenMonths(plant, made.key, { fromAt: made.installedAt.getTime(), toAt })) {
      if (stopping.signal.aborted) break;
      const { rowCount, columns } = await computeHistory(plant, units, { plantKey: made.key, ...month });
      await clickhouse.insertColumns("unit_windows", columns, rowCount);
      await metering.rebuildPlantFromUnitWindows(made.key, month.fromAt, month.toAt);
      rows += rowCount;
    }
    return rows;
  }

  async function writeHistory(toAt: number): Promise<void> {
    const beganAt = performance.now();
    let rows = 0;
    for (const made of await listDemoPlants(db)) {
      const plant = demoPlants.find(({ name }) => name === made.name);
      if (!plant || stopping.signal.aborted) continue;
      rows += await writePlantHistory(plant, made, toAt);
    }
    if (rows > 0) collectGarbage();
    const seconds = ((performance.now() - beganAt) / 1000).toFixed(1);
    logger.info({ rows, seconds }, "history of the demo plants written");
  }

  return {
    /** Creates the plants at the first start, starts their simulator, and completes their history in the background. */
    async start({ mqttUrl }: { mqttUrl: string }): Promise<void> {
      if (!config.demo || config.databaseUrl !== undefined || config.clickhouseUrl !== undefined) return;
      const state = await findDemoState(db);
      if (state === "none") return;
      if (state === "fresh") await make();
      const beginAt = findBeginAt(config.dataFolder);
      if (beginAt === undefined) {
        logger.warn(`there is no ${fleetPath(config.dataFolder)}: the demo plants stay silent`);
        return;
      }
      child.start(mqttUrl);
      isPlayed = true;
      history = writeHistory(beginAt).catch((error: unknown) => {
        if (!stopping.signal.aborted) logger.error({ err: error }, "the demo's history could not be written");
      });
    },
    /** Whether its gateways are simulated: there is a demo in this data folder. */
    isPlayed: (): boolean => isPlayed,
    checkSimulator() {
      const { isRunning, restarts } = child.state();
      return isRunning ? { isOk: true, restarts } : { isOk: false, reason: "restarting" as const, restarts };
    },
    /** Resolves when the history in progress is written. */
    whenWritten: (): Promise<void> => history ?? Promise.resolve(),
    async stop(): Promise<void> {
      stopping.abort();
      await Promise.all([child.stop(), history]);
    },
  };
}
