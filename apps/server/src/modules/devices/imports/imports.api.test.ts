import { createHash, randomBytes } from "node:crypto";
import { IMPORT_LIMITS } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDevice, ensurePlatform } from "../../../../test/fixtures.ts";
import type { JobCaller, JobStage } from "../../../../test/jobs.ts";
import { openJobStage } from "../../../../test/jobs.ts";
import { writeZip } from "../../../../test/zip.ts";
import { readTable } from "../../../infra/sheets/read-table.ts";

const CODE = "MFRGGZDFMZTWQ2LK";
const codeHash = createHash("sha256").update(CODE).digest();
const makeSn = () => `I${randomBytes(6).toString("hex").toUpperCase()}`;
const PLANT_COLUMNS = ["sn", "registrationCode", "alias", "place", "parentSn"];
const REGISTER_COLUMNS = ["sn", "registrationCode", "type", "model"];

let stage: JobStage;
beforeAll(async () => {
  stage = await openJobStage();
});
afterAll(async () => await stage.close());

/** An administrator of a company of installers, who has a plant. */
const createInstaller = () => stage.createCaller({ roleCode: "installer-administrator" });

const toCsv = (head: string, rows: readonly (readonly string[])[]) =>
  [head, ...rows.map((row) => row.join(","))].join("\n");

async function upload(caller: JobCaller, text: string | Buffer, query: object = {}) {
  return (
    await stage.app.call("POST", "/workData/device/import/read", {
      authorization: caller.authorization,
      query: { kind: "plant", fileName: "devices.csv", ...query },
      body: Buffer.from(text),
      headers: { "content-type": "text/csv" },
    })
  ).envelope;
}

/** Uploads rows of a plant and runs an import of them; returns its id. */
async function begin(caller: JobCaller, rows: readonly (readonly string[])[]) {
  const { data, msg } = await upload(caller, toCsv("SN,Code,Alias,Location,Parent", rows));
  if (!data?.importId) throw new Error(msg);
  const { importId } = data;
  const start = (mode: string, columns: readonly (string | null)[] = PLANT_COLUMNS) =>
    caller.post("/workData/device/import/toPlant", {
      ...{ importId, columns, mode },
      stationId: caller.plant.id,
    });
  /** `onReport` runs before each step of the job is reported. */
  const run = async (mode: string, onReport?: (done: number) => unknown) => {
    const started = await start(mode);
    if (!started.data?.jobId) throw new Error(started.msg);
    await stage.work((job) =>
      stage.app.services.imports.write({
        ...job,
        async report(progress) {
          await onReport?.(progress.done);
          await job.report(progress);
        },
      }),
    );
    expect(await caller.job(started.data.jobId)).toMatchObject({ state: "done" });
  };
  const detail = async () => (await caller.get("/workData/device/import/detail", { importId })).data;
  /** Sentences by the number of the row. */
  const problems = async () => {
    const { rows: results } = (
      await caller.get("/workData/device/import/result", { importId, onlyWrong: true, pageSize: 200 })
    ).data;
    return Object.fromEntries(
      results.map(({ row, problems: found }: { row: number; problems: { text: string }[] }) => [
        row,
        found.map(({ text }) => text).join(" "),
      ]),
    );
  };
  const edit = (...edits: readonly { row: number; field: string; value: string }[]) =>
    caller.post("/workData/device/import/edit", { importId, edits });
  const file = () =>
    stage.app.call("GET", "/workData/device/import/file", {
      authorization: caller.authorization,
      query: { importId },
    });
  return { importId, start, run, detail, problems, edit, file };
}

async function linksOf(plantId: string) {
  const { rows } = await sql<{ sn: string; alias: string; place: string | null; parent: string | null }>`
    select d.sn, d.alias, s.label as place, parent.sn as parent
    from device_links l join devices d on d.id = l.device_id left join slots s on s.id = l.slot_id
    left join devices parent on parent.id = l.parent_id
    where l.plant_id = ${plantId} and l.to_at is null order by d.sn`.execute(stage.db);
  return rows;
}

