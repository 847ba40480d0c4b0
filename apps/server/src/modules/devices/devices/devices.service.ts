import type { BodyOf, Device, endpoints, Language, QueryOf, StatusAlarm } from "@heliograph/contract";
import type { PlantZones } from "@heliograph/solar";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import type { Db, Transaction } from "../../../infra/postgres/database.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { writeAudit } from "../../base/audit/audit.service.ts";
import type { AlarmService } from "../alarms/alarms.service.ts";
import { isPlantHeld, refuseWhileHeld } from "../commands/held-plants.service.ts";
import type { LinkEditor, PlacementService } from "../placements/placements.service.ts";
import { isDeviceAsleep } from "../status/status.service.ts";
import { listDeviceChoices } from "./device-choices.repository.ts";
import type { DeviceFilter, DeviceOrder } from "./device-conditions-sql.ts";
import { createDevicePlaces } from "./device-place.ts";
import { refuseDevice } from "./device-refusal.service.ts";
import {
  DEVICE_LEVELS,
  getDefaultStart,
  HOUR_MS,
  hashCode,
  judgeAddable,
  MAX_FAILURES,
} from "./device-rules.ts";
import { listDeviceIds } from "./device-search.repository.ts";
import { createDeviceSettings } from "./device-settings.ts";
import type { DeviceRecord } from "./devices.repository.ts";
import { listDevices, listDevicesById, listRejected } from "./devices.repository.ts";
import { readPowerFlow } from "./power-flow.ts";
import type { Registered } from "./register.repository.ts";
import {
  countAddFailures,
  deleteAddFailures,
  findPlantStart,
  findRegisteredForUpdate,
  hasGateway,
  insertAddFailure,
  insertRegisterEntries,
  listMistypedDevices,
  updateAdded,
} from "./register.repository.ts";
import { formatReportBody } from "./report-body.ts";
import { countUnplacedReports, listUnplacedReports } from "./unplaced-reports.repository.ts";

type AddBody = BodyOf<typeof endpoints.device.add>;
type RegisterBody = BodyOf<typeof endpoints.device.register>;
type ListQuery = QueryOf<typeof endpoints.device.list>;
type UnplacedQuery = QueryOf<typeof endpoints.unplacedReports.list>;
type RejectedQuery = QueryOf<typeof endpoints.device.rejected>;

export type DeviceService = ReturnType<typeof createDeviceService>;

const DAY_MS = 24 * HOUR_MS;

