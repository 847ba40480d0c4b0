import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { TestApp } from "../../../../test/app.ts";
import { createTestApp } from "../../../../test/app.ts";
import type { TestEngines } from "../../../../test/engines.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createAccount, createDevice, createPlant, createSession } from "../../../../test/fixtures.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import { createZoneChangeJob } from "./zone-change-job.ts";

// Noon in UTC, and in Auckland already the next day.
const NOW = Date.parse("2026-06-21T13:00:00Z");
const TODAY = "2026-06-22";

let engines: TestEngines;
let server: TestApp;
let plant: Awaited<ReturnType<typeof createPlant>>;
let authorization: string;

beforeAll(async () => {
  engines = await openTestEngines();
  server = await createTestApp({ ...engines, startAt: NOW });
});
afterAll(async () => {
  server.services.plantLive.stop();
  await server.close();
  await engines.close();
});
beforeEach(async () => {
  const owner = await createAccount(engines.db);
  const { id: ownerId } = owner;
  plant = await createPlant(engines.db, {
    ownerId,
    timeZone: "Pacific/Auckland",
    gridConnectionDate: "2024-05-01",
  });
  ({ authorization } = await createSession(engines.db, { accountId: ownerId }));
  await createDevice(engines.db, { type: "DCON", plantId: plant.id });
});

async function detail() {
  const query = { stationId: plant.id };
  return (await server.call("GET", "/workData/powerStation/detail", { authorization, query })).envelope.data;
}

async function update(changes: object, revision?: string) {
  const body = { stationId: plant.id, revision: revision ?? (await detail()).revision, ...changes };
  return (await server.call("POST", "/workData/powerStation/update", { authorization, body })).envelope;
}

const problemsOf = (envelope: { data: { fields: { path: string; message: string }[] } }) =>
  envelope.data.fields;

async function readRecount() {
  const { rows } = await sql<{ fromDay: string; toDay: string }>`
    select from_day as "fromDay", to_day as "toDay" from day_recounts where plant_key = ${plant.key}`.execute(
    engines.db,
  );
  return rows;
}

test("changes the zone of a plant with devices starting at a day, has its days counted again and records both zones", async () => {
  expect(await detail()).toMatchObject({
    hasDatedZone: true,
    fixedFields: ["gridConnectionDate"],
    zones: [{ fromDay: null, timeZone: "Pacific/Auckland" }],
  });
  const changed = await update({ timeZone: "Asia/Tokyo", timeZoneFrom: "2026-06-10" });
  expect(changed.code).toBe("0");
  expect(await detail()).toMatchObject({
    timeZone: "Asia/Tokyo",
    today: "2026-06-21",
    revision: changed.data.revision,
    zones: [
      { fromDay: null, timeZone: "Pacific/Auckland" },
      { fromDay: "2026-06-10", timeZone: "Asia/Tokyo" },
    ],
  });
  expect(await readRecount()).toEqual([{ fromDay: "2026-06-08", toDay: TODAY }]);
  const { rows } = await sql`
    select original, new from audit where plant_id = ${plant.id} and type = 'station.update'`.execute(
    engines.db,
  );
  expect(rows).toEqual([
    {
      original: { timeZone: "Pacific/Auckland" },
      new: { timeZone: "Asia/Tokyo", timeZoneFrom: "2026-06-10" },
    },
  ]);
});

test("asks for the day, refuses one before the grid connection date and more than 366 days ahead, and unknown zones", async () => {
  expect(problemsOf(await update({ timeZone: "Asia/Tokyo" }))).toEqual([
    expect.objectContaining({ path: "timeZoneFrom" }),
  ]);
  for (const timeZoneFrom of ["2024-04-30", "2027-06-24"])
    expect(problemsOf(await update({ timeZone: "Asia/Tokyo", timeZoneFrom }))).toEqual([
      { path: "timeZoneFrom", message: "Select a day from 2024-05-01 to 2027-06-23." },
    ]);
  expect(problemsOf(await update({ timeZone: "Mars/Base", timeZoneFrom: TODAY }))).toEqual([
    expect.objectContaining({ path: "timeZone" }),
  ]);
  expect((await detail()).timeZone).toBe("Pacific/Auckland");
});