/** Registered devices that are in no plant. */
async function createRegistered(...types: ("DCON" | "MCON" | "OPT")[]): Promise<string[]> {
  const serialNumbers: string[] = [];
  for (const type of types)
    serialNumbers.push(
      (await createDevice(stage.db, { type, registrationCodeHash: codeHash, sn: makeSn() })).sn,
    );
  return serialNumbers;
}

test("adds devices with alias, place and parent, and logs each; what a column contains follows from its title in any language [R1.7]", async () => {
  const caller = await createInstaller();
  const [gateway = "", unit = "", optimizer = ""] = await createRegistered("DCON", "MCON", "OPT");
  const { data } = await upload(
    caller,
    toCsv("序列号,Código de registro,ชื่อแทน,Location *,Other,Parent serial number", [["x", CODE]]),
  );
  expect(data.columns.map(({ field }: { field: string }) => field)).toEqual([
    "sn",
    "registrationCode",
    "alias",
    "place",
    null,
    "parentSn",
  ]);
  expect(JSON.stringify(data)).not.toContain(CODE);

  const started = await begin(caller, [
    [optimizer, CODE.toLowerCase(), "Opt1", "A1", unit],
    [unit, `${CODE.slice(0, 4)} ${CODE.slice(4)}`],
    [gateway.toLowerCase(), CODE, "Gate1"],
  ]);
  await started.run("check");
  expect(await started.detail()).toMatchObject({ state: "checked", total: 3, wrong: 0, written: 0 });
  expect(await linksOf(caller.plant.id)).toEqual([]);
  await started.run("all");
  expect(await started.detail()).toMatchObject({ state: "written", wrong: 0, written: 3 });
  expect(await linksOf(caller.plant.id)).toEqual(
    [
      { sn: gateway, alias: "Gate1", place: null, parent: null },
      { sn: unit, alias: "", place: null, parent: gateway },
      { sn: optimizer, alias: "Opt1", place: "A1", parent: unit },
    ].toSorted((one, other) => (one.sn < other.sn ? -1 : 1)),
  );
  const { rows } = await sql<{ sn: string }>`
    select new ->> 'sn' as sn from audit where plant_id = ${caller.plant.id} and type = 'device.add' and actor_id = ${caller.account.id}`.execute(
    stage.db,
  );
  expect(rows.map(({ sn }) => sn).toSorted()).toEqual([gateway, unit, optimizer].toSorted());
  const again = await caller.post("/workData/device/import/toPlant", {
    importId: started.importId,
    columns: PLANT_COLUMNS,
    mode: "all",
    stationId: caller.plant.id,
  });
  expect(again.code).toBe("A0440");
});

test("says beside each row what is wrong with it, and writes all rows or none, or the valid ones [R1.7]", async () => {
  const caller = await createInstaller();
  const [good = "", wrongCode = "", below = ""] = await createRegistered("MCON", "MCON", "OPT");
  const own = await createDevice(stage.db, {
    type: "MCON",
    registrationCodeHash: codeHash,
    plantId: caller.plant.id,
    slotLabel: "B1",
  });
  const stranger = await createInstaller();
  const foreign = await createDevice(stage.db, {
    type: "OPT",
    registrationCodeHash: codeHash,
    plantId: stranger.plant.id,
  });
  const unknown = makeSn();
  const started = await begin(caller, [
    [good, CODE, "Good1", "A1"], // 2
    [wrongCode, "MFRGGZDFMZTWQ2LA"], // 3
    [own.sn, CODE], // 4
    [unknown, CODE], // 5
    [foreign.sn, CODE], // 6
    [good, CODE, "", "A2"], // 7
    [below, CODE, "Not an alias", "B1", wrongCode], // 8
    ["", ""], // skipped
    ["x", "short", "", "A1"], // 10
  ]);
  await started.run("all");
  const refused = "Wrong registration code, or unknown serial number.";
  expect(await started.problems()).toEqual({
    3: refused,
    4: "SN already exists",
    5: refused,
    6: refused,
    7: "This serial number is also in row 2.",
    8: "Use only the letters A–Z and a–z and the digits 0–9, at most 32 characters. This location of the plant already has a device.",
    10: "A serial number has 4 to 32 uppercase letters, digits or hyphens. A registration code has 16 to 64 of the characters A-Z and 2-7. This location is also in row 2.",
  });
  expect(await started.detail()).toMatchObject({ state: "checked", wrong: 7, written: 0 });
  expect((await linksOf(caller.plant.id)).map(({ sn }) => sn)).toEqual([own.sn]);

  const corrections = readTable((await started.file()).rawPayload, "csv", {
    maxRows: 10,
    maxColumns: 9,
    maxCellCharacters: 500,
  });
  expect(corrections.head).toEqual(["SN", "Code", "Alias", "Location", "Parent", "Reason"]);
  expect(corrections.rows.map(({ cells }) => [cells[0], cells[5]]).slice(0, 2)).toEqual([
    [wrongCode, refused],
    [own.sn, "SN already exists"],
  ]);

  await started.run("valid");
  expect(await started.detail()).toMatchObject({ state: "written", wrong: 7, written: 1 });
  expect((await linksOf(caller.plant.id)).map(({ sn }) => sn).toSorted()).toEqual([good, own.sn].toSorted());
  // Checked once, and not counted again by the import of the same rows.
  const { rows: counted } =
    await sql`select from device_add_failures where account_id = ${caller.account.id}`.execute(stage.db);
  expect(counted).toHaveLength(3);
});

