import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { computeEarnings, setTariffs, writeWindows } from "../../../../test/earnings.ts";
import { createAccount, createDevice, createGrant, createPlant } from "../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { writePlantDays } from "../../../../test/metering.ts";
import { hasPdfReader, readPdfText } from "../../../../test/pdf.ts";
import type { ReportCaller } from "../../../../test/reports.ts";
import {
  createReport,
  june,
  MONTH,
  openReportCaller,
  produceAtNoon,
  readReport,
} from "../../../../test/reports.ts";
import { readZip } from "../../../../test/zip.ts";

const withoutEnergy =
  "A selected plant no longer exists, or does not show you its energy. Remove it from the selection.";

let stage: JobStage;
let owner: JobCaller;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());
beforeEach(async () => {
  owner = await stage.createCaller();
});

const produce = (plantKey: number, energyWhByDay: Readonly<Record<string, number>>) =>
  produceAtNoon(stage, plantKey, energyWhByDay);
const readText = (caller: ReportCaller, body: object) => readReport(stage, caller, body);

test.skipIf(!hasPdfReader)(
  "a month of a plant has its energies, yield, earnings, alarms, and days without data",
  async () => {
    const { plant } = owner;
    await produce(plant.key, june);
    const device = await createDevice(stage.db, { type: "OPT", plantId: plant.id });
    for (const [code, at, resolvedAt] of [
      ["OPT-101", "2026-06-04T10:00:00Z", "2026-06-06T10:00:00Z"],
      ["OPT-102", "2026-05-30T10:00:00Z", null],
      ["OPT-103", "2026-07-01T00:00:00Z", null],
    ])
      await sql`
      insert into alarms (plant_id, device_id, kind, fault_code, severity, first_at, last_at, status, resolved_at)
      values (${plant.id}, ${device.id}, 'device', ${code}, 'alarm', ${at}, ${at},
        ${resolvedAt === null ? "unresolved" : "resolved"}, ${resolvedAt})`.execute(stage.db);
    const text = await readText(owner, { stationId: plant.id });
    for (const expected of [
      plant.name,
      "Monthly report · June 2026",
      "10.00 kWp",
      "UTC",
      "75.5 kWh",
      "7.55 kWh/kWp",
      // 75.5 kWh × 0.96 × 0.25.
      "EUR 18.12",
      "estimated",
      "3 of 29 days with data",
      "30.0 kWh",
      "(OPT-101)",
    ])
      expect(text.replaceAll("\u00a0", " ")).toContain(expected);
    expect(text).toMatch(/No data on 26 days, among them: 4 Jun 2026/);
    expect(text).toMatch(/(?<!\d)4 Jun 2026 – – – – No data/);
    expect(text).toMatch(/Unresolved at the end: 1/);
    expect(text).not.toContain("OPT-102");
    expect(text).not.toContain("OPT-103");
  },
);

test.skipIf(!hasPdfReader)(
  "a day has hours and its own energy, and a year its months; a corrected day counts",
  async () => {
    const { plant } = owner;
    await produce(plant.key, { ...june, "2026-05-01": 8_000 });
    await owner.post("/workData/powerStation/correction/add", {
      stationId: plant.id,
      day: "2026-06-03",
      energyKwh: 28,
    });
    const day = await readText(owner, { stationId: plant.id, kind: "day", period: "2026-06-03" });
    expect(day).toMatch(/Wednesday,? 3 June 2026/);
    expect(day).toContain("28.0 kWh");
    expect(day).toContain("Power per hour");
    expect(day).toMatch(/3 Jun 2026 Manual 30\.00 28\.00 -2\.00/);
    const year = await readText(owner, { stationId: plant.id, kind: "year", period: "2026" });
    expect(year).toContain("Annual report · 2026");
    expect(year).toMatch(/May 2026 8\.00/);
    expect(year).toMatch(/June 2026 73\.50 7\.35 .*1 day corrected/);
    expect(year).toMatch(/January 2026 –/);
  },
);

