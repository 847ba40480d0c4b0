import type { Job } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../../test/ui/console.tsx";
import { watchDownloads } from "../../../../test/ui/downloads.ts";
import { makeJob, makePlantRow } from "../../../../test/ui/samples.ts";
import { text } from "../../../../test/ui/text.ts";

const plants = ["Block 1", "Block 2"].map((name) => makePlantRow({ name }));

/** The console at the plant list, on a server whose one job does what the test says. */
async function openList(address: string) {
  const server = await openConsole({ plants, at: address });
  await expect.poll(() => document.querySelectorAll("tbody tr[data-row]").length).toBeGreaterThan(0);
  let job: Job | undefined;
  server.reply(endpoints.job.list, () => {
    const rows = job === undefined ? [] : [job];
    return { rows, total: rows.length };
  });
  server.reply(endpoints.station.export, ({ body }) => {
    job = makeJob({ title: `${body.fileName}.${body.format}`, state: "queued" });
    return { jobId: job.jobId };
  });
  const begin = async (format: "csv" | "xlsx") => {
    const region = page.getByRole("region", { name: text("home.list"), exact: true }).first();
    await region.getByRole("button", { name: text("export.export"), exact: true }).click();
    await region.getByRole("button", { name: text(`export.${format}`), exact: true }).click();
  };
  return {
    server,
    begin,
    update(change: Partial<Job>): void {
      if (job === undefined) throw new Error("no job was started");
      job = { ...job, ...change };
    },
  };
}

test("exports the list by a job, under a name that the user enters, and downloads the file [R5.23]", async () => {
  const downloads = watchDownloads();
  const { server, begin, update } = await openList("/home?sort=name&search=block");
  await begin("csv");
  const dialog = page.getByRole("dialog", { name: text("export.title") });
  const field = dialog.getByLabelText(text("export.name"));
  await expect.element(field).toHaveFocus();
  expect((field.element() as HTMLInputElement).value).toMatch(/^Plants \d{4}-\d{2}-\d{2}$/);
  await field.fill("a/b");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => dialog.getByRole("alert").element().textContent)
    .toContain("cannot contain these characters");
  await expect.element(field).toHaveAttribute("aria-invalid", "true");
  await field.fill("my plants.csv");
  await userEvent.keyboard("{Enter}");
  await expect.element(page.getByText(text("export.started", { name: "my plants.csv" }))).toBeVisible();
  expect(server.listCalls(endpoints.station.export)[0]?.body).toMatchObject({
    format: "csv",
    fileName: "my plants",
    sort: "name",
    order: "asc",
    search: "block",
    columns: [
      "number",
      "status",
      "name",
      "powerW",
      "efficiency",
      "energyTodayKwh",
      "energyMonthKwh",
      "energyYearKwh",
      "energyTotalKwh",
      "earningsToday",
      "openAlarms",
      "installedCapacityKwp",
      "createdAt",
      "updatedAt",
    ],
  });
  server.reply(endpoints.job.getFile, () => new Blob(["\uFEFFName\r\nBlock 1\r\n"]) as never);
  update({ state: "done", done: 2, total: 2, hasFile: true });
  expect(await downloads.readLines()).toEqual(["Name", "Block 1"]);
  expect(downloads.names()).toEqual(["my plants.csv"]);
  await expect.element(page.getByText(text("tasks.finished", { name: "my plants.csv" }))).toBeVisible();
});

test("exports an Excel file, and says why an export failed", async () => {
  const { server, begin, update } = await openList("/home");
  await begin("xlsx");
  await page
    .getByRole("dialog", { name: text("export.titleXlsx") })
    .getByLabelText(text("export.name"))
    .fill("fleet");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => server.listCalls(endpoints.station.export)[0]?.body)
    .toMatchObject({ format: "xlsx", fileName: "fleet" });
  update({ state: "failed", error: "access" });
  await expect.element(page.getByText(`fleet.xlsx: ${text("tasks.error.access")}`)).toBeVisible();
});
