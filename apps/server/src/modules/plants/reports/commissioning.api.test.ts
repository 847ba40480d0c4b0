import { language } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createAccount, createDevice, createGrant } from "../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { writeLatest } from "../../../../test/latest-values.ts";
import { hasPdfReader, readPdfText } from "../../../../test/pdf.ts";
import { countMissingGlyphs, findOutside, findOverlaps, readPdfPages } from "../../../../test/pdf-pages.ts";
import { openReportCaller } from "../../../../test/reports.ts";
import { writeSheet } from "../../../infra/sheets/write-sheet.ts";

const FIRST_AT = Date.parse("2026-05-04T08:00:00.000Z");
/** Points that pages leave empty left and right. */
const MARGIN = 46;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let stage: JobStage;
let owner: JobCaller;
let stationId: string;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());
beforeEach(async () => {
  owner = await stage.createCaller();
  stationId = owner.plant.id;
});

const path = (name: string) => `/workData/commissioning/${name}`;

/** Three samples of a device in the owner's plant: at `FIRST_AT` with 38.25 V, a minute and a day later. */
async function report(device: { id: string; key: number }, rs = -60): Promise<void> {
  await writeLatest(stage.db, [device.id], { at: new Date(FIRST_AT + MINUTE_MS), values: { rs, vi: 40 } });
  await storeSamples(device);
}

async function storeSamples(device: { key: number }): Promise<void> {
  const samples = [
    { at: FIRST_AT, vi: 38.25 },
    { at: FIRST_AT + MINUTE_MS, vi: 40 },
    { at: FIRST_AT + DAY_MS, vi: 41 },
  ];
  await stage.engines.clickhouse.insertRows(
    "samples",
    samples.map(({ at, vi }, index) => ({
      plant: owner.plant.key,
      day: new Date(at),
      device: device.key,
      at,
      slot: 0,
      kind: "OPT",
      gateway: 1,
      seq: index + 1,
      is_history: 0,
      received_at: at,
      vi,
      pw: 210,
    })),
  );
}

/** A serial number of the widest letters of hexadecimal ones. */
const createWideSn = (): string =>
  `T${Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => "BCD"[byte % 3]).join("")}`;

async function createUnits() {
  const gateway = await createDevice(stage.db, { type: "DCON", plantId: stationId });
  const inPlant = { type: "OPT", plantId: stationId, parentId: gateway.id } as const;
  const [strong, weak, silent, stranger] = [
    await createDevice(stage.db, { ...inPlant, slotLabel: "A2" }),
    await createDevice(stage.db, { ...inPlant, slotLabel: "A10", sn: createWideSn() }),
    await createDevice(stage.db, inPlant),
    await createDevice(stage.db, inPlant),
  ];
  await report(strong);
  await report(weak, -92);
  await report(stranger);
  return {
    gateway,
    strong,
    weak,
    silent,
    stranger,
    absent: `ABSENT-${crypto.randomUUID().slice(0, 8).toUpperCase()}`,
  };
}

async function saveList(units: Awaited<ReturnType<typeof createUnits>>) {
  const { strong, weak, silent, absent } = units;
  return await owner.post(path("save"), {
    stationId,
    devices: [strong.sn, weak.sn, silent.sn, absent].map((sn) => ({ sn, place: sn === absent ? "B7" : "" })),
  });
}

test("a device of which buffered reports alone have come is found, unless they are from before it was added", async () => {
  const gateway = await createDevice(stage.db, { type: "DCON", plantId: stationId });
  const [buffered, earlier] = [
    await createDevice(stage.db, { type: "OPT", plantId: stationId, parentId: gateway.id }),
    await createDevice(stage.db, { type: "OPT", plantId: stationId, parentId: gateway.id }),
  ];
  for (const device of [buffered, earlier]) await storeSamples(device);
  await sql`
    update device_links set from_at = ${new Date(FIRST_AT + 2 * DAY_MS)} where device_id = ${earlier.id}`.execute(
    stage.db,
  );
  const { data } = await owner.get(path("get"), { stationId });
  const rows: { sn: string; state: string; firstAt: string | null }[] = data.rows;
  expect(rows.find(({ sn }) => sn === buffered.sn)).toMatchObject({
    state: "found",
    firstAt: new Date(FIRST_AT).toISOString(),
  });
  expect(rows.find(({ sn }) => sn === earlier.sn)).toMatchObject({ state: "missing", firstAt: null });
});

