import type { ImportState } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makeJob, makePlant } from "../../../test/ui/samples.ts";
import { text } from "../../../test/ui/text.ts";

const plant = makePlant({ name: "Roof" });
const importId = crypto.randomUUID();
const jobId = crypto.randomUUID();
const column = (title: string, field: "sn" | "registrationCode" | null) => ({ title, field, samples: [] });
const state: ImportState = {
  kind: "plant",
  fileName: "units.csv",
  state: "checked",
  total: 3,
  wrong: 1,
  written: 0,
  problems: [{ key: "code.A0150", field: "sn", text: "SN already exists", count: 1 }],
  createdAt: "2026-05-04T09:00:00.000Z",
  stationId: plant.stationId,
  columns: [column("SN", "sn"), column("Kode", "registrationCode")],
  areColumnsChanged: false,
  lastRun: null,
};
const unread: ImportState = {
  ...state,
  ...{ state: "read", wrong: 0, problems: [], stationId: null },
  columns: [column("SN", "sn"), column("Kode", null)],
};
const row = { alias: "", place: "", parentSn: "", type: null, model: "" };

function replyWithImport(server: FakeServer): void {
  server.reply(endpoints.deviceImport.read, {
    importId,
    total: 3,
    columns: unread.columns,
  });
  server.reply(endpoints.deviceImport.columns, null);
  server.reply(endpoints.deviceImport.toPlant, { jobId });
  server.reply(endpoints.job.get, makeJob({ jobId, kind: "deviceImport", state: "done", done: 3, total: 3 }));
  server.reply(endpoints.deviceImport.get, () =>
    server.listCalls(endpoints.deviceImport.toPlant).length === 0 ? unread : state,
  );
  server.reply(endpoints.deviceImport.results, ({ query }) => {
    const wrong = {
      ...row,
      row: 4,
      sn: "D-3",
      problems: [{ key: "code.A0150", field: "sn" as const, text: "SN already exists" }],
    };
    const right = { ...row, row: 2, sn: "D-1", problems: [] };
    const rows = query.onlyWrong ? [wrong] : [right, wrong];
    return { rows, total: rows.length };
  });
}

const button = (name: string | RegExp) => page.getByRole("button", { name });
const fileInput = page.getByLabelText("File (.xlsx or .csv)");
const makeFile = () => new File(["SN,Kode\nD-1,X\n"], "units.csv", { type: "text/csv" });

async function open(prepare: (server: FakeServer) => void = replyWithImport, withheld: string[] = []) {
  return await openConsole({
    at: `/control/import?plant=${plant.stationId}`,
    plants: [plant],
    prepare,
    withheld,
  });
}

async function choose(): Promise<void> {
  await userEvent.upload(fileInput, makeFile());
  await button("Continue").click();
}

const stageNow = () => document.querySelector(".import-stages [aria-current]")?.textContent;

test("reads a dropped file, names the required columns that are not selected, and shows where the import is", async () => {
  const server = await open();
  await expect.poll(stageNow).toBe("1File");
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(makeFile());
  await expect.element(fileInput).toBeVisible();
  const zone = fileInput.element().closest(".import-drop");
  const drag = (kind: string) => zone?.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true }));
  drag("dragover");
  await expect.poll(() => zone?.getAttribute("data-state")).toBe("over");
  drag("dragleave");
  await expect.poll(() => zone?.getAttribute("data-state")).toBe(null);
  drag("drop");
  await expect.poll(() => zone?.getAttribute("data-state")).toBe("chosen");
  await expect.element(page.getByText("units.csv")).toBeVisible();
  await button("Continue").click();
  await expect.element(page.getByText("Required and not selected yet: Registration code")).toBeVisible();
  expect(server.listCalls(endpoints.deviceImport.read).map(({ query }) => query)).toMatchObject([
    { fileName: "units.csv", stationId: plant.stationId },
  ]);
  expect(stageNow()).toBe("2Columns");
  await page.getByRole("combobox", { name: "Contents of column Kode" }).selectOptions("Registration code *");
  await expect.element(page.getByText("Required and not selected yet")).not.toBeInTheDocument();
  await button("Check rows").click();
  await expect.poll(stageNow).toBe("3Result");
});

test("asks for a plant and a file, and shows beside the file why it was refused", async () => {
  await openConsole({
    at: "/control/import",
    plants: [plant],
    prepare(server) {
      server.reply(endpoints.deviceImport.read, () => {
        throw new Refusal("A0700", "Cell B2 contains a formula.");
      });
    },
  });
  await button("Continue").click();
  await expect.element(page.getByText("Select a plant.")).toBeVisible();
  await expect.element(page.getByText("Select a file.")).toBeVisible();
  await page.getByRole("radio", { name: "Register devices" }).click();
  await choose();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Cell B2 contains a formula.");
  await expect.element(fileInput).toHaveAttribute("aria-invalid", "true");
});