test("has had no other zone when a change holds from the grid connection date", async () => {
  await update({ timeZone: "Asia/Tokyo", timeZoneFrom: "2026-06-10" });
  expect((await update({ timeZone: "Asia/Seoul", timeZoneFrom: "2024-05-01" })).code).toBe("0");
  expect((await detail()).zones).toEqual([{ fromDay: null, timeZone: "Asia/Seoul" }]);
});

test("waits with a change in the future until its day begins, and shows the zone then", async () => {
  await update({ timeZone: "Asia/Tokyo", timeZoneFrom: "2026-07-01" });
  expect(await detail()).toMatchObject({ timeZone: "Pacific/Auckland", today: TODAY });
  const clock = createVirtualClock(NOW);
  const shown: string[] = [];
  const job = createZoneChangeJob({
    db: engines.db,
    clock,
    logger: createLogger({ logLevel: "silent" }),
    onPlantChanged: (plantId) => shown.push(plantId),
  });
  const beginsAt = Date.parse("2026-06-30T15:00:00Z");
  clock.advance(beginsAt - 1 - NOW);
  await job.check();
  expect((await detail()).timeZone).toBe("Pacific/Auckland");
  clock.advance(1);
  await job.check();
  await job.check();
  expect((await detail()).timeZone).toBe("Asia/Tokyo");
  expect(shown.filter((plantId) => plantId === plant.id)).toHaveLength(1);
});

test("replaces and withdraws a change that has not begun, and changes nothing for the same one again", async () => {
  await update({ timeZone: "Asia/Tokyo", timeZoneFrom: "2026-07-01" });
  await update({ timeZone: "Asia/Seoul", timeZoneFrom: "2026-06-25" });
  const zones = [
    { fromDay: null, timeZone: "Pacific/Auckland" },
    { fromDay: "2026-06-25", timeZone: "Asia/Seoul" },
  ];
  const replaced = await detail();
  expect(replaced.zones).toEqual(zones);
  const same = await update({ timeZone: "Asia/Seoul", timeZoneFrom: "2026-06-25" });
  expect(same.data.revision).toBe(replaced.revision);
  expect((await update({ timeZone: "Pacific/Auckland", timeZoneFrom: "2026-06-25" })).code).toBe("0");
  expect((await detail()).zones).toEqual([{ fromDay: null, timeZone: "Pacific/Auckland" }]);
});

test("refuses a change over another user's, and more zones than a plant may have", async () => {
  const { revision } = await detail();
  await update({ timeZone: "Asia/Tokyo", timeZoneFrom: "2026-06-10" });
  expect((await update({ timeZone: "Asia/Seoul", timeZoneFrom: "2026-06-11" }, revision)).code).toBe("A0440");
  for (let day = 11; day < 29; day += 1)
    await update({ timeZone: day % 2 ? "Asia/Seoul" : "Asia/Tokyo", timeZoneFrom: `2026-06-${day}` });
  expect((await detail()).zones).toHaveLength(20);
  expect(problemsOf(await update({ timeZone: "Asia/Dubai", timeZoneFrom: "2026-06-30" }))).toEqual([
    { path: "timeZoneFrom", message: "A plant can have at most 20 time zones over time." },
  ]);
});

test("names a change of zone among the reasons for figures of its days, those before its entry included", async () => {
  await update({ timeZone: "Asia/Tokyo", timeZoneFrom: "2026-06-10" });
  const list = async (fromDay: string, toDay: string) => {
    const query = { stationId: plant.id, fromDay, toDay };
    const { envelope } = await server.call("GET", "/workData/powerStation/figureChanges", {
      authorization,
      query,
    });
    return (envelope.data.rows as { kind: string; day: string }[]).filter(({ kind }) => kind === "zone");
  };
  expect(await list("2026-06-01", "2026-06-30")).toEqual([
    {
      kind: "zone",
      day: "2026-06-10",
      at: new Date(NOW).toISOString(),
      fromDay: "2026-06-10",
      timeZone: "Asia/Tokyo",
    },
  ]);
  expect((await list("2026-06-15", "2026-06-15")).map(({ day }) => day)).toEqual(["2026-06-15"]);
  expect((await list("2026-06-09", "2026-06-09")).map(({ day }) => day)).toEqual(["2026-06-09"]);
  expect(await list("2026-06-01", "2026-06-08")).toEqual([]);
  expect(await list("2026-06-23", "2026-06-30")).toEqual([]);
});