test("a unit that was moved here with a date in the past is missing until it reports here", async () => {
  const gateway = await createDevice(stage.db, { type: "DCON", plantId: stationId });
  const moved = await createDevice(stage.db, { type: "OPT", plantId: stationId, parentId: gateway.id });
  await sql`update device_links set from_at = ${new Date(FIRST_AT)} where device_id = ${moved.id}`.execute(
    stage.db,
  );
  // Heard behind the gateway of its former plant, after the date from which it belongs to this one.
  await writeLatest(stage.db, [moved.id], { at: new Date(FIRST_AT + MINUTE_MS), values: { vi: 40 } });
  const findMoved = async () => {
    const { data } = await owner.get(path("get"), { stationId });
    return (data.rows as { sn: string; state: string }[]).find(({ sn }) => sn === moved.sn);
  };
  expect(await findMoved()).toMatchObject({ state: "missing", reason: "notReported" });
  await storeSamples(moved);
  expect(await findMoved()).toMatchObject({ state: "found" });
});

test("compares a saved list with the devices that reported, with their signal and first values", async () => {
  const units = await createUnits();
  expect((await saveList(units)).code).toBe("0");
  const { data } = await owner.get(path("get"), { stationId });
  expect(data).toMatchObject({
    source: "list",
    total: 5,
    counts: { expected: 4, found: 2, missing: 2, unknown: 1, weakSignal: 1 },
  });
  expect(data.rows.map(({ sn, state, reason }: Record<string, unknown>) => [sn, state, reason])).toEqual([
    [units.silent.sn, "missing", "notReported"],
    [units.absent, "missing", "notAdded"],
    [units.stranger.sn, "unknown", null],
    [units.strong.sn, "found", null],
    [units.weak.sn, "found", null],
  ]);
  expect(data.rows[3]).toMatchObject({
    place: "A2",
    parentSn: units.gateway.sn,
    signalDbm: -60,
    firstAt: new Date(FIRST_AT).toISOString(),
    inputVoltageV: 38.25,
    powerW: 210,
  });
  expect(data.rows[1]).toMatchObject({ place: "B7", deviceId: null, firstAt: null, inputVoltageV: null });
  const page = await owner.get(path("get"), { stationId, state: "found", page: 2, pageSize: 1 });
  expect(page.data).toMatchObject({ total: 2, rows: [{ number: 2, sn: units.weak.sn }] });
});

test("replaces the list, records each change once, and refuses serial numbers twice or of another form", async () => {
  const units = await createUnits();
  await saveList(units);
  await saveList(units);
  const devices = [{ sn: units.strong.sn, place: "A2" }];
  expect((await owner.post(path("save"), { stationId, devices: [...devices, ...devices] })).code).toBe(
    "A0400",
  );
  expect((await owner.post(path("save"), { stationId, devices: [{ sn: "a b" }] })).code).toBe("A0400");
  await owner.post(path("save"), { stationId, devices });
  expect((await owner.get(path("expected"), { stationId })).data).toEqual({ devices });
  expect((await owner.get(path("get"), { stationId })).data.counts).toMatchObject({
    found: 1,
    weakSignal: 0,
  });
  await owner.post(path("save"), { stationId, devices: [] });
  expect((await owner.get(path("get"), { stationId })).data).toMatchObject({
    source: "devices",
    counts: { expected: 5, found: 3, missing: 2, unknown: 0 },
  });
  const { rows } = await sql<{ from: number; to: number }>`
    select (original ->> 'expectedDevices')::int as "from", (new ->> 'expectedDevices')::int as "to"
    from audit where plant_id = ${stationId} and type = 'commissioning.list' order by at`.execute(stage.db);
  expect(rows).toEqual([
    { from: 0, to: 4 },
    { from: 4, to: 1 },
    { from: 1, to: 0 },
  ]);
});