test("names parents that are missing, of a lower level, or in a row with an error", async () => {
  const caller = await createInstaller();
  const [one = "", two = "", three = "", parent = ""] = await createRegistered("MCON", "OPT", "OPT", "MCON");
  const started = await begin(caller, [
    [one, CODE, "", "", two],
    [two, CODE, "", "", parent],
    [three, CODE, "", "", makeSn()],
    [parent, "MFRGGZDFMZTWQ2LA"],
  ]);
  await started.run("check");
  expect(await started.problems()).toMatchObject({
    2: "A device of this type cannot be connected below that parent.",
    3: "The parent device is in row 5, which has an error.",
    4: "No device of this plant or file has this parent serial number.",
  });
});

test("stops checking codes after twenty wrong ones, in the form as well", async () => {
  const caller = await createInstaller();
  const [right = ""] = await createRegistered("MCON");
  const started = await begin(caller, [...Array.from({ length: 20 }, () => [makeSn(), CODE]), [right, CODE]]);
  await started.run("check");
  const problems = await started.problems();
  expect(problems[21]).toContain("Wrong registration code");
  expect(problems[22]).toContain("Not checked");
  const added = await caller.post("/workData/device/add", {
    stationId: caller.plant.id,
    sn: right,
    registrationCode: CODE,
  });
  expect(added.code).toBe("A0501");
});