test.skipIf(!hasPdfReader)(
  "energy without a price is named and not valued; participants see earnings only where the plant shows them",
  async () => {
    const { plant } = owner;
    await setTariffs(stage.engines, plant.id, {
      "2020-01-01": { method: "time", periods: [{ start: "00:00", end: "06:00", price: "0.3" }] },
    });
    await produce(plant.key, june);
    const whole = (await readText(owner, { stationId: plant.id })).replaceAll("\u00a0", " ");
    expect(whole).toContain("EUR 0.00");
    expect(whole).toContain("75.5 kWh not priced");
    const account = await createAccount(stage.db);
    await createGrant(stage.db, {
      plantId: plant.id,
      accountId: account.id,
      level: "participant",
      invitedBy: owner.account.id,
    });
    const show = (parts: readonly string[]) =>
      sql`update plants set settings = ${JSON.stringify({ participantSees: parts })}::jsonb where id = ${plant.id}`.execute(
        stage.db,
      );
    const participant = await openReportCaller(stage, account.id);
    await show(["energy"]);
    const part = await readText(participant, { stationId: plant.id });
    expect(part).toContain("75.5 kWh");
    expect(part).not.toContain("EUR");
    expect(part).not.toContain("Most frequent alarms");
    expect(part).toContain("Earnings are not shown");
    await show(["earnings"]);
    expect((await participant.post("/report/create", { ...MONTH, stationId: plant.id })).code).toBe("A0404");
    const chosen = await participant.post("/report/create", { ...MONTH, stationIds: [plant.id] });
    expect(chosen.data.fields).toEqual([{ path: "stationIds", message: withoutEnergy }]);
  },
);

test.skipIf(!hasPdfReader)(
  "a portfolio ranks plants by specific yield, adds no currencies, and never counts missing data as zero",
  async () => {
    const { account, plant } = owner;
    const large = await createPlant(stage.db, {
      ownerId: account.id,
      name: "Large",
      installedCapacityKwp: 100,
      currency: "CNY",
    });
    await createPlant(stage.db, { ownerId: account.id, name: "Silent", installedCapacityKwp: 50 });
    const foreign = await createPlant(stage.db, { name: "Foreign" });
    await produce(plant.key, june);
    await produce(large.key, { "2026-06-02": 500_000 });
    await produce(foreign.key, { "2026-06-02": 900_000 });
    await sql`insert into plant_tags (plant_id, tag) values (${large.id}, 'North')`.execute(stage.db);
    expect(await readText(owner, {})).toContain("are still being processed");
    await computeEarnings(stage, [plant.key, large.key, foreign.key]);
    const text = (await readText(owner, {})).replaceAll("\u00a0", " ");
    expect(text).toContain("All plants");
    expect(text).toContain("575.5 kWh");
    // 575.5 kWh ÷ 110 kWp of the two plants with data.
    expect(text).toContain("5.23 kWh/kWp");
    expect(text).toContain("2 of 3 plants with data");
    expect(text).toContain("CNY 120.00");
    expect(text).toContain("EUR 18.12");
    expect(text).toMatch(new RegExp(`1 ${plant.name}[\\s\\S]*2 Large[\\s\\S]*– Silent 50\\.00 – –`));
    expect(text).not.toContain("Foreign");
    expect(text).not.toContain("are still being processed");
    const day = await readText(owner, { kind: "day", period: "2026-06-03" });
    expect(day.replaceAll("\u00a0", " ")).toContain("EUR 7.20");
    expect(day).toMatch(/– Large 100\.00 – – – CNY/);
    const tagged = await readText(owner, { tag: "North" });
    expect(tagged).toContain("Plants tagged North");
    expect(tagged).not.toContain(plant.name);
    const chosen = await readText(owner, { stationIds: [plant.id, large.id] });
    expect(chosen).toContain("Selected plants");
    expect(chosen.replaceAll("\u00a0", " ")).toContain("575.5 kWh");
    expect(chosen).not.toContain("Silent");
    expect(chosen).not.toContain("no longer visible");
  },
);

test.skipIf(!hasPdfReader)(
  "a report of selected plants leaves out, and says so, what the account no longer sees when it is written",
  async () => {
    const { account, plant } = owner;
    const lent = await createPlant(stage.db, { name: "Lent" });
    const { id: grantId } = await createGrant(stage.db, {
      plantId: lent.id,
      accountId: account.id,
      level: "participant",
      invitedBy: lent.ownerId,
    });
    await produce(plant.key, june);
    await produce(lent.key, { "2026-06-02": 900_000 });
    const wanted = { ...MONTH, stationIds: [plant.id, lent.id] };
    expect(await readText(owner, wanted)).toContain("Lent");
    const { data } = await owner.post("/report/create", wanted);
    await sql`update plant_grants set state = 'ended' where id = ${grantId}`.execute(stage.db);
    await stage.work();
    const text = readPdfText((await owner.file(data.jobId)).rawPayload);
    expect(text).not.toContain("Lent");
    expect(text).toContain("1 selected plant is no longer visible to you and is not in this report.");
    expect(text).toContain("75.5 kWh");
    const refused = await owner.post("/report/create", wanted);
    expect(refused.code).toBe("A0400");
    expect(refused.data.fields).toEqual([{ path: "stationIds", message: withoutEnergy }]);
    const none = await owner.post("/report/create", { ...MONTH, stationIds: [] });
    expect(none.code).toBe("A0400");
  },
);

