import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDevice, ensurePlatform } from "../../../../test/fixtures.ts";
import type { ImportStage } from "../../../../test/import-stage.ts";
import {
  CODE,
  codeHash,
  makeSn,
  openImportStage,
  PLANT_COLUMNS,
  toCsv,
} from "../../../../test/import-stage.ts";
import { readTable } from "../../../infra/sheets/read-table.ts";

const REGISTER_COLUMNS = ["sn", "registrationCode", "type", "model"];

let stage: ImportStage;
beforeAll(async () => {
  stage = await openImportStage();
});
afterAll(async () => await stage.close());

test("adds devices with alias, place and parent, and logs each; what a column contains follows from its title in any language [R1.7]", async () => {
  const caller = await stage.createInstaller();
  const [gateway = "", unit = "", optimizer = ""] = await stage.createRegistered("DCON", "MCON", "OPT");
  const { data } = await stage.upload(
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

  const started = await stage.begin(caller, [
    [optimizer, CODE.toLowerCase(), "Opt1", "A1", unit],
    [unit, `${CODE.slice(0, 4)} ${CODE.slice(4)}`],
    [gateway.toLowerCase(), CODE, "Gate1"],
  ]);
  await started.run("check");
  expect(await started.detail()).toMatchObject({ state: "checked", total: 3, wrong: 0, written: 0 });
  expect(await stage.linksOf(caller.plant.id)).toEqual([]);
  await started.run("all");
  expect(await started.detail()).toMatchObject({ state: "written", wrong: 0, written: 3 });
  expect(await stage.linksOf(caller.plant.id)).toEqual(
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
  const caller = await stage.createInstaller();
  const [good = "", wrongCode = "", below = ""] = await stage.createRegistered("MCON", "MCON", "OPT");
  const own = await createDevice(stage.db, {
    type: "MCON",
    registrationCodeHash: codeHash,
    plantId: caller.plant.id,
    slotLabel: "B1",
  });
  const stranger = await stage.createInstaller();
  const foreign = await createDevice(stage.db, {
    type: "OPT",
    registrationCodeHash: codeHash,
    plantId: stranger.plant.id,
  });
  const unknown = makeSn();
  const started = await stage.begin(caller, [
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
  expect((await stage.linksOf(caller.plant.id)).map(({ sn }) => sn)).toEqual([own.sn]);

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
  expect((await stage.linksOf(caller.plant.id)).map(({ sn }) => sn).toSorted()).toEqual(
    [good, own.sn].toSorted(),
  );
  // Checked once, and not counted again by the import of the same rows.
  const { rows: counted } =
    await sql`select from device_add_failures where account_id = ${caller.account.id}`.execute(stage.db);
  expect(counted).toHaveLength(3);
});

test("names parents that are missing, of a lower level, or in a row with an error", async () => {
  const caller = await stage.createInstaller();
  const [one = "", two = "", three = "", parent = ""] = await stage.createRegistered(
    "MCON",
    "OPT",
    "OPT",
    "MCON",
  );
  const started = await stage.begin(caller, [
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
  const caller = await stage.createInstaller();
  const [right = ""] = await stage.createRegistered("MCON");
  const started = await stage.begin(caller, [
    ...Array.from({ length: 20 }, () => [makeSn(), CODE]),
    [right, CODE],
  ]);
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

test("registers devices of the platform operator, with those that exist named row by row", async () => {
  const { companyId } = await ensurePlatform(stage.db);
  const caller = await stage.createCaller({ roleCode: "ROOT", companyId });
  const [taken = ""] = await stage.createRegistered("MCON");
  const sn = makeSn();
  const text = toCsv("SN,Registration code,Device type,Model", [
    [sn, CODE, "Optimizer", "MX-600"],
    [taken, CODE, "mcon", "MC200"],
    [makeSn(), CODE, "inverter", ""],
  ]);
  const { data } = await stage.upload(caller, text, { kind: "register" });
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
  const caller = await stage.createInstaller();
  const serialNumbers = await stage.createRegistered("DCON", "MCON");
  const started = await stage.begin(
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
  expect(await stage.linksOf(caller.plant.id)).toEqual([]);
  expect(await started.detail()).toMatchObject({ state: "read", written: 0 });
});

test("offers templates in the four languages and deletes uploads after a day", async () => {
  const caller = await stage.createInstaller();
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
  const { data } = await stage.upload(caller, "SN\nD-1");
  const count = async () =>
    (await sql`select from device_imports where id = ${data.importId}`.execute(stage.db)).rows.length;
  await stage.app.services.imports.sweep();
  expect(await count()).toBe(1);
  stage.clock.advance(86_400_001);
  await stage.app.services.imports.sweep();
  expect(await count()).toBe(0);
});

test("an import is found again: its plant, columns and job before, during and after its check, by its account only", async () => {
  const caller = await stage.createInstaller();
  const [unit = ""] = await stage.createRegistered("MCON");
  const started = await stage.begin(caller, [[unit, CODE, "Unit1"]]);
  const read = await started.detail();
  expect(read).toMatchObject({ state: "read", stationId: null, lastRun: null });
  expect(read.columns).toEqual([
    { title: "SN", field: "sn", samples: [unit] },
    { title: "Code", field: null, samples: ["••••"] },
    { title: "Alias", field: "alias", samples: ["Unit1"] },
    { title: "Location", field: "place", samples: [""] },
    { title: "Parent", field: null, samples: [""] },
  ]);
  const columns = ["sn", "registrationCode", null, "place", "alias"];
  const { data: queued } = await started.start("check", columns);
  const underWay = {
    stationId: caller.plant.id,
    lastRun: { jobId: queued.jobId, mode: "check" },
  };
  const running = await started.detail();
  expect(running).toMatchObject({ ...underWay, state: "read" });
  const fieldsOf = ({ columns: found }: { columns: { field: string | null }[] }) =>
    found.map(({ field }) => field);
  expect(fieldsOf(running)).toEqual(columns);
  await stage.work();
  expect(await started.detail()).toMatchObject({ ...underWay, state: "checked" });

  // Once its job is deleted, the import itself knows what was checked.
  await caller.post("/job/delete", { jobId: queued.jobId });
  const checked = await started.detail();
  expect(checked).toMatchObject({ state: "checked", stationId: caller.plant.id, lastRun: null });
  expect(fieldsOf(checked)).toEqual(columns);

  stage.clock.advance(1);
  await started.start("check");
  stage.clock.advance(1);
  const { data: last } = await started.start("valid", columns);
  expect((await started.detail()).lastRun).toEqual({ jobId: last.jobId, mode: "valid" });

  const list = async (of: typeof caller) => (await of.get("/workData/device/import/list")).data;
  expect(await list(caller)).toMatchObject([
    {
      ...{ importId: started.importId, kind: "plant", fileName: "devices.csv", stationId: caller.plant.id },
      ...{ state: "checked", total: 1, written: 0 },
    },
  ]);
  const stranger = await stage.createInstaller();
  expect(await list(stranger)).toEqual([]);
  const detailOf = async (importId: string) => {
    const { code, msg } = await stranger.get("/workData/device/import/detail", { importId });
    return { code, msg };
  };
  expect(await detailOf(started.importId)).toEqual(await detailOf(crypto.randomUUID()));
  expect((await detailOf(started.importId)).code).toBe("A0404");
});

test("an import knows the plant it was uploaded for, and keeps columns that were chosen and not checked yet", async () => {
  const caller = await stage.createInstaller();
  const stranger = await stage.createInstaller();
  const file = toCsv("SN,Code,Alias", [[makeSn(), CODE, "Unit1"]]);
  const refused = await stage.upload(caller, file, { stationId: stranger.plant.id });
  const unknown = await stage.upload(caller, file, { stationId: crypto.randomUUID() });
  expect([refused.code, unknown.code, refused.msg]).toEqual(["A0404", "A0404", unknown.msg]);

  const { data } = await stage.upload(caller, file, { stationId: caller.plant.id });
  const ids = { importId: data.importId };
  const detail = async () => (await caller.get("/workData/device/import/detail", ids)).data;
  const fieldsOf = ({ columns: found }: { columns: { field: string | null }[] }) =>
    found.map(({ field }) => field);
  expect(await detail()).toMatchObject({ stationId: caller.plant.id, areColumnsChanged: false });
  expect((await caller.get("/workData/device/import/list")).data).toMatchObject([
    { ...ids, stationId: caller.plant.id },
  ]);

  const choose = (columns: readonly (string | null)[], by = caller) =>
    by.post("/workData/device/import/columns", { ...ids, columns });
  expect((await choose(["sn", null], caller)).code).toBe("A0400");
  expect((await choose(["sn", null, "alias"], stranger)).code).toBe("A0404");
  const columns = ["sn", "registrationCode", null];
  await choose(columns);
  expect(fieldsOf(await detail())).toEqual(columns);

  const check = async () => {
    await caller.post("/workData/device/import/toPlant", {
      ...{ ...ids, columns, mode: "check" },
      stationId: caller.plant.id,
    });
    await stage.work();
  };
  await check();
  expect(await detail()).toMatchObject({ state: "checked", areColumnsChanged: false });
  const others = ["sn", "registrationCode", "alias"];
  await choose(others);
  const changed = await detail();
  expect(fieldsOf(changed)).toEqual(others);
  expect(changed).toMatchObject({ areColumnsChanged: true });
  // What is checked again replaces the choice.
  await check();
  const again = await detail();
  expect(fieldsOf(again)).toEqual(columns);
  expect(again).toMatchObject({ areColumnsChanged: false });
});

test("the columns of an import show corrected cells, and those of one that was stored without its samples", async () => {
  const caller = await stage.createInstaller();
  const [unit = ""] = await stage.createRegistered("MCON");
  const started = await stage.begin(caller, [[unit, CODE, "Unit 1"]]);
  await started.run("check");
  await started.edit({ row: 2, field: "alias", value: "Unit1" });
  const shown = (await started.detail()).columns;
  expect(shown[2]).toEqual({ title: "Alias", field: "alias", samples: ["Unit1"] });
  const { rows } = await sql<{ text: string }>`
    select encode(column_samples, 'escape') as text from device_imports where id = ${started.importId}`.execute(
    stage.db,
  );
  expect(rows[0]?.text).not.toContain(unit);
  await sql`update device_imports set column_samples = null where id = ${started.importId}`.execute(stage.db);
  expect((await started.detail()).columns).toEqual(shown);
});