test("without a list the published layout says what is expected", async () => {
  const { strong, weak, stranger } = await createUnits();
  const { rows } = await sql<{ id: string }>`
    insert into slots (plant_id, label) values (${stationId}, 'C1') returning id`.execute(stage.db);
  const slots = [strong.slotId, weak.slotId, rows[0]?.id];
  await sql`
    with version as (
      insert into layout_versions (plant_id, state, number, created_at, updated_at, published_at)
      values (${stationId}, 'published', 1, now(), now(), now()) returning id
    ), grp as (
      insert into layout_groups (version_id, group_id, position, name, row_count, column_count, x_m, y_m,
        module_width_m, module_height_m)
      select id, gen_random_uuid(), 0, 'Roof', 1, 3, 0, 0, 1, 2 from version returning id
    )
    insert into layout_cells (group_row_id, row_no, column_no, slot_id)
    select grp.id, 0, nth - 1, slot from grp, unnest(${slots}::uuid[]) with ordinality as s (slot, nth)`.execute(
    stage.db,
  );
  await sql`update devices set adopted_at = now() where id = ${stranger.id}`.execute(stage.db);
  const { data } = await owner.get(path("get"), { stationId });
  expect(data).toMatchObject({
    source: "layout",
    counts: { expected: 5, found: 2, missing: 3, unknown: 1 },
  });
  expect(data.rows).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ state: "missing", reason: "emptyPlace", sn: null, place: "C1" }),
      expect.objectContaining({ state: "unknown", sn: stranger.sn }),
    ]),
  );
});

test("reads serial numbers from files with titles in any language, and says what is wrong with others", async () => {
  const read = async (fileName: string, body: Buffer) =>
    (
      await stage.app.call("POST", path("read"), {
        authorization: owner.authorization,
        query: { stationId, fileName },
        body,
        headers: { "content-type": "application/octet-stream" },
      })
    ).envelope;
  const devices = [
    { sn: "OPT-1", place: "A1" },
    { sn: "OPT-2", place: "" },
  ];
  const sheet = await writeSheet(
    {
      head: ["序列号", "位置"],
      rows: [
        ["opt-1", "A1"],
        [" OPT-2", ""],
      ],
    },
    "xlsx",
  );
  expect((await read("list.xlsx", Buffer.from(sheet.content))).data).toEqual({ devices });
  expect((await read("list.csv", Buffer.from("Location,Serial number\nA1,opt-1\n,OPT-2\n"))).data).toEqual({
    devices,
  });
  for (const [name, text] of [
    ["list.csv", "Location\nA1\n"],
    ["list.csv", "SN\n"],
    ["list.txt", "SN\nOPT-1\n"],
  ] as const)
    expect((await read(name, Buffer.from(text))).code).toBe("A0700");
});

test("participants neither see the comparison nor get the report", async () => {
  const account = await createAccount(stage.db);
  await createGrant(stage.db, {
    ...{ plantId: stationId, accountId: account.id, invitedBy: owner.account.id },
    ...{ level: "participant", mayOperate: true },
  });
  const participant = await openReportCaller(stage, account.id);
  for (const [name, body] of [
    ["save", { devices: [] }],
    ["report", { language: "en" }],
  ] as const)
    expect((await participant.post(path(name), { stationId, ...body })).code).toBe("A0300");
});

test.skipIf(!hasPdfReader)("writes the acceptance report with every device, in four languages", async () => {
  const units = await createUnits();
  await saveList(units);
  const titles = { en: "2 of 4 found", "zh-cn": "已发现 2 / 4", pt: "2 de 4 encontrados", th: "พบ 2 จาก 4" };
  for (const each of language.options) {
    const { data } = await owner.post(path("report"), { stationId, language: each });
    await stage.work();
    const file = await owner.file(data.jobId);
    const text = readPdfText(file.rawPayload);
    // Poppler writes some Thai vowels apart.
    if (each !== "th") expect(text).toContain(titles[each]);
    for (const { sn } of [units.strong, units.weak, units.silent, units.stranger]) expect(text).toContain(sn);
    expect(countMissingGlyphs(file.rawPayload)).toBe(0);
    for (const sheet of readPdfPages(file.rawPayload)) {
      expect(findOverlaps(sheet)).toEqual([]);
      expect(findOutside(sheet, MARGIN - 1)).toEqual([]);
      expect(sheet.words.filter(({ text: word }) => /[…\uFFFD]/u.test(word))).toEqual([]);
    }
    for (const part of [units.absent, "B7", "-92", /38[.,]3/]) expect(text).toMatch(part);
  }
});

test("a report is not written for a user who has lost the plant, and not started for a stranger", async () => {
  const { data } = await owner.post(path("report"), { stationId, language: "en" });
  await owner.giveAway();
  await stage.work();
  expect(await owner.job(data.jobId)).toMatchObject({ state: "failed", error: "access" });
  expect((await owner.post(path("report"), { stationId, language: "en" })).code).toBe("A0404");
});
