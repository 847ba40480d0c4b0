import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDevice, createPlant } from "../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { readZip } from "../../../../test/zip.ts";

const ALL_COLUMNS = [
  "number",
  "status",
  "name",
  "powerW",
  "efficiency",
  "energyTodayKwh",
  "energyMonthKwh",
  "energyYearKwh",
  "energyTotalKwh",
  "specificYieldKwhPerKwp",
  "earningsToday",
  "openAlarms",
  "tags",
  "installedCapacityKwp",
  "createdAt",
  "updatedAt",
];

let stage: JobStage;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());

/** The file of an export, after it has run. */
async function write(caller: JobCaller, body: object): Promise<Buffer> {
  const jobId = await caller.start(body);
  await stage.work();
  expect(await caller.job(jobId)).toMatchObject({ state: "done" });
  return (await caller.file(jobId)).rawPayload;
}

async function readLines(caller: JobCaller, body: object): Promise<string[]> {
  return (await write(caller, body)).toString("utf8").split("\r\n").slice(0, -1);
}

const addPlant = (caller: JobCaller, name: string) =>
  createPlant(stage.db, { ownerId: caller.account.id, name, installedCapacityKwp: 12.5 });

test("writes the caller's plants as CSV: its columns, order and language, formulas as text", async () => {
  const caller = await stage.createCaller();
  await stage.createCaller();
  const plant = await addPlant(caller, '=HYPERLINK("x")');
  await sql`update plants set name = 'Barn, west' where id = ${caller.plant.id}`.execute(stage.db);
  expect(await readLines(caller, { columns: ["name", "installedCapacityKwp"], sort: "name" })).toEqual([
    "\uFEFFName,Capacity (kWp)",
    '"\'=HYPERLINK(""x"")",12.5',
    '"Barn, west",10',
  ]);
  expect(
    await readLines(caller, {
      columns: ["installedCapacityKwp", "name"],
      sort: "name",
      order: "desc",
      search: "barn",
    }),
  ).toEqual(["\uFEFFCapacity (kWp),Name", '10,"Barn, west"']);
  expect(await readLines(caller, { columns: ["number"], stationIds: [plant.id] })).toEqual([
    "\uFEFFNumber",
    plant.number,
  ]);
  expect(await readLines(caller, { columns: ["status"], status: "fault" })).toEqual([
    "\uFEFFStatus,Status reason",
  ]);
  await sql`insert into plant_tags (plant_id, tag) values (${plant.id}, 'North'), (${plant.id}, 'A 2')`.execute(
    stage.db,
  );
  expect(await readLines(caller, { columns: ["name", "tags"], tag: "North", minCapacityKwp: 12 })).toEqual([
    "\uFEFFName,Tags",
    '"\'=HYPERLINK(""x"")","A 2, North"',
  ]);
  expect(await readLines(caller, { columns: ["name"], maxCapacityKwp: 12 })).toEqual([
    "\uFEFFName",
    '"Barn, west"',
  ]);
});

