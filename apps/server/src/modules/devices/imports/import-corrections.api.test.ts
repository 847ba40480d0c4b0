import { IMPORT_LIMITS } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ImportStage } from "../../../../test/import-stage.ts";
import { CODE, makeSn, openImportStage } from "../../../../test/import-stage.ts";
import { readTable } from "../../../infra/sheets/read-table.ts";

let stage: ImportStage;
beforeAll(async () => {
  stage = await openImportStage();
});
afterAll(async () => await stage.close());

test("counts rows with the same problem, corrects cells in place and checks them again; unchanged wrong codes count once", async () => {
  const caller = await stage.createInstaller();
  const [gateway = "", unit = ""] = await stage.createRegistered("DCON", "OPT");
  const strangers = [makeSn(), makeSn()];
  const started = await stage.begin(caller, [
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
  const stranger = await stage.createInstaller();
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
  expect((await stage.linksOf(caller.plant.id)).map(({ sn, alias }) => [sn, alias])).toEqual(
    [
      [gateway, ""],
      [unit, "Unit1"],
    ].toSorted(([one = ""], [other = ""]) => (one < other ? -1 : 1)),
  );
  expect((await started.edit({ row: 4, field: "alias", value: "A" })).code).toBe("A0440");
});

test("checks the code of a corrected row whose new serial number another row was refused for", async () => {
  const caller = await stage.createInstaller();
  const [unit = ""] = await stage.createRegistered("OPT");
  // The serial numbers of the file are one row too low.
  const started = await stage.begin(caller, [
    [makeSn(), CODE], // 2
    [unit, "MFRGGZDFMZTWQ2LA"], // 3
  ]);
  await started.run("check");
  await started.edit({ row: 2, field: "sn", value: unit });
  await started.run("check");
  expect(await started.problems()).toEqual({ 3: "This serial number is also in row 2." });
});

/** Checks a gateway (row 2) and an optimizer whose alias has a space (row 3). */
async function checkTwo() {
  const caller = await stage.createInstaller();
  const [gateway = "", unit = ""] = await stage.createRegistered("DCON", "OPT");
  const started = await stage.begin(caller, [
    [gateway, CODE],
    [unit, CODE, "Unit 1"],
  ]);
  await started.run("check");
  return { caller, unit, started };
}

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
  const { caller, unit, started } = await checkTwo();
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
  const { caller, started } = await checkTwo();
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
  expect(await stage.linksOf(caller.plant.id)).toEqual([]);
  await started.run("all");
  expect((await stage.linksOf(caller.plant.id)).map(({ alias }) => alias).toSorted()).toEqual(["", "Unit2"]);
});

test("limits the characters of all corrections of an import", async () => {
  const caller = await stage.createInstaller();
  const started = await stage.begin(caller, [[makeSn(), CODE]]);
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
