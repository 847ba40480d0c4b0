import type { Correction, StationDetail } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { Refusal } from "../../../test/ui/fake-server.ts";
import { makeEnergy, makePlant } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof", timeZone: "UTC" });
const at = `/station/${plant.stationId}/corrections`;
const button = (name: string) => page.getByRole("button", { name, exact: true });
const dialogButton = (name: string) => page.getByRole("dialog").getByRole("button", { name, exact: true });
const automatic = page.getByRole("switch", { name: "Automatic correction" });

const record = (change: Partial<Correction> = {}): Correction => ({
  correctionId: crypto.randomUUID(),
  day: "2026-05-03",
  mode: "auto",
  state: "active",
  sourceWh: 24_000,
  correctedWh: 23_040,
  differenceWh: -960,
  generationWh: 24_100,
  createdAt: "2026-05-04T00:10:00Z",
  byName: null,
  cancelledAt: null,
  cancelledByName: null,
  ...change,
});

const makeDays = (change: { readonly measuredWh?: number | null } = {}) => {
  const energy = makeEnergy("2026-05");
  return { ...energy, bars: energy.bars.map((bar) => ({ ...bar, period: "2026-05-03", ...change })) };
};

/** The page, whose records and switch are what the calls of the console make of them. */
async function openPage(start: readonly Correction[], { mayChange = true } = {}) {
  let rows = [...start];
  let isAutomatic = false;
  const prepare = (server: FakeServer): void => {
    server.reply(endpoints.correction.settings, () => ({
      isAutomatic,
      reference: "meter" as const,
      firstDay: "2026-01-01",
      lastDay: "2026-05-03",
      maxKwh: 312,
      mayChange,
    }));
    server.reply(endpoints.station.energy, makeDays());
    server.reply(endpoints.correction.list, ({ query }) => {
      const found = rows
        .filter(({ mode }) => query.mode === undefined || mode === query.mode)
        .filter(({ state }) => query.state === undefined || state === query.state);
      return { rows: found, total: found.length };
    });
    server.reply(endpoints.correction.switch, ({ body }) => {
      isAutomatic = body.isAutomatic;
      return null;
    });
    server.reply(endpoints.correction.cancel, ({ body }) => {
      const state = "cancelled" as const;
      rows = rows.map((row) => (row.correctionId === body.correctionId ? { ...row, state } : row));
      return null;
    });
    server.reply(endpoints.correction.add, ({ body }) => {
      const correctedWh = body.energyKwh * 1000;
      const added = record({ day: body.day, mode: "manual", byName: "Ana", correctedWh });
      rows = [added, ...rows];
      return { correctionId: added.correctionId };
    });
  };
  return await openConsole({ at, plants: [plant], prepare });
}

test("asks before the automatic correction is switched on, and before it is switched off [R4.12]", async () => {
  const server = await openPage([]);
  const calls = () => server.listCalls(endpoints.correction.switch).map(({ body }) => body);
  await expect.element(automatic).not.toBeChecked();
  await automatic.click();
  await expect.element(page.getByRole("dialog", { name: "Turn on automatic correction?" })).toBeVisible();
  await dialogButton("Cancel").click();
  await expect.element(page.getByRole("dialog")).not.toBeInTheDocument();
  expect(calls()).toEqual([]);
  await expect.element(automatic).not.toBeChecked();
  await automatic.click();
  await dialogButton("Turn on").click();
  await expect.element(automatic).toBeChecked();
  await automatic.click();
  await expect.element(page.getByRole("dialog", { name: "Turn off automatic correction?" })).toBeVisible();
  await dialogButton("Turn off").click();
  await expect.element(automatic).not.toBeChecked();
  expect(calls()).toEqual([true, false].map((isAutomatic) => ({ stationId: plant.stationId, isAutomatic })));
});

test("shows a record's source, energy after correction, generation, time and mode, and filters by mode [R3.17]", async () => {
  await openPage([record(), record({ day: "2026-05-02", mode: "manual", byName: "Ana" })]);
  const table = page.getByRole("table");
  for (const name of [
    "Day",
    /^Source/,
    /^After correction/,
    /^Difference/,
    /^Measured generation/,
    "Mode",
    "Time",
  ])
    await expect.element(table.getByRole("columnheader", { name })).toBeVisible();
  const row = table.getByRole("row").nth(1);
  for (const text of ["24.00", "23.04", "-0.96", "24.10", "Automatic", "System", "In effect"])
    await expect.element(row.getByText(text, { exact: true })).toBeVisible();
  await page.getByRole("combobox", { name: "Mode" }).selectOptions("Manual");
  await expect.element(table.getByText("Ana", { exact: true })).toBeVisible();
  await expect.element(table.getByText("System", { exact: true })).not.toBeInTheDocument();
});

test("draws the corrections in effect before and after, from the second one on", async () => {
  const server = await openPage([
    record(),
    record({ day: "2026-05-02" }),
    record({ day: "2026-05-01", state: "cancelled" }),
  ]);
  const chart = page.getByRole("region", { name: "Corrected days" });
  const drawing = chart.getByRole("img", { name: "Energy before and after the correction of 2 days" });
  await expect.element(drawing).toBeVisible();
  expect(server.listCalls(endpoints.correction.list).map(({ query }) => query.state)).toContain("active");
  // It follows a cancellation.
  await page
    .getByRole("button", { name: /^Cancel correction/ })
    .first()
    .click();
  await dialogButton("Cancel correction").click();
  await expect.element(chart).not.toBeInTheDocument();
});

