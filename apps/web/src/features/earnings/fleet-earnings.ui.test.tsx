import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makePlantRow } from "../../../test/ui/samples.ts";

const north = makePlantRow({ name: "North" });
const south = makePlantRow({ name: "South" });

const makeCurrency = (currency: string, amount: string, plantCount: number) => ({
  currency,
  plantCount,
  bars: [
    { period: "2026-02", amount, energyWh: 30_000, unpricedWh: 0 },
    { period: "2026-03", amount: null, energyWh: 0, unpricedWh: 0 },
  ],
  amount,
  energyWh: 30_000,
  unpricedWh: 1_300,
  amountPerKwh: 0.43553,
  isEstimated: true,
  comparison: null,
  unpricedPlantCount: 1,
});

const makeRow = (plant: typeof north, amount: string | null) => ({
  stationId: plant.stationId,
  name: plant.name,
  currency: "EUR",
  installedCapacityKwp: 4.8,
  amount,
  amountPerKwp: amount === null ? null : Number(amount) / 4.8,
  energyWh: 12_300,
  unpricedWh: 0,
  amountPerKwh: 0.12,
  mayEdit: true,
  isEstimated: true,
  change: null,
});

function prepare(server: FakeServer): void {
  server.reply(endpoints.home.earningsPeriods, ({ query }) => ({
    currencies: [
      makeCurrency("EUR", query.by === "year" ? "900" : "12", 2),
      makeCurrency("CNY", query.by === "year" ? "700" : "70", 1),
    ],
    today: "2026-05-04",
    firstDay: "2025-05-01",
    earningsHiddenCount: 1,
    isUpdating: false,
  }));
  server.reply(endpoints.home.earningsPlants, {
    rows: [makeRow(north, "9"), makeRow(south, "3")],
    total: 2,
  });
}
const open = (at = "/earnings") => openConsole({ at, plants: [north, south], prepare });
const periods = (server: FakeServer) =>
  server.listCalls(endpoints.home.earningsPeriods).map(({ query }) => query);
const lastPlants = (server: FakeServer) => server.listCalls(endpoints.home.earningsPlants).at(-1)?.query;

test("shows the sum of each currency; the chosen one has the chart and its plants", async () => {
  const server = await open();
  const euro = page.getByRole("button", { name: /^EUR/ });
  await expect.element(euro).toHaveAttribute("aria-pressed", "true");
  await expect.element(euro).toMatchTextContent(/€12\.00/);
  await expect.element(euro).toMatchTextContent(/Since the first day €900\.00/);
  await expect.element(page.getByText("excluding 1 plant whose settings hide this")).toBeVisible();
  await expect.element(page.getByRole("heading", { name: "Earnings in EUR" })).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "North" });
  await expect.element(row).toMatchTextContent(/€9\.00/);
  await expect.element(row).toMatchTextContent(/75\.0%/);
  await expect
    .element(page.getByRole("link", { name: "North" }))
    .toHaveAttribute("href", `#/station/${north.stationId}/earnings?by=month`);
  expect(lastPlants(server)).toMatchObject({ by: "month", currency: "EUR", sort: "amount", order: "desc" });

  await page.getByRole("button", { name: /^CNY/ }).click();
  await expect.poll(() => location.hash).toBe("#/earnings?by=month&currency=CNY");
  await expect.element(page.getByRole("heading", { name: "Earnings in CNY" })).toBeVisible();
  await expect.poll(() => lastPlants(server)).toMatchObject({ currency: "CNY" });
});

test("compares a currency and its plants with the period before, and sums the list", async () => {
  await openConsole({
    at: "/earnings",
    plants: [north, south],
    prepare(server) {
      prepare(server);
      const comparison = {
        ...{ fromDay: "2026-01-01", toDay: "2026-05-03", amount: "11" },
        before: { fromDay: "2025-01-01", toDay: "2025-05-03", amount: "10" },
        plantCount: 1,
      };
      server.reply(endpoints.home.earningsPeriods, ({ query }) => ({
        currencies: [
          { ...makeCurrency("EUR", "12", 2), comparison: query.by === "year" ? null : comparison },
        ],
        ...{ today: "2026-05-04", firstDay: "2024-05-01", earningsHiddenCount: 0, isUpdating: false },
      }));
      server.reply(endpoints.home.earningsPlants, {
        rows: [{ ...makeRow(north, "9"), change: -0.25 }, makeRow(south, "3")],
        total: 2,
      });
    },
  });
  const tiles = page.getByRole("region", { name: "Earnings by currency" });
  await expect.element(tiles).toMatchTextContent(/\+10% against 1 Jan\s–\s3 May 2025/);
  await expect.element(tiles).toMatchTextContent(/1 of 2 plants compared/);
  const table = page.getByRole("table", { name: "Plants in EUR" });
  await expect.element(table.getByRole("row").filter({ hasText: "North" })).toMatchTextContent(/-25\.0%/);
  // The average is the server's: 12 € for 28.7 kWh of the DC side × 0.96.
  const sums = /^All plants\s*30\.0\s*1\.3\s*€0\.4355\s*\+10\.0%\s*€12\.00/;
  await expect.element(table.getByRole("row").last()).toMatchTextContent(sums);

  await page.getByRole("searchbox", { name: "Name or number" }).fill("Nor");
  await expect.element(table.getByText("All plants")).not.toBeInTheDocument();
  await page.getByText("Years", { exact: true }).click();
  await expect.element(table.getByRole("columnheader", { name: "Change" })).not.toBeInTheDocument();
});