test("counts rows with the same problem, corrects cells in place and checks them again; unchanged wrong codes count once", async () => {
  const caller = await createInstaller();
  const [gateway = "", unit = ""] = await createRegistered("DCON", "OPT");
  const strangers = [makeSn(), makeSn()];
  const started = await begin(caller, [
    [gateway, CODE], // 2
    [unit, "MFRGGZDFMZTWQ2LA", "Unit 1"], // 3
    ...strangers.map((sn) => [sn, CODE]), // 4, 5
    [gateway, CODE], // 6
  ]);
  expect((await started.edit({ row: 3, field: "alias", value: "Unit1" })).code).toBe("A0440");
  await started.run("check");
  expect((await started.detail()).problems).toEqual([
    {
      key: "importRow.wrongCode",
      field: "registrationCode",
      count: 2,
      text: expect.stringContaining("Wrong"),
    },
    { key: "field.alias", field: "alias", count: 1, text: expect.stringContaining("letters") },
    { key: "importRow.twice", field: "sn", count: 1, text: "This serial number is also in another row." },
  ]);
  const listed = await caller.get("/workData/device/import/result", {
    importId: started.importId,
    problem: "importRow.wrongCode",
  });
  expect(listed.data.rows.map(({ row }: { row: number }) => row)).toEqual([4, 5]);

  expect((await started.edit({ row: 99, field: "alias", value: "A" })).code).toBe("A0404");
  expect((await started.edit({ row: 3, field: "model", value: "A" })).code).toBe("A0400");
  const stranger = await createInstaller();
  const theirs = { importId: started.importId, edits: [{ row: 3, field: "alias", value: "A" }] };
  expect((await stranger.post("/workData/device/import/edit", theirs)).code).toBe("A0404");

  await started.edit({ row: 3, field: "alias", value: "Unit1" });
  await started.run("check");
  // Its code was not checked before: the row had another problem.
  expect(await started.problems()).toMatchObject({ 3: expect.stringContaining("Wrong registration code") });
  const count = async () =>
    (await sql`select from device_add_failures where account_id = ${caller.account.id}`.execute(stage.db))
      .rows.length;
  expect(await count()).toBe(3);
  await started.edit(
    { row: 3, field: "registrationCode", value: CODE.toLowerCase() },
    { row: 6, field: "sn", value: strangers[0] ?? "" },
  );
  await started.run("check");
  expect(await started.problems()).toEqual({
    4: expect.stringContaining("Wrong registration code"),
    5: expect.stringContaining("Wrong registration code"),
    6: "This serial number is also in row 4.",
  });
  expect(await count()).toBe(3);
  const corrections = readTable((await started.file()).rawPayload, "csv", {
    maxRows: 10,
    maxColumns: 9,
    maxCellCharacters: 500,
  });
  expect(corrections.rows.map(({ cells }) => cells[0])).toEqual([...strangers, strangers[0]]);
  await started.run("valid");
  expect((await linksOf(caller.plant.id)).map(({ sn, alias }) => [sn, alias])).toEqual(
    [
      [gateway, ""],
      [unit, "Unit1"],
    ].toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  );
  expect((await started.edit({ row: 4, field: "alias", value: "A" })).code).toBe("A0440");
});

test("checks the code of a corrected row whose new serial number another row was refused for", async () => {
  const caller = await createInstaller();
  const [unit = ""] = await createRegistered("OPT");
  // The serial numbers of the file are one row too low.
  const started = await begin(caller, [
    [makeSn(), CODE], // 2
    [unit, "MFRGGZDFMZTWQ2LA"], // 3
  ]);
  await started.run("check");
  await started.edit({ row: 2, field: "sn", value: unit });
  await started.run("check");
  expect(await started.problems()).toEqual({ 3: "This serial number is also in row 2." });
});

/** Waits until a statement waits for a lock. */
async function waitForBlocked(): Promise<void> {
  await expect
    .poll(async () => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        stage.db,
      );
      return rows.length;
    })
    .toBe(1);
}

test("a correction that meets a check is checked by it, or is to be checked again", async () => {
  const caller = await createInstaller();
  const [gateway = "", unit = ""] = await createRegistered("DCON", "OPT");
  const started = await begin(caller, [
    [gateway, CODE],
    [unit, CODE, "Unit 1"],
  ]);
  await started.run("check");
  const correct = (value: string) => started.edit({ row: 3, field: "alias", value });
  // Before the check has locked the import.
  await started.run("check", async (done) => done === 0 && (await correct("Unit1")));
  expect(await started.problems()).toEqual({});
  expect(await started.detail()).toMatchObject({ state: "checked", wrong: 0 });

  let waiting: ReturnType<typeof correct> | undefined;
  await started.run("check", async (done) => {
    if (done === 0 || waiting) return;
    waiting = correct("Unit 2");
    await waitForBlocked();
  });
  expect((await waiting)?.code).toBe("0");
  const text = "Corrected, not checked yet.";
  expect(await started.detail()).toMatchObject({
    ...{ state: "read", wrong: 1 },
    problems: [{ key: "importRow.unchecked", field: null, count: 1, text }],
  });
  expect(await started.problems()).toEqual({ 3: text });
  const query = { importId: started.importId, onlyWrong: true };
  expect((await caller.get("/workData/device/import/result", query)).data.rows).toMatchObject([
    { row: 3, sn: unit, alias: "Unit 2" },
  ]);
  const corrections = readTable((await started.file()).rawPayload, "csv", {
    ...{ maxRows: 10, maxColumns: 9, maxCellCharacters: 500 },
  });
  expect(corrections.rows.map(({ cells }) => cells)).toEqual([[unit, CODE, "Unit 2", "", "", text]]);
  await started.run("check");
  expect(Object.keys(await started.problems())).toEqual(["3"]);
});