test("a day is corrected, and its correction cancelled after a question [R4.13]", async () => {
  const server = await openPage([]);
  await button("Correct a day").click();
  await page.getByRole("textbox", { name: "Energy of the day" }).fill("-1");
  await button("Save").click();
  await expect.element(page.getByText("Must be 0 or more.")).toBeVisible();
  await page.getByRole("textbox", { name: "Energy of the day" }).fill("12.5");
  await button("Save").click();
  await expect.element(page.getByRole("table").getByText("12.50", { exact: true })).toBeVisible();
  expect(server.listCalls(endpoints.correction.add)[0]?.body).toEqual({
    stationId: plant.stationId,
    day: "2026-05-03",
    energyKwh: 12.5,
  });
  await page.getByRole("button", { name: /^Cancel correction/ }).click();
  expect(server.listCalls(endpoints.correction.cancel)).toHaveLength(0);
  await dialogButton("Cancel correction").click();
  await expect.element(page.getByRole("table").getByText("Cancelled", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("button", { name: /^Cancel correction/ })).not.toBeInTheDocument();
});

test("says beside a day's energy what was measured, and asks before a very different one is saved", async () => {
  const server = await openPage([]);
  await button("Correct a day").click();
  const energy = page.getByRole("textbox", { name: "Energy of the day" });
  const dialog = page.getByRole("dialog", { name: "Correct a day" });
  const question = page.getByRole("dialog", { name: "Save a very different energy?" });
  await expect.element(dialog.getByText("Measured: 12.30 kWh.")).toBeVisible();
  await energy.fill("13");
  await expect.element(dialog.getByText("Measured: 12.30 kWh (+5.7%).")).toBeVisible();
  for (const [typed, share] of [
    ["1", "1.00 kWh is 8% of the measured 12.30 kWh. Save it?"],
    ["40", "40.00 kWh is 325% of the measured 12.30 kWh. Save it?"],
  ] as const) {
    await energy.fill(typed);
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await expect.element(question.getByText(share)).toBeVisible();
    await question.getByRole("button", { name: "Cancel" }).click();
    await expect.element(question).not.toBeInTheDocument();
    await expect.element(dialog.getByRole("button", { name: "Save", exact: true })).toHaveFocus();
  }
  await expect.element(energy).toHaveValue("40");
  expect(server.listCalls(endpoints.correction.add)).toEqual([]);
  await dialog.getByRole("button", { name: "Save", exact: true }).click();
  await question.getByRole("button", { name: "Save", exact: true }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.correction.add)[0]?.body).toMatchObject({ energyKwh: 40 });
});

test("a day is corrected without a question where its measured energy cannot be read", async () => {
  const server = await openPage([]);
  server.refuse(endpoints.station.energy, "A0404", "Not found");
  await button("Correct a day").click();
  await page.getByRole("textbox", { name: "Energy of the day" }).fill("400");
  await button("Save").click();
  await expect
    .poll(() => server.listCalls(endpoints.correction.add)[0]?.body)
    .toMatchObject({ energyKwh: 400 });
});

test("a day without measured energy is corrected without a question", async () => {
  const server = await openPage([]);
  server.reply(endpoints.station.energy, makeDays({ measuredWh: null }));
  await button("Correct a day").click();
  await expect.element(page.getByText("Nothing was measured on this day.")).toBeVisible();
  await page.getByRole("textbox", { name: "Energy of the day" }).fill("400");
  await button("Save").click();
  await expect
    .poll(() => server.listCalls(endpoints.correction.add)[0]?.body)
    .toMatchObject({ energyKwh: 400 });
});

test("shows what the server refuses beside its field", async () => {
  const server = await openPage([]);
  const message = "This day is already corrected. Cancel that correction first.";
  server.reply(endpoints.correction.add, () => {
    throw new Refusal("A0400", message, { fields: [{ path: "day", message }] });
  });
  await button("Correct a day").click();
  await page.getByRole("textbox", { name: "Energy of the day" }).fill("13");
  await button("Save").click();
  await expect.element(page.getByRole("dialog").getByText(message)).toBeVisible();
});

test("readers see the records and the switch, and change neither", async () => {
  await openPage([record()], { mayChange: false });
  await expect.element(automatic).toBeDisabled();
  await expect.element(page.getByRole("table").getByText("23.04", { exact: true })).toBeVisible();
  await expect.element(button("Correct a day")).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: /^Cancel correction/ })).not.toBeInTheDocument();
});

test("the plant's page marks corrected energy and leads to the records", async () => {
  const prepare = (server: FakeServer): void => {
    server.reply(endpoints.station.energy, ({ query }) => {
      const energy = makeEnergy(query.period ?? "2026");
      const period = `${query.period}-01`;
      const bars = energy.bars.map((bar) => ({ ...bar, period, correctedDays: 2, measuredWh: 12_000 }));
      return { ...energy, bars };
    });
  };
  const open = (change: Partial<StationDetail> = {}) =>
    openConsole({ at: `/station/${plant.stationId}`, plants: [{ ...plant, ...change }], prepare });
  await open();
  const energy = page.getByRole("region", { name: "Energy", exact: true });
  const link = energy.getByRole("link", { name: "2 days corrected" });
  await expect.element(link).toHaveAttribute("href", `#${at}`);
  await expect.element(page.getByRole("link", { name: "Corrections", exact: true })).toBeVisible();
});
