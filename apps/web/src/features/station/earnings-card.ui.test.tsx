import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makeEarnings, makePlant, makePlantRow } from "../../../test/ui/samples.ts";

const earnings = page.getByRole("region", { name: "Earnings", exact: true });

test("shows sums, energy without a price, the prices behind them and the payback [R1.10]", async () => {
  const plant = makePlantRow();
  const tariff = { amount: "1", energyWh: 1000, unpricedWh: 0, periods: [] };
  const nights = { start: "22:00", end: "06:00", price: "0.1", amount: "0.25", energyWh: 2500 };
  const queries: unknown[] = [];
  await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/earnings`,
    prepare: (server) =>
      server.reply(endpoints.station.earnings, ({ query }) => {
        queries.push(query);
        const shown = makeEarnings(query.period === undefined ? "2026" : makePlant().today);
        if (query.by !== "year")
          return {
            ...shown,
            tariffs: [
              { ...tariff, validFrom: "2020-01-01" },
              { ...tariff, validFrom: "2026-02-01", amount: "-0.5", periods: [nights] },
            ],
          };
        const payback = { years: 8.25, investment: "9000", yearlyAmount: "1090.91", days: 412 };
        return { ...shown, amount: "1234.5", payback };
      }),
  });
  await expect.element(earnings.getByText("€2.95")).toBeVisible();
  await expect.element(earnings.getByText("€1,234.50")).toBeVisible();
  await expect.element(earnings.getByText("estimated").first()).toBeVisible();
  await expect.element(earnings.getByText("Not priced")).toBeVisible();
  await expect.element(earnings.getByText("-€0.50")).toBeVisible();
  const times = earnings.getByRole("list", { name: "Earnings by time of day, prices from 01/02/2026" });
  await expect.element(times.getByRole("listitem")).toMatchTextContent(/^22:00–06:00 €0\.25\s*2\.50 kWh$/);
  await expect.element(earnings.getByText("8.3 years")).toBeVisible();
  await expect.element(earnings.getByText(/€9,000.00 ÷ €1,090.91 a year/)).toBeVisible();
  await expect.element(earnings.getByRole("img", { name: "Earnings in this period: €2.95" })).toBeVisible();

  await earnings.getByText("Months", { exact: true }).click();
  await expect.poll(() => location.hash).toMatch(/by=month/);
  await expect.poll(() => queries).toContainEqual(expect.objectContaining({ by: "month" }));
});

test("lists the periods with their sums; a row leads to the day, a price is missing with a link to set it", async () => {
  const plant = makePlantRow();
  const { today } = makePlant();
  const shown = makeEarnings(today);
  const first = `${today.slice(0, 8)}01`;
  await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/earnings`,
    prepare: (server) =>
      server.reply(endpoints.station.earnings, {
        ...shown,
        comparison: {
          ...{ fromDay: first, toDay: today, amount: "3" },
          before: { fromDay: "2026-02-01", toDay: "2026-02-28", amount: "2" },
        },
      }),
  });
  await expect.element(earnings.getByText("+50% against February 2026")).toBeVisible();
  await expect
    .element(earnings.getByRole("link", { name: "Set price" }))
    .toHaveAttribute("href", `#/edit-power-station/${plant.stationId}`);
  const table = page.getByRole("table", { name: "Earnings by day" });
  // The average is the server's, which knows the factors.
  const figures = /12\.3\s*1\.3\s*€0\.2800\s*€2\.95/;
  await expect.element(table.getByRole("row").nth(1)).toMatchTextContent(figures);
  await expect.element(table.getByRole("row").last()).toMatchTextContent(/^Total/);
  await expect.element(table.getByRole("row").last()).toMatchTextContent(figures);
  const opener = table.getByRole("link").first();
  await expect.element(opener).toHaveAttribute("href", `#/station/${plant.stationId}?day=${today}`);

  await earnings.getByText("Years", { exact: true }).click();
  await expect.element(page.getByRole("table", { name: "Earnings by year" })).toBeVisible();
  await expect.element(earnings.getByText("Since the first day")).toBeVisible();
  expect(earnings.getByText("In this period", { exact: true }).elements()).toEqual([]);
});

test("without earnings there is no table", async () => {
  const plant = makePlantRow();
  const shown = makeEarnings(makePlant().today);
  await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/earnings`,
    prepare: (server) =>
      server.reply(endpoints.station.earnings, {
        ...shown,
        bars: shown.bars.map((bar) => ({ ...bar, amount: null })),
      }),
  });
  await expect.element(earnings.getByText("No earnings for this period")).toBeVisible();
  expect(page.getByRole("table").elements()).toEqual([]);
});

test("exports the shown period by a job, and changes the factor", async () => {
  const plant = makePlantRow();
  const sent: { path: string; body: unknown }[] = [];
  await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/earnings?by=month&period=2025`,
    prepare: (server) => {
      server.reply(endpoints.station.exportEarnings, ({ body }) => {
        sent.push({ path: "export", body });
        return { jobId: crypto.randomUUID() };
      });
      server.reply(endpoints.station.setConversionFactor, ({ body }) => {
        sent.push({ path: "factor", body });
        return null;
      });
    },
  });
  await earnings.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "CSV file" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("Earnings 2025");
  await userEvent.keyboard("{Enter}");
  const file = { by: "month", period: "2025", format: "csv", fileName: "Earnings 2025" };
  await expect.poll(() => sent).toEqual([{ path: "export", body: { ...file, stationId: plant.stationId } }]);

  await earnings.getByRole("button", { name: "Change factor" }).click();
  await dialog.getByRole("textbox").fill("1.2");
  await userEvent.keyboard("{Enter}");
  await expect.element(dialog.getByText(/^Enter a factor between 0.5 and 1/)).toBeVisible();
  await dialog.getByRole("textbox").fill("0,97");
  await userEvent.keyboard("{Enter}");
  const factor = { stationId: plant.stationId, conversionFactor: 0.97 };
  await expect.poll(() => sent.at(-1)).toEqual({ path: "factor", body: factor });
});

test("lists what changed the earnings of the period shown", async () => {
  const plant = makePlantRow();
  const server = await openConsole({
    plants: [plant],
    at: `/station/${plant.stationId}/earnings?period=2026-05`,
    prepare(made) {
      made.reply(endpoints.station.figureChanges, {
        rows: [
          { kind: "factor", day: "2026-05-31", at: "2026-06-02T08:00:00.000Z", before: 0.96, after: 0.955 },
          { kind: "tariff", day: "2026-05-01", at: "2026-06-01T08:00:00.000Z", fromDay: "2026-04-15" },
        ],
        total: 2,
      });
    },
  });
  await earnings.getByRole("button", { name: "What changed these figures" }).click();
  const drawer = page.getByRole("dialog", { name: "What changed these figures" });
  const factor = "Factor from DC to AC set from 0.96 to 0.955; it changes earnings and CO₂, not the energy";
  await expect.element(drawer.getByText(factor)).toBeVisible();
  await expect.element(drawer.getByText("New price from 15/04/2026; it changes earnings only")).toBeVisible();
  expect(server.listCalls(endpoints.station.figureChanges)[0]?.query).toMatchObject({
    fromDay: "2026-05-01",
    toDay: "2026-05-31",
  });
});