test("columns are adjusted, rows are checked, and the rows without errors are imported [R1.7]", async () => {
  const server = await open();
  await choose();
  await page.getByRole("combobox", { name: "Contents of column Kode" }).selectOptions("Registration code *");
  await button("Check rows").click();
  await expect
    .element(page.getByText("2 of 3 rows have no errors. Nothing has been written yet."))
    .toBeVisible();
  await expect.element(page.getByRole("row", { name: /4 D-3.*SN already exists/ })).toBeVisible();
  expect(page.getByRole("row", { name: /D-1/ }).elements()).toHaveLength(0);
  await page.getByRole("radio", { name: "All rows" }).click();
  await expect.element(page.getByRole("row", { name: /2 D-1.*No errors/ })).toBeVisible();
  server.reply(endpoints.deviceImport.get, { ...state, state: "written", written: 2 });
  await button("Import rows without errors (2)").click();
  await expect.element(page.getByText("2 of 3 devices imported.")).toBeVisible();
  await expect.element(button("Change columns")).not.toBeInTheDocument();
  await expect.element(page.getByRole("link", { name: "Open plant devices" })).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: text("title.commissioning") }))
    .toHaveAttribute("href", `#/station/${plant.stationId}/commissioning`);
  const columns = ["sn", "registrationCode"];
  expect(server.listCalls(endpoints.deviceImport.toPlant).map(({ body }) => body)).toEqual([
    { importId, columns, mode: "check", stationId: plant.stationId },
    { importId, columns, mode: "valid", stationId: plant.stationId },
  ]);
});

test("the devices of a plant lead to its import, also after the page was opened for another plant, and each step names it", async () => {
  const other = makePlant({ name: "Barn" });
  const server = await openConsole({
    at: `/control/import?plant=${plant.stationId}`,
    plants: [plant, other],
    prepare: replyWithImport,
  });
  await expect.element(fileInput).toBeVisible();
  location.hash = `/station/${other.stationId}/devices`;
  await page
    .getByRole("link", { name: text("guide.import") })
    .first()
    .click();
  await choose();
  const target = () => document.querySelector(".import-target")?.textContent;
  await expect.poll(target).toBe("Plant Barn");
  await page.getByRole("combobox", { name: "Contents of column Kode" }).selectOptions("Registration code *");
  await button("Check rows").click();
  await expect.element(button("Import rows without errors (2)")).toBeVisible();
  expect(target()).toBe("Plant Barn");
  expect(server.listCalls(endpoints.deviceImport.toPlant).map(({ body }) => body)).toMatchObject([
    { stationId: other.stationId, mode: "check" },
  ]);
});

test("a wrong cell is corrected beside its error and checked again; rows are listed by their error", async () => {
  const server = await open();
  await choose();
  await page.getByRole("combobox", { name: "Contents of column Kode" }).selectOptions("Registration code *");
  await button("Check rows").click();
  const group = button(/^1 Serial number SN already exists/);
  await group.click();
  await expect.element(group).toHaveAttribute("aria-pressed", "true");
  await expect
    .poll(() => server.listCalls(endpoints.deviceImport.results).at(-1)?.query)
    .toMatchObject({ problem: "code.A0150" });
  const cell = page.getByRole("textbox", { name: "Serial number, row 4", exact: true });
  await expect.element(cell).toHaveAttribute("aria-invalid", "true");
  await cell.fill("D-33");
  await expect.element(cell).toHaveAttribute("aria-invalid", "false");
  await page.getByRole("textbox", { name: "Registration code, row 4" }).fill("ABCDEFGHIJKLMNOP");
  // Not before what was corrected is checked.
  await expect.element(button(/^Import rows without errors/)).not.toBeInTheDocument();
  await cell.fill("D-3");
  await expect.element(button("Check corrections (1)")).toBeVisible();
  await button("Discard corrections").click();
  await expect.element(button(/^Import rows without errors/)).toBeVisible();
  await cell.fill("D-33");
  await page.getByRole("textbox", { name: "Registration code, row 4" }).fill("ABCDEFGHIJKLMNOP");
  server.reply(endpoints.deviceImport.edit, null);
  server.reply(endpoints.deviceImport.get, { ...state, wrong: 0, problems: [] });
  await button("Check corrections (2)").click();
  await expect.element(button("Import all rows (3)")).toBeVisible();
  expect(server.listCalls(endpoints.deviceImport.edit).map(({ body }) => body)).toEqual([
    {
      importId,
      edits: [
        { row: 4, field: "sn", value: "D-33" },
        { row: 4, field: "registrationCode", value: "ABCDEFGHIJKLMNOP" },
      ],
    },
  ]);
  expect(
    server.listCalls(endpoints.deviceImport.toPlant).map(({ body }) => (body as { mode: string }).mode),
  ).toEqual(["check", "check"]);
});

