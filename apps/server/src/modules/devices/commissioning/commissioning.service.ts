import type { BodyOf, DataInputOf, endpoints, Language, QueryOf } from "@heliograph/contract";
import { MAX_EXPECTED_DEVICES } from "@heliograph/contract/commissioning-limits";
import { WEAK_SIGNAL_DBM } from "@heliograph/contract/signal-levels";
import { AppError } from "../../../errors.ts";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { PlantInScope } from "../../base/access/in-scope.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import { readSerialList } from "../imports/serial-list.service.ts";
import type { StoredDevice } from "./commissioning.repository.ts";
import {
  listEmptyPlaces,
  listExpectedDevices,
  listPlantDevices,
  lockPlantList,
  replaceExpectedDevices,
} from "./commissioning.repository.ts";
import type { ComparedRow, Comparison } from "./compare-expected.ts";
import { compareExpected } from "./compare-expected.ts";
import type { FirstSample } from "./first-samples.repository.ts";
import { listFirstSamples, listLastSampleTimes } from "./first-samples.repository.ts";

/** Devices whose first samples are read together. */
const BATCH = 500;

type Commissioning = DataInputOf<typeof endpoints.commissioning.get>;
export type CommissioningCounts = Commissioning["counts"];
/** A row of the comparison with the device's first report. */
export interface FoundRow extends ComparedRow {
  readonly first: FirstSample | undefined;
}

const isWeak = ({ state, device }: ComparedRow): boolean =>
  state === "found" && (device?.signalDbm ?? 0) < WEAK_SIGNAL_DBM;

function countRows(rows: readonly ComparedRow[]): CommissioningCounts {
  const count = (state: ComparedRow["state"]) => rows.filter((row) => row.state === state).length;
  const [found, missing] = [count("found"), count("missing")];
  return {
    expected: found + missing,
    found,
    missing,
    unknown: count("unknown"),
    weakSignal: rows.filter(isWeak).length,
  };
}

const toResponse = (
  { state, reason, sn, place, sharesPlaceWith, device, first }: FoundRow,
  number: number,
): Commissioning["rows"][number] => ({
  number,
  state,
  reason,
  sn,
  deviceId: device?.deviceId ?? null,
  type: device?.type ?? null,
  alias: device?.alias ?? "",
  place,
  sharesPlaceWith,
  parentSn: device?.parentSn ?? null,
  isOnline: device?.isOnline ?? false,
  signalDbm: device?.signalDbm ?? null,
  firstAt: first?.at ?? null,
  inputVoltageV: first?.inputVoltageV ?? null,
  outputVoltageV: first?.outputVoltageV ?? null,
  powerW: first?.powerW ?? null,
  temperatureC: first?.temperatureC ?? null,
});

/** What is expected at a plant, and what has reported there. */
export function createCommissioningService({
  db,
  clickhouse,
  clock,
}: {
  db: Db;
  clickhouse: ClickHouse;
  clock: Clock;
}) {
  async function compare(plant: PlantAccess): Promise<Comparison> {
    const [list, emptyPlaces, stored] = await Promise.all([
      listExpectedDevices(db, plant),
      listEmptyPlaces(db, plant),
      listPlantDevices(db, plant, new Date(clock.now())),
    ]);
    return compareExpected({ list, emptyPlaces }, await addBuffered(plant.plantKey, stored));
  }

  /** Devices of which buffered reports alone have come, such as those added in the evening, have reported too. */
  async function addBuffered(plantKey: number, devices: readonly StoredDevice[]): Promise<StoredDevice[]> {
    const silent = devices.filter(({ hasReported }) => !hasReported);
    const since = new Date(Math.min(...silent.map(({ addedAt }) => addedAt.getTime())));
    const deviceKeys = silent.map(({ deviceKey }) => deviceKey);
    const last = await listLastSampleTimes(clickhouse, { plantKey, deviceKeys, since });
    const isSince = ({ deviceKey, addedAt }: StoredDevice) =>
      (last.get(deviceKey) ?? Number.NEGATIVE_INFINITY) >= addedAt.getTime();
    return devices.map((device) => ({ ...device, hasReported: device.hasReported || isSince(device) }));
  }

  async function addFirstSamples(plantKey: number, rows: readonly ComparedRow[]): Promise<FoundRow[]> {
    const keys = rows.flatMap(({ device }) => (device?.hasReported ? [device.deviceKey] : []));
    const firsts = new Map<number, FirstSample>();
    for (let from = 0; from < keys.length; from += BATCH) {
      const deviceKeys = keys.slice(from, from + BATCH);
      for (const first of await listFirstSamples(clickhouse, { plantKey, deviceKeys }))
        firsts.set(first.deviceKey, first);
    }
    return rows.map((row) => ({ ...row, first: row.device && firsts.get(row.device.deviceKey) }));
  }

  return {
    async get(
      plant: PlantAccess,
      { state, page, pageSize }: QueryOf<typeof endpoints.commissioning.get>,
    ): Promise<Commissioning> {
      const { source, rows } = await compare(plant);
      const matching = state === undefined ? rows : rows.filter((row) => row.state === state);
      const from = (page - 1) * pageSize;
      const shown = await addFirstSamples(plant.plantKey, matching.slice(from, from + pageSize));
      return {
        source,
        counts: countRows(rows),
        total: matching.length,
        rows: shown.map((row, index) => toResponse(row, from + index + 1)),
      };
    },

    /** The whole comparison, for a report; the caller has checked the access to the plant. */
    async read(plant: PlantAccess) {
      const { source, rows } = await compare(plant);
      return { source, counts: countRows(rows), rows: await addFirstSamples(plant.plantKey, rows) };
    },

    async expected(plant: PlantInScope) {
      return { devices: await listExpectedDevices(db, plant) };
    },

    /** Replaces the list of a plant, and records how long it was and is. */
    async save(
      { scope, address }: Actor,
      plant: PlantInScope,
      { devices }: BodyOf<typeof endpoints.commissioning.save>,
    ): Promise<null> {
      await db.transaction().execute(async (trx) => {
        const locked = await lockPlantList(trx, plant);
        if (!locked) throw new AppError("A0404");
        const before = await listExpectedDevices(trx, plant);
        if (JSON.stringify(before) === JSON.stringify(devices.map(({ sn, place }) => ({ sn, place }))))
          return;
        await replaceExpectedDevices(trx, plant, devices);
        await writeAudit(trx, {
          kind: "operation",
          type: "commissioning.list",
          original: { expectedDevices: before.length },
          new: { expectedDevices: devices.length },
          actorId: scope.accountId,
          companyId: locked.companyId,
          plantId: plant.plantId,
          objectType: "station",
          objectId: plant.plantId,
          address,
        });
      });
      return null;
    },

    /** Serial numbers of an uploaded file; nothing is written. */
    async readFile(language: Language, fileName: string, file: Uint8Array) {
      return { devices: await readSerialList(file, { fileName, maxRows: MAX_EXPECTED_DEVICES, language }) };
    },
  };
}

export type CommissioningService = ReturnType<typeof createCommissioningService>;
