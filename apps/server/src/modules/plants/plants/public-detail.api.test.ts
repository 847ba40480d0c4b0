import { sunPosition, sunriseSunset } from "@heliograph/solar";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { sunTimesOf } from "./sun-times.ts";

let engines: TestEngines;
let server: TestApp;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp(engines);
});
afterAll(async () => {
  await server.close();
  await engines.close();
});

/** Values of the fields for callers who see a plant only because it is public; a new field has to be decided here. */
const shown = {
  stationId: expect.any(String),
  name: expect.any(String),
  status: "waiting",
  isAsleep: false,
  isNight: expect.any(Boolean),
  sunriseAt: expect.toSatisfy((time) => time === null || typeof time === "string"),
  powerW: null,
  efficiency: null,
  energyTodayKwh: 0,
  energyMonthKwh: 0,
  energyYearKwh: 0,
  energyTotalKwh: 0,
  isUpdating: false,
  specificYieldKwhPerKwp: 0,
  isEarningsEstimated: false,
  tags: [],
  installedCapacityKwp: 10,
  timeZone: "UTC",
  visibility: "public",
  updatedAt: null,
};
const hidden = {
  number: null,
  statusReason: null,
  alarm: null,
  pictureId: null,
  currency: null,
  createdAt: null,
  openAlarms: null,
  earningsToday: null,
};

test("shows name, power, energy and approximate location of a public plant to strangers, and no other field [R7.3]", async () => {
  const plant = await createPlant(engines.db, {
    visibility: "public",
    latitude: 52.5163,
    longitude: 13.3777,
  });
  await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  await sql`update plants set phone = '+49 30 1', address = '1 Sun Street' where id = ${plant.id}`.execute(
    engines.db,
  );
  const stranger = await createAccount(engines.db);
  const anonymous = await createSession(engines.db);
  for (const { authorization } of [anonymous, await createSession(engines.db, { accountId: stranger.id })]) {
    const query = { stationId: plant.id };
    const path = "/workData/powerStation/detail";
    const { envelope } = await server.call("GET", path, { authorization, query });
    expect(envelope.data).toEqual({
      ...shown,
      ...hidden,
      latitude: 52.5,
      longitude: 13.4,
      gridConnectionDate: null,
      installer: null,
      email: null,
      investmentAmount: null,
      tariff: null,
      personInCharge: null,
      phone: null,
      address: null,
      ownerId: null,
      ownerName: null,
      companyName: null,
      installerCompanyId: null,
      installerCompanyName: null,
      meteringLevel: "module",
      side: "DC",
      reportIntervalS: null,
      coverageToday: expect.any(Object),
      today: expect.any(String),
      firstDay: null,
      // Of the approximate place: times to the second would tell the exact one.
      sun: sunTimesOf({ latitude: 52.5, longitude: 13.4 }, envelope.data.timeZone, envelope.data.today),
      gatewayCount: null,
      onlineGatewayCount: null,
      unitCount: null,
      jump: "overview",
      jumpAddress: null,
      participantSees: null,
      participantsOperate: null,
      hiddenParts: ["earnings", "layout", "devices", "alarms", "contacts"],
      level: "public",
      mayEdit: false,
      revision: null,
      fixedFields: [],
      zones: [{ fromDay: null, timeZone: envelope.data.timeZone }],
      hasDatedZone: false,
    });
  }
  const list = (search: string) =>
    server.call("GET", "/workData/powerStation/list", { ...anonymous, query: { search } });
  expect((await list(plant.name)).envelope.data.rows).toEqual([{ ...shown, ...hidden }]);
  // A search finds nothing by a hidden field.
  expect((await list(plant.number)).envelope.data.rows).toEqual([]);
});

test("night and sleep of a public plant begin at the sunset of its approximate place", async () => {
  const [latitude, exact, rounded] = [0.02, 13.345, 13.3];
  const plant = await createPlant(engines.db, { visibility: "public", latitude, longitude: exact });
  const gateway = await createDevice(engines.db, { type: "DCON", plantId: plant.id });
  const noonAt = Date.parse(
    `${new Date(server.clock.now() + 86_400_000).toISOString().slice(0, 10)}T11:00:00Z`,
  );
  const { sunsetAt = 0 } = sunriseSunset(latitude, exact, { fromAt: noonAt, toAt: noonAt });
  const isDark = (longitude: number, at: number) =>
    sunPosition({ latitude: longitude === exact ? latitude : 0, longitude, at }).elevationDeg < 0;
  // The exact place is 0.045° to the east of the rounded one: its sun sets 11 s earlier.
  const moments = Array.from({ length: 600 }, (_, second) => sunsetAt + (second - 300) * 1000);
  const between = moments.filter((at) => isDark(exact, at) && !isDark(rounded, at));
  expect(between.length).toBeGreaterThan(8);
  const { authorization } = await createSession(engines.db);
  for (const [at, isNight] of [
    [between[4] as number, false],
    [(between.at(-1) as number) + 2000, true],
  ] as const) {
    server.clock.set(at);
    await sql`
      update gateways set is_online = true, last_heard_at = ${new Date(at)}, power_at = ${new Date(at)}, module_power_w = 5
      where device_id = ${gateway.id}`.execute(engines.db);
    const query = { stationId: plant.id };
    const { envelope } = await server.call("GET", "/workData/powerStation/detail", { authorization, query });
    const [live] = await server.services.overview.readLive(new Map([[plant.id, false]]));
    const said = { isNight: envelope.data.isNight, isAsleep: envelope.data.isAsleep, live: live?.isAsleep };
    expect(said).toEqual({ isNight, isAsleep: isNight, live: isNight });
  }
});