test("writes the same values as the list, also of plants beyond one step", async () => {
  const caller = await stage.createCaller();
  await sql`
    insert into plants (number, name, installed_capacity_kwp, grid_connection_date, time_zone, currency, owner_id, company_id)
    select 'X' || lpad(n::text, 7, '0'), 'Block ' || n, n, '2020-01-01', 'UTC', 'EUR', ${caller.account.id}, company_id
    from accounts cross join generate_series(1, 1100) n where id = ${caller.account.id}`.execute(stage.db);
  const later = new Date(stage.clock.now() + 3_600_000);
  await sql`
    insert into plant_energies (plant_key, day_ends_at, month_ends_at, year_ends_at, today_wh, month_wh, year_wh, total_wh,
      backfilled_today_wh, estimated_today_wh, implausible_today_wh, resets_today, measured_windows)
    select key, ${later}, ${later}, ${later}, 1000, 2000, 3000, 4000 + key, 0, 0, 0, 0, '{}'
    from plants where owner_id = ${caller.account.id}`.execute(stage.db);
  const jobId = await caller.start({ columns: ALL_COLUMNS, sort: "installedCapacityKwp" });
  await stage.work();
  expect(await caller.job(jobId)).toMatchObject({ state: "done", done: 1_101, total: 1_101 });
  const lines = (await caller.file(jobId)).body.split("\r\n").slice(1, -1);
  expect(lines).toHaveLength(1_101);
  const { data } = await caller.get("/workData/powerStation/list", {
    sort: "installedCapacityKwp",
    pageSize: 100,
  });
  expect(lines.slice(0, 100)).toEqual(
    data.rows.map((row: Record<string, unknown>) =>
      ALL_COLUMNS.flatMap((column) => {
        if (column === "earningsToday") return [row.earningsToday, row.currency];
        if (column === "status") return ["Waiting for gateway", "No gateway has connected yet"];
        return [row[column] ?? ""];
      }).join(),
    ),
  );
});

test("leaves out the power and efficiency of a sleeping plant, whether its gateway reports zeros or nothing", async () => {
  const caller = await stage.createCaller();
  const now = stage.clock.now();
  // Where the sun is highest now.
  const noonDeg = -15 * (new Date(now).getUTCHours() - 12);
  for (const [name, longitude, powerW] of [
    ["Zeros", noonDeg - 180, 0],
    ["Nothing", noonDeg - 180, null],
    ["Sunny", noonDeg, 0],
  ] as const) {
    const place = { latitude: 0, longitude: ((longitude + 540) % 360) - 180 };
    const plant = await createPlant(stage.db, {
      ownerId: caller.account.id,
      meteringLevel: "string",
      name,
      ...place,
    });
    const gateway = await createDevice(stage.db, { type: "DCON", plantId: plant.id });
    const reportedAt = new Date(now - 1_000);
    await sql`update gateways set is_online = true, last_heard_at = ${reportedAt}, power_at = ${reportedAt},
      string_power_w = ${powerW}::float8 where device_id = ${gateway.id}`.execute(stage.db);
  }
  await sql`delete from plants where id = ${caller.plant.id}`.execute(stage.db);
  expect(
    await readLines(caller, { columns: ["name", "status", "powerW", "efficiency"], sort: "name" }),
  ).toEqual([
    "\uFEFFName,Status,Status reason,Power (W),Efficiency (%)",
    "Nothing,Normal (sleeping),,,",
    "Sunny,Normal,,0,0",
    "Zeros,Normal (sleeping),,,",
  ]);
});

test("says behind a status what decides it: the alarm with its unit and time, or the reason", async () => {
  const caller = await stage.createCaller();
  const reportedAt = new Date(stage.clock.now() - 1_000);
  const gatewayOf = async (plantId: string): Promise<string> => {
    const gateway = await createDevice(stage.db, { type: "DCON", plantId });
    await sql`update gateways set is_online = true, last_heard_at = ${reportedAt} where device_id = ${gateway.id}`.execute(
      stage.db,
    );
    return gateway.id;
  };
  const plant = await createPlant(stage.db, { ownerId: caller.account.id, name: "Barn", timeZone: "UTC" });
  for (const [alias, faultCode] of [
    ["Row 1", "10"],
    ["Row 2", "M-77"],
  ] as const) {
    const name = `Alarm ${faultCode}`;
    const { id: plantId } = await createPlant(stage.db, {
      ownerId: caller.account.id,
      name,
      timeZone: "UTC",
    });
    await gatewayOf(plantId);
    const { id } = await createDevice(stage.db, { type: "OPT", plantId });
    await sql`update devices set alias = ${alias} where id = ${id}`.execute(stage.db);
    await sql`
      insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at)
      values (${plantId}, ${id}, 'device', ${faultCode}, 'fault', '2026-01-05T14:02:00Z', now())`.execute(
      stage.db,
    );
  }
  await gatewayOf(plant.id);
  await sql`delete from plants where id = ${caller.plant.id}`.execute(stage.db);
  const waiting = await createPlant(stage.db, { ownerId: caller.account.id, name: "Waiting" });
  await createDevice(stage.db, { type: "DCON", plantId: waiting.id });
  expect(await readLines(caller, { columns: ["name", "status"], sort: "name" })).toEqual([
    "\uFEFFName,Status,Status reason",
    "Alarm 10,Fault,Row 1: AC overvoltage since 5 January 2026 at 14:02",
    "Alarm M-77,Fault,Row 2: Unknown fault code M-77 since 5 January 2026 at 14:02",
    "Barn,Normal,",
    "Waiting,Waiting for gateway,No gateway has connected yet",
  ]);
});