test("writes no row whose cells or columns have changed since the last check", async () => {
  const caller = await createInstaller();
  const [gateway = "", unit = ""] = await createRegistered("DCON", "OPT");
  const started = await begin(caller, [
    [gateway, CODE],
    [unit, CODE, "Unit 1"],
  ]);
  await started.run("check");
  const refusal = {
    code: "A0440",
    msg: "Cells or columns were changed after the last check. Check the rows before importing them.",
  };
  const otherColumns = ["sn", "registrationCode", null, "place", "parentSn"];
  expect(await started.start("valid", otherColumns)).toMatchObject(refusal);
  await started.edit({ row: 3, field: "alias", value: "Unit1" });
  for (const mode of ["valid", "all"]) expect(await started.start(mode)).toMatchObject(refusal);
  await started.run("check");
  // Corrected after the import was started.
  await started.run("all", async (done) => {
    if (done === 0) await started.edit({ row: 3, field: "alias", value: "Unit2" });
  });
  expect(await started.detail()).toMatchObject({ state: "checked", wrong: 0, written: 0 });
  expect(await linksOf(caller.plant.id)).toEqual([]);
  await started.run("all");
  expect((await linksOf(caller.plant.id)).map(({ alias }) => alias).toSorted()).toEqual(["", "Unit2"]);
});

test("limits the characters of all corrections of an import", async () => {
  const caller = await createInstaller();
  const started = await begin(caller, [[makeSn(), CODE]]);
  await started.run("check");
  const correct = (value: string) => started.edit({ row: 2, field: "place", value });
  await sql`
    update device_imports set edited_characters = ${IMPORT_LIMITS.editedCharacters - 5} where id = ${started.importId}`.execute(
    stage.db,
  );
  expect((await correct("A1")).code).toBe("0");
  const refused = await correct("Roof");
  expect([refused.code, refused.data.fields]).toEqual([
    "A0400",
    [
      {
        path: "edits",
        message:
          "The corrections of one import have at most 1000000 characters in all. Correct the file and upload it again.",
      },
    ],
  ]);
  expect((await correct("A12")).code).toBe("0");
  expect((await correct("A")).code).toBe("A0400");
});

test("registers devices of the platform operator, with those that exist named row by row", async () => {
  const { companyId } = await ensurePlatform(stage.db);
  const caller = await stage.createCaller({ roleCode: "ROOT", companyId });
  const [taken = ""] = await createRegistered("MCON");
  const sn = makeSn();
  const text = toCsv("SN,Registration code,Device type,Model", [
    [sn, CODE, "Optimizer", "MX-600"],
    [taken, CODE, "mcon", "MC200"],
    [makeSn(), CODE, "inverter", ""],
  ]);
  const { data } = await upload(caller, text, { kind: "register" });
  const run = async (mode: string) => {
    const body = { importId: data.importId, columns: REGISTER_COLUMNS, mode };
    expect((await caller.post("/workData/device/import/toRegister", body)).code).toBe("0");
    await stage.work();
  };
  await run("all");
  const result = async () =>
    (await caller.get("/workData/device/import/result", { importId: data.importId })).data.rows;
  expect(
    (await result()).map(({ problems }: { problems: { field: string }[] }) =>
      problems.map(({ field }) => field),
    ),
  ).toEqual([[], ["sn"], ["type", "model"]]);
  const find = async () =>
    (
      await sql`select type, model from devices where sn = ${sn} and registration_code_hash = ${codeHash}`.execute(
        stage.db,
      )
    ).rows;
  expect(await find()).toEqual([]);
  await run("valid");
  expect(await find()).toEqual([{ type: "OPT", model: "MX-600" }]);
});

