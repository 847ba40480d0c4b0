import { createHash, timingSafeEqual } from "node:crypto";
import type { BodyOf, Device, DeviceType, endpoints, QueryOf } from "@heliograph/contract";
import { dayRange, sunPosition } from "@heliograph/solar";
import { sql } from "kysely";
import type { Bus } from "../../infra/bus.ts";
import type { Clock } from "../../infra/clock.ts";
import type { Db, Transaction } from "../../infra/postgres/database.ts";
import type { Scope } from "../access/access.service.ts";
import { AppError } from "../access/access.service.ts";
import { writeAudit } from "../audit/audit.service.ts";
import { listDeviceChoices } from "./device-search.repository.ts";
import type { DeviceRecord } from "./devices.repository.ts";
import { findDevice, listDevices, listRejected } from "./devices.repository.ts";
import type { Registered } from "./register.repository.ts";
import {
  countAddFailures,
  endLink,
  findPlantStart,
  findRegisteredForUpdate,
  insertLink,
  insertRegisterEntries,
} from "./register.repository.ts";

type AddBody = BodyOf<typeof endpoints.device.add>;
type RegisterBody = BodyOf<typeof endpoints.device.register>;
type ListQuery = QueryOf<typeof endpoints.device.list>;
type RejectedQuery = QueryOf<typeof endpoints.device.rejected>;

interface Actor {
  readonly scope: Scope;
  readonly address: string;
}

export type DeviceService = ReturnType<typeof createDeviceService>;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Wrong codes of an account an hour, in all and for one serial number; nobody is locked out by what others try. */
const MAX_FAILURES = { byAccount: 20, bySn: 5 };
const BODY_CHARACTERS = 4096;

const levels: Record<DeviceType, number> = { DCON: 1, SCON: 2, MCON: 2, OPT: 3, RSD: 3 };

const hashCode = (code: string): Buffer => createHash("sha256").update(code).digest();

function isCodeRight(device: Registered, code: string): boolean {
  const given = hashCode(code);
  return timingSafeEqual(device.codeHash ?? Buffer.alloc(given.length), given);
}

function toText(body: Buffer): string {
  const text = body.toString("utf8");
  return (text.includes("\uFFFD") ? body.toString("base64") : text).slice(0, BODY_CHARACTERS);
}

export function createDeviceService(deps: {
  db: Db;
  clock: Clock;
  bus: Bus;
  onPlantChanged: (plantId: string) => void;
}) {
  const { db, clock, bus, onPlantChanged } = deps;

  function toDevice(record: DeviceRecord): Device {
    const { latitude, longitude, onlineAt, updatedAt, ...rest } = record;
    const isSunDown =
      latitude !== null &&
      longitude !== null &&
      sunPosition({ latitude, longitude, at: clock.now() }).elevationDeg < 0;
    return {
      ...rest,
      isAsleep: isSunDown && record.status === "offline" && record.type !== "DCON",
      onlineAt: onlineAt?.toISOString() ?? null,
      updatedAt: updatedAt?.toISOString() ?? null,
      level: levels[record.type],
    };
  }

  async function list(scope: Scope, query: ListQuery): Promise<{ rows: Device[]; total: number }> {
    const { page, pageSize, sort, order, ...filter } = query;
    const found = await listDevices(db, scope, {
      now: new Date(clock.now()),
      filter,
      page: { sort, order, offset: (page - 1) * pageSize, limit: pageSize },
    });
    return { rows: found.rows.map(toDevice), total: found.total };
  }

  async function get(scope: Scope, deviceId: string): Promise<Device> {
    const record = await findDevice(db, scope, new Date(clock.now()), deviceId);
    if (!record) throw new AppError("A0404");
    return toDevice(record);
  }

  async function rejected(scope: Scope, query: RejectedQuery) {
    const { deviceId, page, pageSize } = query;
    const found = await listRejected(db, scope, { deviceId, offset: (page - 1) * pageSize, limit: pageSize });
    return {
      ...found,
      rows: found.rows.map((row) => ({
        ...row,
        receivedAt: row.receivedAt.toISOString(),
        body: toText(row.body),
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
    if (repeated.length > 0) throw takenRows(repeated);
    await db.transaction().execute(async (trx) => {
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
        throw takenRows(body.rows.flatMap(({ sn }, index) => (taken.includes(sn) ? [index] : [])));
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
    plant: { gridConnectionDate: string; timeZone: string },
  ): Date {
    const earliest = device.lastLinkEndAt?.getTime() ?? Number.NEGATIVE_INFINITY;
    if (body.installedAt === undefined) {
      const connectedAt = dayRange(plant.gridConnectionDate, plant.timeZone).fromAt;
      return new Date(Math.max(Math.min(connectedAt, clock.now()), earliest));
    }
    const installedAt = Date.parse(body.installedAt);
    if (installedAt < earliest || installedAt > clock.now()) {
      throw new AppError("A0400", { fields: [{ path: "installedAt", key: "field.installedAt" }] });
    }
    return new Date(installedAt);
  }

  /** Wrong code, unknown serial number and a device bound where the caller cannot see give the same answer. */
  async function findAddable(trx: Transaction, scope: Scope, body: AddBody): Promise<Registered | undefined> {
    const device = await findRegisteredForUpdate(trx, scope, body.sn);
    if (!device?.codeHash || !isCodeRight(device, body.registrationCode) || !device.isForCaller)
      return undefined;
    if (!device.openLink) return device;
    if (device.openLink.isInScope)
      throw new AppError("A0150", { fields: [{ path: "sn", key: "code.A0150" }] });
    return device.isAdopted ? device : undefined;
  }

  async function link(trx: Transaction, actor: Actor, body: AddBody, device: Registered): Promise<void> {
    const plant = await findPlantStart(trx, actor.scope, body.stationId);
    if (!plant) throw new AppError("A0404");
    const now = new Date(clock.now());
    if (device.openLink) {
      await endLink(trx, actor.scope, device.id, now);
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
    await insertLink(trx, actor.scope, {
      deviceId: device.id,
      type: device.type,
      plantId: body.stationId,
      fromAt,
      alias: body.alias,
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

  async function add(actor: Actor, body: AddBody): Promise<{ deviceId: string }> {
    const device = await db.transaction().execute(async (trx) => {
      await refuseTooMany(trx, actor.scope, body.sn);
      const found = await findAddable(trx, actor.scope, body);
      if (found) await link(trx, actor, body, found);
      return found;
    });
    if (!device) {
      // Outside the transaction above, which a refusal would have rolled back.
      await sql`insert into device_add_failures (account_id, sn, failed_at)
        values (${actor.scope.accountId ?? null}, ${body.sn}, ${new Date(clock.now())})`.execute(db);
      throw new AppError("A0240", { messageKey: "message.registrationRefused" });
    }
    bus.publish(`gateway.${body.sn}.links`, { deviceId: device.id });
    if (device.openLink) onPlantChanged(device.openLink.plantId);
    onPlantChanged(body.stationId);
    return { deviceId: device.id };
  }

  /** Forgets wrong codes that no longer count; called now and then by one process. */
  async function sweep(): Promise<void> {
    await sql`delete from device_add_failures where failed_at < ${new Date(clock.now() - DAY_MS)}`.execute(
      db,
    );
  }

  const choices = (scope: Scope) => listDeviceChoices(db, scope);

  return { list, choices, get, rejected, register, add, sweep };
}

function takenRows(indexes: readonly number[]): AppError {
  return new AppError("A0150", {
    fields: indexes.map((index) => ({ path: `rows.${index}.sn`, key: "code.A0150" as const })),
  });
}
