import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole, reopenConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makeCurve, makePlantRow } from "../../../test/ui/samples.ts";

const names = ["North", "South", "West", ...Array.from({ length: 9 }, (_, index) => `Roof ${index + 1}`)];
const plants = names.map((name) => makePlantRow({ name }));
const [north, south, west] = plants.map(({ stationId }) => stationId) as [string, string, string];

const figures: Readonly<Record<string, object>> = {
  North: {
    energyWh: 20_000,
    specificYieldKwhPerKwp: 4,
    energiesWh: [12_000, 8_000],
    expected: { share: 0.8, shares: [0.7, 0.9], dayCount: 2, from: "clear-sky" },
    earnings: { amount: "3", amounts: ["2", "1"], currency: "EUR", isEstimated: false },
    powerW: 500,
  },
  South: {
    energyWh: 10_000,
    specificYieldKwhPerKwp: 2,
    energiesWh: [10_000, null],
    expected: { share: 0.9, shares: [0.9, null], dayCount: 1, from: "clear-sky" },
    earnings: { amount: "80", amounts: ["80", null], currency: "CNY", isEstimated: false },
    powerW: 2_000,
    status: "fault",
  },
  West: {
    isEarningsHidden: true,
    energyWh: null,
    specificYieldKwhPerKwp: null,
    energiesWh: [null, null],
    dayCount: 0,
  },
};
const roof = { energyWh: 5_000, specificYieldKwhPerKwp: 1, energiesWh: [2_000, 3_000] };

function prepare(server: FakeServer): void {
  server.reply(endpoints.station.compare, ({ query }) => ({
    fromDay: query.fromDay ?? "2026-04-04",
    toDay: query.toDay ?? "2026-05-03",
    periods: ["2026-02-01", "2026-02-02"],
    rows: plants
      .filter(({ stationId }) => query.stationIds.includes(stationId))
      .map(({ stationId, name }) => ({
        ...{
          stationId,
          name,
          installedCapacityKwp: 5,
          dayCount: 2,
          isEnergyHidden: false,
          isEarningsHidden: false,
          isRunning: false,
        },
        ...{ energyWh: null, specificYieldKwhPerKwp: null, energiesWh: [], expected: null, earnings: null },
        ...{ status: "normal" as const, isAsleep: false, powerW: null },
        ...(figures[name] ?? roof),
      })),
    today: "2026-05-04",
    firstDay: "2025-05-01",
  }));
  server.reply(endpoints.station.curve, ({ query }) => makeCurve(query.day));
}

const open = (query: string, ids: readonly string[] = [north, south, west]) =>
  openConsole({ at: `/compare?plants=${ids.join()}&period=${query}`, plants, prepare });
const row = (name: string) => page.getByRole("row").filter({ hasText: name });
const ranked = () =>
  page
    .getByRole("region", { name: "Ranking" })
    .getByRole("link")
    .elements()
    .map(({ textContent }) => textContent);
const lineOf = (name: string) => row(name).element().querySelectorAll(".line-sample").length;
const selectMeasure = (name: string) => page.getByRole("radiogroup").getByText(name, { exact: true }).click();

test("plants are ranked by the selected measure, which is in the address", async () => {
  await open("2026-02");
  await expect.poll(ranked).toEqual(["North", "South", "West"]);
  await expect.element(page.getByRole("img", { name: "Specific yield by day of 2 plants" })).toBeVisible();
  await expect.element(row("South")).toMatchTextContent(/Fault/);

  await selectMeasure("Share of expected");
  await expect.poll(ranked).toEqual(["South", "North", "West"]);
  await expect.element(row("South").getByRole("cell").first()).toHaveTextContent("1");
  await expect.element(page.getByText("Median 85.0%")).toMatchTextContent(/compared with a clear sky/);
  await expect.element(page.getByRole("img", { name: "Share of expected by day of 2 plants" })).toBeVisible();

  await selectMeasure("Power now");
  await expect.poll(ranked).toEqual(["South", "North", "West"]);
  await expect.element(row("South")).toMatchTextContent(/400/);
  await reopenConsole();
  await expect.poll(ranked).toEqual(["South", "North", "West"]);
  await expect.element(page.getByRole("radio", { name: "Power now" })).toBeChecked();
});

test("only earnings of one currency are ranked, and the page says so", async () => {
  await open("2026-02&by=earningsPerKwp");
  await expect.poll(ranked).toEqual(["South", "North", "West"]);
  await expect.element(page.getByText("only earnings in CNY are ranked")).toBeVisible();
  await expect.element(page.getByText("only earnings in CNY are drawn")).toBeVisible();
  await expect.element(page.getByRole("img", { name: "Earnings per kWp by day of 1 plant" })).toBeVisible();
  await expect.element(row("North").getByRole("cell").first()).toHaveTextContent("–");
  await expect.element(row("North")).toMatchTextContent(/€0\.60/);
});

test("a plant without earnings to rank says whether it hides them or has none", async () => {
  const roof1 = plants[3]!.stationId;
  await open("2026-02&by=earningsPerKwp", [south, west, roof1]);
  await expect.element(row("West").getByText("hidden by plant settings")).toBeVisible();
  await expect.element(row("Roof 1").getByText("no data")).toBeVisible();
  await selectMeasure("Specific yield");
  await expect.element(row("West").getByText("no data")).toBeVisible();
});

test("a day is drawn as power, by the curves of the plants with energy", async () => {
  const server = await open("2026-02-01&by=energyWh");
  await expect.element(page.getByRole("img", { name: "Power of 2 plants" })).toBeVisible();
  const asked = server
    .listCalls(endpoints.station.curve)
    .map(({ query }) => `${query.stationId} ${query.day}`);
  expect(new Set(asked)).toEqual(new Set([`${north} 2026-02-01`, `${south} 2026-02-01`]));
});

test("a year is drawn by month", async () => {
  const server = await open("2025");
  await expect.poll(ranked).toHaveLength(3);
  expect(server.listCalls(endpoints.station.compare).at(-1)?.query).toMatchObject({ by: "month" });
});

test("the line of a plant is beside its name; of many plants, the first ten are drawn", async () => {
  await open(
    "2026-02",
    plants.map(({ stationId }) => stationId),
  );
  await expect.element(page.getByText("The first 10 of the ranking are drawn.")).toBeVisible();
  expect(["North", "Roof 8", "Roof 9", "West"].map(lineOf)).toEqual([1, 1, 0, 0]);
});

async function addPlant(server: FakeServer, name: string): Promise<void> {
  await page.getByRole("combobox", { name: "Add a plant" }).click();
  await userEvent.keyboard(name);
  await expect
    .poll(() => server.listCalls(endpoints.station.list).map(({ query }) => query.search))
    .toContain(name);
  await userEvent.keyboard("{Enter}");
}

test("a plant is added by the keyboard, and is in the address", async () => {
  const server = await open("2026-02", [north]);
  await expect.poll(ranked).toEqual(["North"]);
  await addPlant(server, "South");
  await expect.poll(ranked).toEqual(["North", "South"]);
  expect(location.hash).toContain(south);
});

test("without plants, one can be added", async () => {
  const server = await openConsole({ at: "/compare", plants, prepare });
  await addPlant(server, "West");
  await expect.poll(ranked).toEqual(["West"]);
});