test("leaves nothing behind when it is cancelled while it writes", async () => {
  const caller = await createInstaller();
  const serialNumbers = await createRegistered("DCON", "MCON");
  const started = await begin(
    caller,
    serialNumbers.map((sn) => [sn, CODE]),
  );
  const body = {
    importId: started.importId,
    columns: PLANT_COLUMNS,
    mode: "all",
    stationId: caller.plant.id,
  };
  const { data } = await caller.post("/workData/device/import/toPlant", body);
  await stage.work(async (run) =>
    stage.app.services.imports.write({
      ...run,
      async report(progress) {
        // The last step of writing.
        if (progress.done === 2) await caller.post("/job/cancel", { jobId: data.jobId });
        await run.report(progress);
      },
    }),
  );
  expect(await caller.job(data.jobId)).toMatchObject({ state: "cancelled", hasFile: false });
  expect(await linksOf(caller.plant.id)).toEqual([]);
  expect(await started.detail()).toMatchObject({ state: "read", written: 0 });
});

/** A workbook of one sheet with these rows, as XML. */
const makeWorkbook = (rows: string, more: Record<string, string> = {}) =>
  writeZip({
    "xl/workbook.xml": `<workbook><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>`,
    "xl/worksheets/sheet1.xml": `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    ...more,
  });
const HEAD = '<row r="1"><c r="A1" t="str"><v>SN</v></c></row>';
const MIB = 1024 * 1024;
const CSV = "序列号,注册码\nD-10001,MFRGGZDFMZTWQ2LK\n";
/** The same text in GBK. */
const GBK = Buffer.concat([
  Buffer.from("d0f2c1d0bac5", "hex"),
  Buffer.from(","),
  Buffer.from("d7a2b2e1c2eb", "hex"),
  Buffer.from("\nD-10001,MFRGGZDFMZTWQ2LK\n"),
]);

test.each<[string, string, () => Buffer | string, string]>([
  [
    "a zip bomb",
    "a.xlsx",
    () => makeWorkbook(HEAD, { "xl/sharedStrings.xml": " ".repeat(64 * MIB) }),
    "unpacked",
  ],
  [
    "a workbook of 1,000,000 rows",
    "a.xlsx",
    () => makeWorkbook("<row><c><v>1</v></c></row>".repeat(1e6)),
    "more than 10000 rows",
  ],
  ["a CSV file of 1,000,000 rows", "a.csv", () => `SN\n${"D-1\n".repeat(1e6)}`, "more than 10000 rows"],
  ["a file above the size limit", "a.csv", () => `SN\n${"D".repeat(5 * MIB)}`, "5 MB"],
  [
    "formulas in a workbook",
    "a.xlsx",
    () => makeWorkbook(`${HEAD}<row r="2"><c r="A2"><f>1+1</f><v>2</v></c></row>`),
    "Cell A2 contains a formula.",
  ],
  ["formulas in a CSV file", "a.csv", () => "SN\n=1+1", "Cell A2 contains a formula."],
  [
    "merged cells",
    "a.xlsx",
    () =>
      makeWorkbook(
        `${HEAD}<row r="2"><c r="A2"><v>1</v></c></row></sheetData><mergeCells><mergeCell ref="A2:B2"/></mergeCells>`,
      ),
    "The cells A2:B2 are merged.",
  ],
  ["a CSV file named as a workbook", "a.xlsx", () => CSV, "does not match its extension"],
  ["a workbook named as a CSV file", "a.csv", () => makeWorkbook(HEAD), "does not match its extension"],
  ["a file with another extension", "a.xls", () => CSV, "Only .xlsx and .csv files are accepted."],
  ["an empty file", "a.csv", () => "", "The file is empty."],
  ["an empty workbook", "a.xlsx", () => makeWorkbook(""), "no rows below its column titles"],
  ["titles without rows", "a.csv", () => "SN,Code\n", "no rows below its column titles"],
  [
    "a workbook with a password",
    "a.xlsx",
    () => Buffer.from("d0cf11e0a1b11ae1".padEnd(4096, "0"), "hex"),
    "password",
  ],
  ["bytes that are no text", "a.csv", () => Buffer.from("SN\n\u0001\u0002"), "cannot be read"],
])("refuses %s with a sentence and stores nothing", async (_name, fileName, makeFile, sentence) => {
  const caller = await createInstaller();
  const refused = await upload(caller, makeFile(), { fileName });
  expect(refused).toMatchObject({ code: "A0700", msg: expect.stringContaining(sentence) });
  const { rows } = await sql`select from device_imports where account_id = ${caller.account.id}`.execute(
    stage.db,
  );
  expect(rows).toEqual([]);
});

test.each([
  ["GBK", GBK],
  ["UTF-8", Buffer.from(CSV)],
  ["UTF-8 with a byte order mark", Buffer.from(`\uFEFF${CSV}`)],
  ["UTF-16", Buffer.from(CSV, "utf16le")],
  ["UTF-16 with a byte order mark", Buffer.from(`\uFEFF${CSV}`, "utf16le")],
])("reads a CSV file in %s", async (_name, file) => {
  const caller = await createInstaller();
  const { data } = await upload(caller, file);
  expect(data).toMatchObject({
    total: 1,
    columns: [
      { title: "序列号", field: "sn", samples: ["D-10001"] },
      { title: "注册码", field: "registrationCode", samples: ["••••"] },
    ],
  });
});

test("refuses files that it cannot read, columns that are missing, and imports of others", async () => {
  const caller = await createInstaller();
  const refusals = await Promise.all([
    upload(caller, "SN\nD-1", { fileName: "devices.txt" }),
    upload(caller, "SN\nD-1", { fileName: "devices.xlsx" }),
    upload(caller, "SN\n=A1"),
    upload(caller, `SN\n${"D-1\n".repeat(10_001)}`),
    upload(caller, "SN\nD-1", { kind: "register" }),
  ]);
  expect(refusals.map(({ code, msg }) => [code, msg])).toEqual([
    ["A0700", "Only .xlsx and .csv files are accepted."],
    ["A0700", expect.stringContaining("does not match its extension")],
    ["A0700", "Cell A2 contains a formula. Replace formulas by their values."],
    ["A0700", "The file has more than 10000 rows. Split it into several files."],
    ["A0300", expect.any(String)],
  ]);
  const { rows } = await sql`select from device_imports where account_id = ${caller.account.id}`.execute(
    stage.db,
  );
  expect(rows).toEqual([]);

  const { data } = await upload(caller, "SN,Registration code\nD-1,x");
  const start = (columns: (string | null)[], by = caller) =>
    by.post("/workData/device/import/toPlant", {
      importId: data.importId,
      columns,
      mode: "check",
      stationId: by.plant.id,
    });
  expect((await start(["sn", null])).data.fields).toEqual([
    { path: "columns", message: "Select the column of Registration code." },
  ]);
  expect(
    (await start(["sn", "sn"])).data.fields.map(({ message }: { message: string }) => message),
  ).toContain("Serial number is selected for two columns.");
  const stranger = await createInstaller();
  expect((await start(["sn", "registrationCode"], stranger)).code).toBe("A0404");
  const { rows: stored } = await sql<{ text: string }>`
    select encode(content, 'escape') as text from device_imports where id = ${data.importId}`.execute(
    stage.db,
  );
  expect(stored[0]?.text).not.toContain("Registration code");
});

test("offers templates in the four languages and deletes uploads after a day", async () => {
  const caller = await createInstaller();
  for (const [language, title] of [
    ["en", "Serial number *"],
    ["zh-cn", "序列号 *"],
    ["pt", "Número de série *"],
    ["th", "หมายเลขซีเรียล *"],
  ]) {
    const { rawPayload } = await stage.app.call("GET", "/workData/device/import/template", {
      authorization: caller.authorization,
      query: { kind: "plant", format: "csv", language },
    });
    expect(rawPayload.toString()).toContain(title);
  }
  const { data } = await upload(caller, "SN\nD-1");
  const count = async () =>
    (await sql`select from device_imports where id = ${data.importId}`.execute(stage.db)).rows.length;
  await stage.app.services.imports.sweep();
  expect(await count()).toBe(1);
  stage.clock.advance(86_400_001);
  await stage.app.services.imports.sweep();
  expect(await count()).toBe(0);
});