test("energy without a price leads to its plants, and each to its prices", async () => {
  const server = await open();
  server.reply(endpoints.home.earningsPlants, {
    rows: [
      { ...makeRow(north, "9"), unpricedWh: 1_300 },
      { ...makeRow(south, "3"), unpricedWh: 1_200, mayEdit: false },
    ],
    total: 2,
  });
  await expect
    .element(page.getByText("1 plant has 1.30 kWh without a price, which earn nothing."))
    .toBeVisible();
  await page.getByRole("link", { name: "Show first in the list" }).click();
  await expect
    .poll(() => lastPlants(server))
    .toMatchObject({ sort: "unpricedWh", order: "desc", by: "month" });
  await expect
    .element(page.getByRole("link", { name: "Set price of North" }))
    .toHaveAttribute("href", `#/edit-power-station/${north.stationId}`);
  // The user may edit plants, but not this one.
  expect(page.getByRole("link", { name: "Set price of South" }).elements()).toEqual([]);
});

test("a period without data shows no amount", async () => {
  await openConsole({
    at: "/earnings?by=day&period=2025-06",
    plants: [north],
    prepare(server) {
      prepare(server);
      const empty = makeCurrency("EUR", "0", 1);
      server.reply(endpoints.home.earningsPeriods, {
        currencies: [{ ...empty, bars: empty.bars.map((bar) => ({ ...bar, amount: null })), energyWh: 0 }],
        ...{ today: "2026-05-04", firstDay: "2025-05-01", earningsHiddenCount: 0, isUpdating: false },
      });
    },
  });
  const tiles = page.getByRole("region", { name: "Earnings by currency" });
  await expect.element(tiles).toMatchTextContent(/^EUR\s*estimated\s*–\s*1 plant/);
  await expect.element(page.getByRole("link", { name: "North" })).toBeVisible();
  expect(page.getByText("All plants", { exact: true }).elements()).toEqual([]);
});

test("the share of one of thousands of plants is not 0.0%", async () => {
  const prepareMany = (server: FakeServer) => {
    prepare(server);
    server.reply(endpoints.home.earningsPlants, {
      rows: [makeRow(north, "0.09"), makeRow(south, "0.0018")],
      total: 2,
    });
  };
  await openConsole({ at: "/earnings", plants: [north, south], prepare: prepareMany });
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect.element(row("North")).toMatchTextContent(/0\.75%/);
  await expect.element(row("South")).toMatchTextContent(/0\.015%/);
});

test("period and currency are in the address, and an export covers what is shown", async () => {
  const server = await open("/earnings?by=day&period=2026-02&currency=CNY&page=3");
  await expect.element(page.getByRole("button", { name: /^CNY/ })).toHaveAttribute("aria-pressed", "true");
  expect(periods(server)).toContainEqual({ by: "day", period: "2026-02" });
  expect(lastPlants(server)).toMatchObject({ by: "day", period: "2026-02", page: 3 });

  await page.getByText("Years", { exact: true }).click();
  await expect.poll(() => location.hash).toBe("#/earnings?by=year&currency=CNY");
  await expect.poll(() => lastPlants(server)).toMatchObject({ by: "year", page: 1 });

  server.reply(endpoints.home.exportEarnings, { jobId: crypto.randomUUID() });
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "CSV file" }).click();
  await page.getByRole("dialog").getByRole("textbox").fill("All plants");
  await userEvent.keyboard("{Enter}");
  await expect
    .poll(() => server.listCalls(endpoints.home.exportEarnings)[0]?.body)
    .toEqual({ by: "year", format: "csv", fileName: "All plants" });
});

test("a search is in the address and starts the list anew; the sums stay those of all plants", async () => {
  const server = await open("/earnings?page=2");
  server.reply(endpoints.home.earningsPlants, ({ query }) => {
    const rows = [makeRow(north, "9"), makeRow(south, "3")].filter(({ name }) =>
      name.includes(query.search ?? ""),
    );
    return { rows, total: rows.length };
  });
  await page.getByRole("searchbox", { name: "Name or number" }).fill("Sou");
  await expect.poll(() => location.hash).toBe("#/earnings?search=Sou");
  await expect.element(page.getByRole("link", { name: "North" })).not.toBeInTheDocument();
  expect(lastPlants(server)).toMatchObject({ search: "Sou", page: 1, currency: "EUR" });
  await expect.element(page.getByRole("row").filter({ hasText: "South" })).toMatchTextContent(/25\.0%/);
  await page.getByText("Years", { exact: true }).click();
  await expect.poll(() => lastPlants(server)).toMatchObject({ by: "year", search: "Sou" });

  await page.getByRole("searchbox", { name: "Name or number" }).fill("West");
  await expect.element(page.getByText("No plant with earnings in EUR matches")).toBeVisible();
});

test("the period has a menu only where there is something to choose", async () => {
  await open("/earnings?by=month");
  const menu = page.getByRole("button", { name: /^Period: / });
  await expect.element(page.getByRole("button", { name: "Previous year" })).toBeVisible();
  expect(menu.elements()).toEqual([]);
  await page.getByText("Days", { exact: true }).click();
  await expect.element(menu).toBeVisible();
});

test("a period that is none is the current one, and without any plant the page says so", async () => {
  const server = await openConsole({
    at: "/earnings?by=day&period=2026",
    prepare: (fake) =>
      fake.reply(endpoints.home.earningsPeriods, {
        currencies: [],
        today: "2026-05-04",
        firstDay: null,
        earningsHiddenCount: 0,
        isUpdating: false,
      }),
  });
  await expect.element(page.getByText("No plants with earnings")).toBeVisible();
  expect(periods(server)[0]).toEqual({ by: "day" });
});