test.skipIf(!hasPdfReader)("a day with reports at night only is a day without data", async () => {
  const { plant } = owner;
  await sql`update plants set latitude = 45, longitude = 0 where id = ${plant.id}`.execute(stage.db);
  const night = new Map([[Date.parse("2026-06-04T00:30:00Z"), 0]]);
  await writeWindows(stage.engines, { plantKey: plant.key, level: "module" }, night);
  await writePlantDays(stage.engines, plant.key, { "2026-06-04": 0 });
  await produce(plant.key, june);
  const text = await readText(owner, { stationId: plant.id });
  expect(text.replaceAll("\u00a0", " ")).toContain("3 of 29 days with data");
  expect(text).toMatch(/(?<!\d)4 Jun 2026 – – – – No data/);
  await computeEarnings(stage, [plant.key]);
  // As many days with data as the report of the plant alone has.
  expect(await readText(owner, {})).toMatch(/ 3 \/ 29 /);
});

test("a workbook has the figures of the same report as numbers", async () => {
  await produce(owner.plant.key, june);
  const file = await createReport(stage, owner, {
    stationId: owner.plant.id,
    format: "xlsx",
    language: "zh-cn",
  });
  const files = readZip(file.rawPayload);
  expect(files.get("xl/workbook.xml")).toContain("每日数据");
  expect(files.get("xl/worksheets/sheet3.xml")).toContain("<v>25.5</v>");
  expect(files.get("xl/charts/chart1.xml")).toContain("每日发电量");
  expect(decodeURIComponent(String(file.headers["content-disposition"]))).toContain("月报 2026-06.xlsx");
});

test("refuses a plant of others, a period of another form, and one that has not begun", async () => {
  const foreign = await createPlant(stage.db, { visibility: "public" });
  const codeOf = async (body: object) => (await owner.post("/report/create", { ...MONTH, ...body })).code;
  expect(await codeOf({ stationId: foreign.id })).toBe("A0404");
  for (const change of [
    { period: "2026" },
    { period: "2026-13" },
    { period: "2199-01" },
    { kind: "week" },
    { format: "csv" },
    { language: "fr" },
  ])
    expect(await codeOf({ stationId: owner.plant.id, ...change })).toBe("A0400");
});

test("a report with numbers of alarms is not served once the account may not view alarms; one without them is", async () => {
  const { account, plant } = owner;
  const wanted = { stationId: plant.id, format: "xlsx" };
  const { data } = await owner.post("/report/create", { ...MONTH, ...wanted });
  await stage.work();
  expect((await owner.file(data.jobId)).statusCode).toBe(200);
  await sql`
    with role as (
      insert into roles (company_id, customer_type_id, name, permission_ids)
      select company_id, customer_type_id, 'Without alarms', array_remove(permission_ids, 'alarm:read')
      from roles where code = 'owner' returning id
    )
    update accounts set role_id = (select id from role) where id = ${account.id}`.execute(stage.db);
  const limited = await openReportCaller(stage, account.id);
  expect((await limited.file(data.jobId)).statusCode).toBe(403);
  expect((await createReport(stage, limited, wanted)).statusCode).toBe(200);
});

test("a report is not written, and its file not served, once the plant is no longer visible", async () => {
  await produce(owner.plant.key, june);
  const wanted = { ...MONTH, stationId: owner.plant.id, format: "xlsx" };
  const written = (await owner.post("/report/create", wanted)).data.jobId;
  await stage.work();
  const later = (await owner.post("/report/create", wanted)).data.jobId;
  await owner.giveAway();
  await stage.work();
  expect(await owner.job(later)).toMatchObject({ state: "failed", error: "access", hasFile: false });
  expect((await owner.file(written)).statusCode).toBe(403);
});