test("leaves out the energy and earnings of a plant that has never reported, as the list does", async () => {
  const caller = await stage.createCaller();
  const plant = await createPlant(stage.db, { ownerId: caller.account.id, name: "Without sun" });
  const gateway = await createDevice(stage.db, { type: "DCON", plantId: plant.id });
  await sql`update gateways set power_at = ${new Date(stage.clock.now())} where device_id = ${gateway.id}`.execute(
    stage.db,
  );
  await sql`update plants set name = 'New' where id = ${caller.plant.id}`.execute(stage.db);
  const energies = ["energyTodayKwh", "energyMonthKwh", "energyYearKwh", "energyTotalKwh"];
  const columns = ["name", ...energies, "specificYieldKwhPerKwp", "earningsToday"];
  expect((await readLines(caller, { columns, sort: "name" })).slice(1)).toEqual([
    "New,,,,,,,EUR",
    "Without sun,0,0,0,0,0,0,EUR",
  ]);
});

test("writes text as text and numbers as numbers in xlsx, in the caller's language", async () => {
  const caller = await stage.createCaller();
  await sql`update plants set name = '=1+1 <屋顶>' where id = ${caller.plant.id}`.execute(stage.db);
  const { envelope } = await stage.app.call("POST", "/workData/powerStation/export", {
    authorization: caller.authorization,
    headers: { "accept-language": "zh-CN" },
    body: { format: "xlsx", fileName: "电站", columns: ["name", "installedCapacityKwp"] },
  });
  await stage.work();
  const { jobId } = envelope.data;
  expect(await caller.job(jobId)).toMatchObject({ state: "done", title: "电站.xlsx" });
  const file = await caller.file(jobId);
  expect(file.headers["content-disposition"]).toBe(
    `attachment; filename="__.xlsx"; filename*=UTF-8''${encodeURIComponent("电站.xlsx")}`,
  );
  const parts = readZip(file.rawPayload);
  const sheet = parts.get("xl/worksheets/sheet1.xml");
  expect(sheet).not.toContain("<f>");
  expect(sheet).toMatch(/<c r="A2"[^>]* t="s"><v>\d+<\/v>/);
  expect(sheet).toMatch(/<c r="B2"[^>]*><v>10<\/v>/);
  const texts = parts.get("xl/sharedStrings.xml");
  for (const text of ["名称", "装机容量 (kWp)", "=1+1 &lt;屋顶&gt;"]) expect(texts).toContain(text);
});

test("refuses chosen plants of others, names that file systems refuse, and unknown columns", async () => {
  const [caller, other] = [await stage.createCaller(), await stage.createCaller()];
  expect((await caller.export({ stationIds: [caller.plant.id, other.plant.id] })).code).toBe("A0404");
  for (const body of [{ fileName: "a/b" }, { fileName: "..." }, { columns: [] }, { columns: ["email"] }])
    expect((await caller.export(body)).code).toBe("A0400");
  expect((await caller.list()).total).toBe(0);
});