test("a corrected row is marked as not checked while its check is refused, and nothing is imported before", async () => {
  const server = await open();
  await choose();
  await page.getByRole("combobox", { name: "Contents of column Kode" }).selectOptions("Registration code *");
  await button("Check rows").click();
  const cell = page.getByRole("textbox", { name: "Serial number, row 4", exact: true });
  await cell.fill("D-33");
  const unchecked = { key: "importRow.unchecked", field: null, text: "Corrected, not checked yet." };
  server.reply(endpoints.deviceImport.edit, null);
  server.reply(endpoints.deviceImport.get, {
    ...state,
    state: "read",
    problems: [{ ...unchecked, count: 1 }],
  });
  server.reply(endpoints.deviceImport.results, {
    rows: [{ ...row, row: 4, sn: "D-33", problems: [unchecked] }],
    total: 1,
  });
  server.reply(endpoints.deviceImport.toPlant, () => {
    throw new Refusal("A0501", "Too many tasks are running.");
  });
  await button("Check corrections (1)").click();
  await expect.element(page.getByRole("alert")).toHaveTextContent("Too many tasks are running.");
  const mark = page.getByRole("row", { name: /4/ }).getByText("Corrected, not checked yet.");
  await expect.element(mark).toHaveAttribute("data-variant", "waiting");
  await expect
    .element(
      page.getByText(
        "1 row was corrected and is not checked yet. 2 of 3 rows have no errors. Nothing has been written yet.",
      ),
    )
    .toBeVisible();
  await expect.element(page.getByText("Rows with errors or not checked (1)")).toBeVisible();
  await expect.element(cell).toHaveValue("D-33");
  expect(button(/^Import /).elements()).toHaveLength(0);
  server.reply(endpoints.deviceImport.toPlant, { jobId });
  server.reply(endpoints.deviceImport.get, { ...state, wrong: 0, problems: [] });
  await button("Check rows").click();
  await expect.element(button("Import all rows (3)")).toBeVisible();
});

test("a check under way shows its progress and is cancelled; another choice of columns removes its result", async () => {
  let isCancelled = false;
  const server = await open((fake) => {
    replyWithImport(fake);
    fake.reply(endpoints.job.get, () =>
      makeJob({
        jobId,
        kind: "deviceImport",
        state: isCancelled ? "cancelled" : "running",
        done: 1,
        total: 4,
      }),
    );
    fake.reply(endpoints.job.cancel, () => {
      isCancelled = true;
      return null;
    });
  });
  await choose();
  await button("Check rows").click();
  await expect
    .element(page.getByRole("progressbar", { name: "Checking rows…" }))
    .toHaveAttribute("value", "0.25");
  await button("Cancel import").click();
  await expect.element(page.getByText("The import was cancelled. Nothing was written.")).toBeVisible();
  server.reply(endpoints.job.get, makeJob({ jobId: importId, kind: "deviceImport", state: "done" }));
  server.reply(endpoints.deviceImport.toPlant, { jobId: importId });
  await button("Check rows").click();
  await expect.element(page.getByRole("heading", { name: "Result" })).toBeVisible();
  await button("Change columns").click();
  await page.getByRole("combobox", { name: "Contents of column SN" }).selectOptions("Not imported");
  await expect.element(page.getByRole("heading", { name: "Result" })).not.toBeInTheDocument();
});

test("the page is in the menu of accounts that may import, and registering is offered to those who may", async () => {
  await open(replyWithImport, ["device:register"]);
  await expect.element(page.getByRole("link", { name: "Device import" }).first()).toBeVisible();
  expect(page.getByRole("radio", { name: "Register devices" }).elements()).toHaveLength(0);
});

const continued = `/control/import?plant=${plant.stationId}&id=${importId}`;

test("the address of an import opens its check under way again, without its plant too, and then the result", async () => {
  let jobState: "running" | "done" = "running";
  const server = await openConsole({
    at: `/control/import?id=${importId}`,
    plants: [plant],
    prepare(fake) {
      replyWithImport(fake);
      fake.reply(endpoints.deviceImport.get, {
        ...unread,
        ...{ stationId: plant.stationId, columns: state.columns, lastRun: { jobId, mode: "valid" } },
      });
      fake.reply(endpoints.job.get, () =>
        makeJob({ jobId, kind: "deviceImport", state: jobState, done: 1, total: 4 }),
      );
    },
  });
  await expect
    .element(page.getByRole("progressbar", { name: "Importing…" }))
    .toHaveAttribute("value", "0.25");
  await expect.poll(() => document.querySelector(".import-target")?.textContent).toBe("Plant Roof");
  expect(stageNow()).toBe("2Columns");
  server.reply(endpoints.deviceImport.get, { ...state, lastRun: { jobId, mode: "valid" } });
  jobState = "done";
  await expect.element(page.getByRole("row", { name: /4 D-3.*SN already exists/ })).toBeVisible();
  expect(stageNow()).toBe("3Result");
  await button("Import rows without errors (2)").click();
  await expect
    .poll(() => server.listCalls(endpoints.deviceImport.toPlant).map(({ body }) => body))
    .toEqual([{ importId, columns: ["sn", "registrationCode"], mode: "valid", stationId: plant.stationId }]);
});

