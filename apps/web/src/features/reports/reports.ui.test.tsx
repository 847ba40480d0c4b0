import type { ReportSchedule } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makeJob, makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof", timeZone: "UTC", today: "2026-05-04" });
const ofPlant = `/station/${plant.stationId}/reports`;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialog = page.getByRole("dialog");
const submit = dialog.getByRole("button", { name: "Create report", exact: true });

const choices = { companies: [], installers: [], countries: [], tags: ["North", "South"], currencies: [] };

async function openPage(at: string, prepare: (server: FakeServer) => void = () => undefined) {
  return await openConsole({
    at,
    plants: [plant],
    prepare: (server) => {
      server.reply(endpoints.station.choices, choices);
      server.reply(endpoints.report.listSchedules, { rows: [], total: 0, email: "ana@example.org" });
      server.reply(endpoints.report.create, { jobId: crypto.randomUUID() });
      prepare(server);
    },
  });
}

test("creates the report of a plant's last month, and says that it is on its way", async () => {
  const server = await openPage(ofPlant);
  await button("Create report").click();
  await expect.element(page.getByRole("dialog", { name: "Create a report of Roof" })).toBeVisible();
  await submit.click();
  await expect.element(page.getByText("The report is being created.", { exact: false })).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.report.create).map(({ body }) => body)).toEqual([
    {
      stationId: plant.stationId,
      kind: "month",
      period: "2026-04",
      format: "pdf",
      language: "en",
    },
  ]);
});

test("follows the kind of report with its period, and sends format and language", async () => {
  const server = await openPage(ofPlant);
  await button("Create report").click();
  await dialog.getByText("Annual", { exact: true }).click();
  await dialog.getByText("Excel file", { exact: true }).click();
  await dialog.getByText("ไทย", { exact: true }).click();
  await submit.click();
  await expect.poll(() => server.listCalls(endpoints.report.create)).toHaveLength(1);
  expect(server.listCalls(endpoints.report.create)[0]?.body).toMatchObject({
    kind: "year",
    period: "2026",
    format: "xlsx",
    language: "th",
  });
});

test("a report of several plants is about all of them, or those with a tag", async () => {
  const server = await openPage("/reports");
  await button("Create report").click();
  await dialog.getByRole("combobox", { name: "Plants" }).selectOptions("Plants tagged North");
  await submit.click();
  await expect.poll(() => server.listCalls(endpoints.report.create)).toHaveLength(1);
  expect(server.listCalls(endpoints.report.create)[0]?.body).toMatchObject({ tag: "North", kind: "month" });
  await expect.element(dialog).not.toBeInTheDocument();
  await button("Create report").click();
  await submit.click();
  await expect.poll(() => server.listCalls(endpoints.report.create)).toHaveLength(2);
  expect(server.listCalls(endpoints.report.create)[1]?.body).not.toHaveProperty("tag");
});

test("a report of several plants is about selected ones", async () => {
  const server = await openPage("/reports");
  await button("Create report").click();
  await dialog.getByRole("combobox", { name: "Plants", exact: true }).selectOptions("Selected plants");
  await submit.click();
  await expect.element(dialog.getByRole("combobox", { name: "Selected plants" })).toBeVisible();
  expect(server.listCalls(endpoints.report.create)).toHaveLength(0);
  await dialog.getByRole("combobox", { name: "Selected plants" }).click();
  await page.getByTitle("Roof").click();
  await submit.click();
  await expect.poll(() => server.listCalls(endpoints.report.create)).toHaveLength(1);
  const { body } = server.listCalls(endpoints.report.create)[0] ?? {};
  expect(body).toMatchObject({ stationIds: [plant.stationId], kind: "month" });
  expect(body).not.toHaveProperty("tag");
});

test("shows what the server refuses in the dialog", async () => {
  await openPage(ofPlant, (server) =>
    server.reply(endpoints.report.create, () => {
      throw new Refusal("A0501", "Too many background tasks are waiting.");
    }),
  );
  await button("Create report").click();
  await submit.click();
  await expect.element(dialog.getByText("Too many background tasks are waiting.")).toBeVisible();
});

