import type { DeviceStatusReason, LiveMessage, PlantStatusReason } from "@heliograph/contract";
import {
  DEVICE_STATUS_BY_REASON,
  deviceStatus,
  PLANT_STATUS_BY_REASON,
  plantStatus,
} from "@heliograph/contract";
import { sql } from "kysely";
import { describe, expect, it, onTestFinished } from "vitest";
import { createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { writeLatest } from "../../../../test/latest-values.ts";
import { openTestStage } from "../../../../test/stage.ts";

const { engines, server } = await openTestStage();

const INTERVAL_S = 60;

/** State of a plant with one gateway and one unit below it; by default both have just reported. */
interface Case {
  readonly isConnected?: boolean;
  /** Seconds since the gateway's last report; null: never. */
  readonly heardS?: number | null;
  readonly sampleS?: number;
  readonly powerS?: number;
  readonly isDown?: boolean;
  readonly unitStatus?: number;
  readonly alarm?: { readonly severity: "fault" | "alarm" | "warning"; readonly isGone?: boolean };
  readonly plant: PlantStatusReason;
  readonly gateway: DeviceStatusReason;
  readonly unit: DeviceStatusReason;
  readonly powerW?: number | null;
}

const offline = { plant: "disconnected", gateway: "disconnected", unit: "disconnected" } as const;
const silent = { plant: "silent", gateway: "silent", unit: "silent" } as const;
const healthy = { plant: "none", gateway: "none", unit: "none" } as const;

const cases: Record<string, Case> = {
  "reports just now": { ...healthy },
  "a gateway that was never heard": {
    ...offline,
    isConnected: false,
    heardS: null,
    plant: "never-connected",
  },
  "a gateway without a session": { ...offline, isConnected: false, heardS: 1 },
  "a gateway heard 179 s ago": { ...healthy, heardS: 179 },
  "a gateway heard 180 s ago": { ...silent, heardS: 180 },
  "a unit whose last sample is 179 s old": { ...healthy, sampleS: 179 },
  "a unit whose last sample is 180 s old": { ...healthy, sampleS: 180, unit: "no-samples" },
  "a unit reported down": { ...healthy, isDown: true, unit: "unit-down" },
  "a power measured 119 s ago": { ...healthy, powerS: 119 },
  "a power measured 120 s ago": { ...healthy, powerS: 120, powerW: null },
  "a unit in status 7": { ...healthy, unitStatus: 7, plant: "unit-fault", unit: "unit-fault" },
  "an active fault": { ...healthy, alarm: { severity: "fault" }, plant: "fault-alarm", unit: "fault-alarm" },
  "an active threshold alarm": {
    ...healthy,
    alarm: { severity: "alarm" },
    plant: "threshold-alarm",
    unit: "threshold-alarm",
  },
  "an active warning": {
    ...healthy,
    alarm: { severity: "warning" },
    plant: "warning-alarm",
    unit: "warning-alarm",
  },
  "an alarm whose condition is gone": { ...healthy, alarm: { severity: "fault", isGone: true } },
  "a fault behind a silent gateway": { ...silent, heardS: 181, unitStatus: 7, alarm: { severity: "fault" } },
};

async function createCase(state: Case) {
  const { db } = engines;
  const now = server.clock.now();
  const ago = (seconds: number | null) => (seconds === null ? null : new Date(now - seconds * 1000));
  const plant = await createPlant(db, { meteringLevel: "module", installedCapacityKwp: 10 });
  const gateway = await createDevice(db, { type: "DCON", plantId: plant.id });
  const unit = await createDevice(db, { type: "OPT", plantId: plant.id, parentId: gateway.id });
  await sql`
    update gateways set report_interval_s = ${INTERVAL_S}, is_online = ${state.isConnected ?? true},
      last_heard_at = ${ago(state.heardS === undefined ? 0 : state.heardS)}, power_at = ${ago(state.powerS ?? 0)},
      module_power_w = 1000
    where device_id = ${gateway.id}`.execute(db);
  await sql`
    update device_states set down_at = ${state.isDown ? ago(0) : null}, unit_status = ${state.unitStatus ?? 4}
    where device_id = ${unit.id}`.execute(db);
  await writeLatest(db, [unit.id], { at: new Date(now - (state.sampleS ?? (state.isDown ? 1 : 0)) * 1000) });
  if (state.alarm) {
    const { severity, isGone } = state.alarm;
    await sql`
      insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at, gone_at)
      values (${plant.id}, ${unit.id}, ${severity === "alarm" ? "threshold" : "device"}, '1', ${severity}, ${ago(60)},
        ${ago(60)}, ${isGone ? ago(30) : null})`.execute(db);
  }
  const { authorization } = await createSession(db, { accountId: plant.ownerId });
  const read = async (path: string, query: object = {}) =>
    (await server.call("GET", path, { authorization, query })).envelope.data;
  return { plant, gateway, unit, read };
}

type Setup = Awaited<ReturnType<typeof createCase>>;

/** The statuses under whose filter a list has the row. */
async function listStatuses(statuses: readonly string[], countRows: (status: string) => Promise<number>) {
  const counts = await Promise.all(
    statuses.map(async (status) => [status, await countRows(status)] as const),
  );
  return counts.flatMap(([status, total]) => (total > 0 ? [status] : []));
}

async function receiveLive(plantId: string): Promise<Extract<LiveMessage, { type: "plant" }>> {
  const { promise, resolve } = Promise.withResolvers<Extract<LiveMessage, { type: "plant" }>>();
  onTestFinished(server.services.plantLive.watch(plantId, resolve));
  server.services.plantLive.notifyChanged(plantId);
  return await promise;
}

describe("status and reason", () => {
  it.each(Object.entries(cases))(
    "agree in list, filter, detail, totals and live stream: %s [R3.11]",
    async (_title, state) => {
      const setup = await createCase(state);
      const { plant, read } = setup;
      const status = PLANT_STATUS_BY_REASON[state.plant];
      const powerW = state.powerW === undefined ? 1000 : state.powerW;
      const expected = { status, powerW };
      const [list, detail, totals, live, filtered] = await Promise.all([
        read("/workData/powerStation/list"),
        read("/workData/powerStation/detail", { stationId: plant.id }),
        read("/index/overview"),
        receiveLive(plant.id),
        listStatuses(
          plantStatus.options,
          async (wanted) => (await read("/workData/powerStation/list", { status: wanted })).total,
        ),
      ]);
      expect(list.rows).toEqual([expect.objectContaining({ ...expected, statusReason: state.plant })]);
      expect(detail).toMatchObject({ ...expected, statusReason: state.plant });
      expect(live).toMatchObject(expected);
      expect(totals).toMatchObject({ powerW: powerW ?? 0, countByStatus: { [status]: 1 } });
      expect(filtered).toEqual([status]);
      await expectDevice(setup, setup.gateway.id, state.gateway);
      await expectDevice(setup, setup.unit.id, state.unit);
    },
  );
});

async function expectDevice({ read }: Setup, deviceId: string, reason: DeviceStatusReason): Promise<void> {
  const status = DEVICE_STATUS_BY_REASON[reason];
  const communicationStatus = status === "offline" ? "offline" : "online";
  const expected = { deviceId, status, statusReason: reason, communicationStatus };
  const listed = async (query: object = {}) =>
    (await read("/workData/device/list", query)).rows.filter(
      (row: { deviceId: string }) => row.deviceId === deviceId,
    );
  expect(await listed()).toEqual([expect.objectContaining(expected)]);
  expect(await read("/workData/device/detail", { deviceId })).toMatchObject(expected);
  const filters = ["online", ...deviceStatus.options];
  const filtered = await listStatuses(filters, async (wanted) => (await listed({ status: wanted })).length);
  expect(filtered).toEqual(status === "offline" ? ["offline"] : ["online", status]);
}

it("has no reason for callers who see a plant only because it is public", async () => {
  const plant = await createPlant(engines.db, { visibility: "public" });
  const { authorization } = await createSession(engines.db);
  const query = { stationId: plant.id };
  const { envelope } = await server.call("GET", "/workData/powerStation/detail", { authorization, query });
  expect(envelope.data).toMatchObject({ status: "waiting", statusReason: null });
});