test("an import without a job opens at its columns, or at its result once it was checked", async () => {
  const server = await open();
  await choose();
  await expect.element(button("Check rows")).toBeVisible();
  expect(location.hash).toBe(`#${continued}`);
  await button("Select another file").click();
  await expect.element(fileInput).toBeVisible();
  server.reply(endpoints.deviceImport.get, state);
  history.back();
  await expect.element(page.getByRole("heading", { name: "Result" })).toBeVisible();
  expect(button("Check rows").elements()).toHaveLength(0);
});

test("chosen columns are kept until they are checked, and an import opens at those that its result does not say anything about", async () => {
  const server = await open();
  await choose();
  await page.getByRole("combobox", { name: "Contents of column Kode" }).selectOptions("Registration code *");
  await expect
    .poll(() => server.listCalls(endpoints.deviceImport.columns).map(({ body }) => body))
    .toEqual([{ importId, columns: ["sn", "registrationCode"] }]);
  await button("Select another file").click();
  await expect.element(fileInput).toBeVisible();
  server.reply(endpoints.deviceImport.get, { ...state, areColumnsChanged: true });
  history.back();
  await expect.element(button("Check rows")).toBeVisible();
  expect(page.getByRole("heading", { name: "Result" }).elements()).toHaveLength(0);
});

test("an import that is not the account's, or was deleted, is not continued: the page says so and starts anew", async () => {
  const server = await openConsole({
    at: continued,
    plants: [plant],
    prepare(fake) {
      replyWithImport(fake);
      fake.reply(endpoints.deviceImport.get, () => {
        throw new Refusal("A0404", "Not found.");
      });
    },
  });
  await expect.element(page.getByText("This import cannot be continued")).toBeVisible();
  await expect.poll(stageNow).toBe("1File");
  const next = crypto.randomUUID();
  server.reply(endpoints.deviceImport.read, { importId: next, total: 3, columns: unread.columns });
  server.reply(endpoints.deviceImport.get, unread);
  await choose();
  await expect.element(button("Check rows")).toBeVisible();
  await expect.element(page.getByText("This import cannot be continued")).not.toBeInTheDocument();
  expect(location.hash).toContain(next);
});

test("imports that were begun are listed beside the choice of a file; those written, or for no known plant, are not", async () => {
  const kept = { ...state, importId };
  await open((server) => {
    replyWithImport(server);
    server.reply(endpoints.deviceImport.list, [
      kept,
      { ...kept, importId: jobId, fileName: "written.csv", state: "written" },
      { ...kept, importId: plant.stationId, fileName: "unknown.csv", state: "read", stationId: null },
    ]);
    server.reply(endpoints.deviceImport.get, state);
  });
  const list = page.getByRole("region", { name: "Continue an import" });
  await expect.element(list.getByText("2 of 3 rows have no errors.")).toBeVisible();
  expect(list.getByRole("link").elements()).toHaveLength(1);
  await list.getByRole("link", { name: "units.csv" }).click();
  await expect.element(page.getByRole("heading", { name: "Result" })).toBeVisible();
  expect(location.hash).toBe(`#${continued}`);
});

test("asks before the console is left with corrected cells, which come back with their import and are stored nowhere", async () => {
  const code = "ABCDEFGHIJKLMNOP";
  await openConsole({
    at: continued,
    plants: [plant],
    prepare(server) {
      replyWithImport(server);
      server.reply(endpoints.deviceImport.get, state);
    },
  });
  const leave = () => !window.dispatchEvent(new Event("beforeunload", { cancelable: true }));
  const cell = page.getByRole("textbox", { name: "Registration code, row 4" });
  await expect.element(cell).toBeVisible();
  expect(leave()).toBe(false);
  await cell.fill(code);
  await expect.poll(leave).toBe(true);
  location.hash = `/control/import?plant=${plant.stationId}`;
  await expect.element(fileInput).toBeVisible();
  history.back();
  await expect.element(cell).toHaveValue(code);
  expect(JSON.stringify([{ ...localStorage }, { ...sessionStorage }]) + location.href).not.toContain(code);
  await button("Discard corrections").click();
  await expect.poll(leave).toBe(false);
});