test("lists the account's reports, and none of its exports", async () => {
  const rows = [
    makeJob({ kind: "report", title: "Roof Monthly report 2026-04.pdf", state: "done", hasFile: true }),
    makeJob({ kind: "report", title: "Roof Annual report 2025.pdf", state: "failed", error: "access" }),
    makeJob({ title: "plants.csv", state: "done", hasFile: true }),
  ];
  await openPage("/reports", (server) => server.reply(endpoints.job.list, { rows, total: 3 }));
  const recent = page.getByRole("region", { name: "Recent reports" });
  await expect.element(recent.getByText("Roof Monthly report 2026-04.pdf", { exact: true })).toBeVisible();
  await expect.element(recent.getByText("Failed", { exact: true })).toBeVisible();
  await expect
    .element(recent.getByRole("button", { name: "Download: Roof Monthly report 2026-04.pdf" }))
    .toBeVisible();
  await expect.element(recent.getByText("plants.csv")).not.toBeInTheDocument();
});

test("a plant that hides its energy offers no report", async () => {
  const hidden = makePlant({ ...plant, hiddenParts: ["energy"] });
  await openPage(ofPlant, (server) => server.reply(endpoints.station.get, hidden));
  await expect.element(page.getByRole("heading", { name: "Roof", level: 1 })).toBeVisible();
  await expect.element(button("Create report")).not.toBeInTheDocument();
});

const schedule = (change: Partial<ReportSchedule> = {}): ReportSchedule => ({
  scheduleId: crypto.randomUUID(),
  stationId: plant.stationId,
  stationName: plant.name,
  tag: null,
  chosenCount: null,
  kind: "month",
  format: "pdf",
  language: "en",
  nextAt: "2026-06-01T01:00:00.000Z",
  sentAt: null,
  problem: null,
  ...change,
});

test("schedules a report by mail instead, without a period", async () => {
  const rows: ReportSchedule[] = [];
  const server = await openPage(ofPlant, (fake) => {
    fake.reply(endpoints.report.listSchedules, () => ({
      rows: [...rows],
      total: rows.length,
      email: "ana@example.org",
    }));
    fake.reply(endpoints.report.addSchedule, ({ body }) => {
      rows.push(schedule(body));
      return { scheduleId: crypto.randomUUID() };
    });
  });
  await expect.element(page.getByText("Sent to ana@example.org.")).toBeVisible();
  await button("Create report").click();
  await expect.element(dialog.getByLabelText(/^Period/)).toBeVisible();
  await dialog.getByText("After each period, by email", { exact: true }).click();
  await expect.element(dialog.getByLabelText(/^Period/)).not.toBeInTheDocument();
  await dialog.getByText("Daily", { exact: true }).click();
  await dialog.getByRole("button", { name: "Save schedule", exact: true }).click();
  await expect.element(page.getByText("Roof · Daily", { exact: true })).toBeVisible();
  expect(server.listCalls(endpoints.report.addSchedule).map(({ body }) => body)).toEqual([
    { stationId: plant.stationId, kind: "day", format: "pdf", language: "en" },
  ]);
  expect(server.listCalls(endpoints.report.create)).toEqual([]);
});

test("a schedule is changed, says why it has stopped, and is deleted after a question", async () => {
  let rows = [schedule({ problem: "access", nextAt: null })];
  const server = await openPage("/reports", (fake) => {
    fake.reply(endpoints.report.listSchedules, () => ({ rows, total: rows.length, email: null }));
    fake.reply(endpoints.report.updateSchedule, ({ body }) => {
      rows = rows.map((row) => ({ ...row, ...body, problem: null, nextAt: "2026-06-01T01:00:00.000Z" }));
      return null;
    });
    fake.reply(endpoints.report.deleteSchedule, () => {
      rows = [];
      return null;
    });
  });
  await expect.element(page.getByText("Your account has no verified email.", { exact: false })).toBeVisible();
  await expect.element(page.getByText("Stopped: you no longer have access.", { exact: false })).toBeVisible();
  await page.getByRole("button", { name: "Edit schedule: Roof · Monthly" }).click();
  await dialog.getByText("Annual", { exact: true }).click();
  await dialog.getByRole("button", { name: "Save schedule", exact: true }).click();
  await expect.element(page.getByText("Roof · Annual", { exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Next on/)).toBeVisible();
  await page.getByRole("button", { name: "Delete schedule: Roof · Annual" }).click();
  expect(server.listCalls(endpoints.report.deleteSchedule)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete schedule", exact: true }).click();
  await expect.element(page.getByText("No scheduled reports")).toBeVisible();
});