export function createDeviceService(deps: {
  db: Db;
  clock: Clock;
  placements: PlacementService;
  alarms: Pick<AlarmService, "statusAlarms">;
  onPlantChanged: (plantId: string) => void;
}) {
  const { db, clock, placements, alarms, onPlantChanged } = deps;

  async function toDevices(scope: Scope, records: readonly DeviceRecord[]): Promise<Device[]> {
    const now = clock.now();
    const rows = records.map((record) => ({
      id: record.deviceId,
      status: isDeviceAsleep(record, now) ? ("asleep" as const) : record.status,
    }));
    const found = await alarms.statusAlarms(scope, { of: "device", rows });
    return records.map((record) => toDevice(record, found.get(record.deviceId)));
  }

  function toDevice(record: DeviceRecord, alarm: StatusAlarm | undefined): Device {
    const { latitude, longitude, onlineAt, updatedAt, ...rest } = record;
    return {
      ...rest,
      alarm: alarm ?? null,
      isAsleep: isDeviceAsleep(record, clock.now()),
      onlineAt: onlineAt?.toISOString() ?? null,
      updatedAt: updatedAt?.toISOString() ?? null,
      level: DEVICE_LEVELS[record.type],
    };
  }

  async function list(
    scope: Scope,
    query: ListQuery,
    language: Language,
  ): Promise<{ rows: Device[]; total: number; isTotalCapped: boolean }> {
    const { page, pageSize, sort, order, ...filter } = query;
    const found = await listDevices(db, scope, {
      now: new Date(clock.now()),
      filter,
      page: { sort, order, offset: (page - 1) * pageSize, limit: pageSize },
      language,
    });
    return { ...found, rows: await toDevices(scope, found.rows) };
  }

  async function listByIds(scope: Scope, ids: readonly string[], language: Language): Promise<Device[]> {
    const now = new Date(clock.now());
    return await toDevices(scope, await listDevicesById(db, scope, { now, ids, language }));
  }

  async function get(scope: Scope, deviceId: string, language: Language): Promise<Device> {
    const [device] = await listByIds(scope, [deviceId], language);
    if (!device) throw new AppError("A0404");
    return device;
  }

  async function rejected(scope: Scope, query: RejectedQuery) {
    const { deviceId, page, pageSize } = query;
    const found = await listRejected(db, scope, { deviceId, offset: (page - 1) * pageSize, limit: pageSize });
    return {
      ...found,
      rows: found.rows.map((row) => ({
        ...row,
        receivedAt: row.receivedAt.toISOString(),
        ...formatReportBody(row.body),
      })),
    };
  }

  async function unplacedReports({ stationId, page, pageSize }: UnplacedQuery) {
    const found = await listUnplacedReports(db, {
      plantId: stationId,
      offset: (page - 1) * pageSize,
      limit: pageSize,
    });
    const counted = await countUnplacedReports(db, {
      plantId: stationId,
      since: new Date(clock.now() - DAY_MS),
    });
    return {
      ...found,
      ...counted,
      rows: found.rows.map((row) => ({
        ...row,
        receivedAt: row.receivedAt.toISOString(),
        ...formatReportBody(row.body),
      })),
    };
  }

  async function register(actor: Actor, body: RegisterBody): Promise<{ registered: number }> {
    const seen = new Set<string>();
    const repeated = body.rows.flatMap(({ sn }, index) => {
      const isRepeated = seen.has(sn);
      seen.add(sn);
      return isRepeated ? [index] : [];
    });
    if (repeated.length > 0) throw createDuplicateError(repeated);
    await placements.change(async (trx, links) => {
      // The register knows what a device is, a gateway only claims it: such a unit leaves the plant that adopted it.
      await links.end(await listMistypedDevices(trx, body.rows), new Date(clock.now()));
      const { taken } = await insertRegisterEntries(
        trx,
        actor.scope,
        body.rows.map(({ sn, type, model, registrationCode }) => ({
          sn,
          type,
          model,
          codeHash: hashCode(registrationCode),
        })),
      );
      if (taken.length > 0)
        throw createDuplicateError(body.rows.flatMap(({ sn }, index) => (taken.includes(sn) ? [index] : [])));
      await writeAudit(trx, {
        kind: "operation",
        type: "device.register",
        actorId: actor.scope.accountId,
        companyId: actor.scope.companyId,
        objectType: "device",
        objectId: body.rows.length === 1 ? (body.rows[0]?.sn ?? "") : "",
        new: { rows: body.rows.map(({ sn, type, model }) => ({ sn, type, model })) },
        address: actor.address,
      });
    });
    return { registered: body.rows.length };
  }

  /** When the device began to serve the plant: as given, else when the plant was connected, never before its last link's end. */
  function decideStart(
    device: Registered,
    body: AddBody,
    plant: { gridConnectionDate: string; zones: PlantZones },
  ): Date {
    if (body.installedAt === undefined) return getDefaultStart(device, plant, clock.now());
    const earliest = device.lastLinkEndAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    const installedAt = Date.parse(body.installedAt);
    if (installedAt < earliest || installedAt > clock.now()) {
      throw new AppError("A0400", { fields: [{ path: "installedAt", key: "field.installedAt" }] });
    }
    return new Date(installedAt);
  }

  /** Undefined alike for a wrong code, an unknown serial number and a device bound to a plant of others. */
  async function findAddable(trx: Transaction, scope: Scope, body: AddBody): Promise<Registered | undefined> {
    const device = await findRegisteredForUpdate(trx, scope, body.sn);
    const found = judgeAddable(device, body.registrationCode);
    if (found.verdict === "taken")
      throw new AppError("A0150", { fields: [{ path: "sn", key: "code.A0150" }] });
    return found.verdict === "addable" ? found.device : undefined;
  }

  async function link(
    { trx, links }: { trx: Transaction; links: LinkEditor },
    actor: Actor,
    body: AddBody,
    device: Registered,
  ): Promise<void> {
    const plant = await findPlantStart(trx, actor.scope, body.stationId);
    if (!plant) throw new AppError("A0404");
    const now = new Date(clock.now());
    if (device.openLink) {
      await refuseWhileHeld(trx, {
        plantId: device.openLink.plantId,
        deviceIds: [device.id],
        accountId: undefined,
      });
      await links.end([device.id], now);
      await writeAudit(trx, {
        kind: "security",
        type: "device.takenOver",
        actorId: actor.scope.accountId,
        companyId: device.openLink.companyId,
        plantId: device.openLink.plantId,
        objectType: "device",
        objectId: device.id,
        original: { stationId: device.openLink.plantId },
        new: { stationId: body.stationId },
        address: actor.address,
      });
    }
    const fromAt = device.openLink ? now : decideStart(device, body, plant);
    await updateAdded(trx, { deviceId: device.id, type: device.type, alias: body.alias });
    await links.add({
      deviceId: device.id,
      plantId: body.stationId,
      fromAt,
      createdBy: actor.scope.accountId,
    });
    await writeAudit(trx, {
      kind: "operation",
      type: "device.add",
      actorId: actor.scope.accountId,
      companyId: plant.companyId,
      plantId: body.stationId,
      objectType: "device",
      objectId: device.id,
      new: { sn: body.sn, alias: body.alias, fromAt: fromAt.toISOString() },
      address: actor.address,
    });
  }

  async function refuseTooMany(trx: Transaction, scope: Scope, sn: string): Promise<void> {
    const failures = await countAddFailures(trx, scope, { sn, since: new Date(clock.now() - HOUR_MS) });
    if (failures.byAccount >= MAX_FAILURES.byAccount || failures.bySn >= MAX_FAILURES.bySn) {
      throw new AppError("A0501", { retryAfterS: HOUR_MS / 1000 });
    }
  }

  /** The first device of a plant is its gateway, so that one is asked for (R5.2). */
  async function askForSerialNumber(scope: Scope, stationId: string): Promise<never> {
    const key = (await hasGateway(db, scope, stationId)) ? "prompt.serialNumber" : "prompt.dconSerialNumber";
    throw new AppError("A0400", { fields: [{ path: "sn", key }] });
  }

  /** `isHeld`: the plant is shut down, and the device counts as installed once it is open. */
  async function add(actor: Actor, body: AddBody): Promise<{ deviceId: string; isHeld: boolean }> {
    const startedAt = performance.now();
    if (body.sn === "") await askForSerialNumber(actor.scope, body.stationId);
    const device = await placements.change(async (trx, links) => {
      await refuseTooMany(trx, actor.scope, body.sn);
      const found = await findAddable(trx, actor.scope, body);
      if (found) await link({ trx, links }, actor, body, found);
      return found;
    });
    if (!device) {
      // Outside the transaction above, which a refusal has rolled back.
      await insertAddFailure(db, actor.scope, { sn: body.sn, at: new Date(clock.now()) });
      return await refuseDevice(startedAt);
    }
    if (device.openLink) onPlantChanged(device.openLink.plantId);
    onPlantChanged(body.stationId);
    return { deviceId: device.id, isHeld: await isPlantHeld(db, body.stationId) };
  }

  /** Deletes expired wrong codes; one process calls it periodically. */
  async function sweep(): Promise<void> {
    await deleteAddFailures(db, new Date(clock.now() - DAY_MS));
  }

  /** Ids of all devices that match, in order. */
  const listIds = (scope: Scope, query: { filter: DeviceFilter; order: DeviceOrder }): Promise<string[]> =>
    listDeviceIds(db, scope, { now: new Date(clock.now()), ...query });

  const choices = (scope: Scope, language: Language) => listDeviceChoices(db, scope, language);

  const powerFlow = (scope: Scope, stationId: string) => readPowerFlow(deps, scope, stationId);

  return {
    list,
    listIds,
    listByIds,
    choices,
    get,
    ...createDevicePlaces({ db, listByIds }),
    ...createDeviceSettings({ db }),
    powerFlow,
    rejected,
    unplacedReports,
    register,
    add,
    sweep,
  };
}

function createDuplicateError(indexes: readonly number[]): AppError {
  return new AppError("A0150", {
    fields: indexes.map((index) => ({ path: `rows.${index}.sn`, key: "code.A0150" as const })),
  });
}
