import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { openConsole, reopenConsole } from "../../../test/ui/console.tsx";
import { watchDownloads } from "../../../test/ui/downloads.ts";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makePlantRow } from "../../../test/ui/samples.ts";

const [north, south, west] = ["North", "South", "West"].map((name) => makePlantRow({ name })) as [
  ReturnType<typeof makePlantRow>,
  ReturnType<typeof makePlantRow>,
  ReturnType<typeof makePlantRow>,
];
const plants = [north, south, west];

const state = { status: "normal" as const, isAsleep: false, powerW: null };
const nothing = {
  isEarningsHidden: false,
  isRunning: false,
  energiesWh: [],
  expected: null,
  earnings: null,
  ...state,
};
const yields: Readonly<Record<string, number | null>> = { North: 4, South: 2, West: null };

/** The days that are asked for, or those of a comparison without a period. */
const daysOf = ({ fromDay = "2026-04-04", toDay = "2026-05-03" }: { fromDay?: string; toDay?: string }) => ({
  fromDay,
  toDay: toDay < "2026-05-04" || fromDay === toDay ? toDay : "2026-05-03",
});

function prepare(server: FakeServer): void {
  server.reply(endpoints.station.compare, ({ query }) => ({
    ...daysOf(query),
    rows: plants
      .filter(({ stationId }) => query.stationIds.includes(stationId))
      .map(({ stationId, name, installedCapacityKwp }) => {
        const specificYieldKwhPerKwp = yields[name] ?? null;
        return {
          ...{ stationId, name, installedCapacityKwp, specificYieldKwhPerKwp, ...nothing },
          energyWh: specificYieldKwhPerKwp === null ? null : specificYieldKwhPerKwp * 4_800,
          dayCount: name === "South" ? 20 : 28,
          isEnergyHidden: name === "West",
          isRunning: query.fromDay === "2026-05-04",
        };
      }),
    periods: [],
    today: "2026-05-04",
    firstDay: "2025-05-01",
  }));
}
const lastQuery = (server: FakeServer) => server.listCalls(endpoints.station.compare).at(-1)?.query;
const names = () =>
  page
    .getByRole("region", { name: "Ranking" })
    .getByRole("link")
    .elements()
    .map(({ textContent }) => textContent);

test("selected plants are ranked by energy per kWp, beside their median and the days with data", async () => {
  const server = await openConsole({ at: "/home", plants, prepare });
  await page.getByRole("checkbox", { name: "Select North" }).click();
  expect(page.getByRole("link", { name: "Compare", exact: true }).elements()).toEqual([]);
  await page.getByRole("checkbox", { name: "Select South" }).click();
  await page.getByRole("checkbox", { name: "Select West" }).click();
  await page.getByRole("link", { name: "Compare", exact: true }).click();
  await expect.poll(names).toEqual(["North", "South", "West"]);
  expect(lastQuery(server)?.stationIds).toEqual(plants.map(({ stationId }) => stationId));
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await expect.element(row("North")).toMatchTextContent(/4\.00/);
  await expect.element(row("North")).toMatchTextContent(/\+33\.3%/);
  await expect.element(row("South")).toMatchTextContent(/-33\.3%/);
  await expect.element(row("West")).toMatchTextContent(/hidden by plant settings/);
});

test("starts with the last 30 days that are over; a period that goes on says where its figures end", async () => {
  const ids = plants.map(({ stationId }) => stationId).join();
  const server = await openConsole({ at: `/compare?plants=${ids}`, plants, prepare });
  await expect.element(page.getByRole("button", { name: /Last 30 days/ })).toBeVisible();
  expect(lastQuery(server)).not.toHaveProperty("fromDay");
  expect(page.getByText(/over at all plants/).elements()).toEqual([]);

  await page.getByRole("button", { name: /Last 30 days/ }).click();
  await page.getByRole("button", { name: "This month" }).click();
  await expect
    .element(page.getByText("up to 03/05/2026, the last day that is over at all plants"))
    .toBeVisible();
  expect(lastQuery(server)).toMatchObject({ fromDay: "2026-05-01", toDay: "2026-05-31" });
});

test("figures of a day that is not over have no rank, no median and no difference from it", async () => {
  const ids = plants.map(({ stationId }) => stationId).join();
  await openConsole({ at: `/compare?plants=${ids}&period=2026-05-04`, plants, prepare });
  await expect.element(page.getByText(/The day is not over at 3 plants:/)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "North" });
  await expect.element(row).toMatchTextContent(/4\.00/);
  await expect.element(row).toMatchTextContent(/so far/);
  await expect.element(row).not.toMatchTextContent(/%/);
  expect(page.getByText(/^Median/).elements()).toEqual([]);
  expect(page.getByRole("columnheader", { name: /Rank|median/ }).elements()).toEqual([]);
});

test("figures of a column have the same decimals, and each column sorts; the order is in the address", async () => {
  const many = (server: FakeServer) => {
    const rows = [
      [north, 101.5],
      [south, 98.994],
      [west, 9],
    ] as const;
    server.reply(endpoints.station.compare, {
      rows: rows.map(([{ stationId, name, installedCapacityKwp }, value]) => ({
        ...{ stationId, name, installedCapacityKwp, isEnergyHidden: false, ...nothing },
        specificYieldKwhPerKwp: value,
        energyWh: value * 4_800,
        dayCount: 30,
      })),
      ...daysOf({}),
      periods: [],
      today: "2026-05-04",
      firstDay: "2025-05-01",
    });
  };
  const ids = plants.map(({ stationId }) => stationId).join();
  await openConsole({ at: `/compare?plants=${ids}`, plants, prepare: many });
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  for (const [name, ...figures] of [
    ["North", "101.5", "+2.5%", "487.2"],
    ["South", "99.0", "0.0%", "475.2"],
    ["West", "9.0", "-90.9%", "43.2"],
  ] as const)
    for (const figure of figures)
      await expect.element(row(name).getByText(figure, { exact: true })).toBeVisible();

  const sortBy = (name: RegExp) => page.getByRole("columnheader", { name }).getByRole("button").click();
  await sortBy(/^Energy/);
  await expect.poll(names).toEqual(["West", "South", "North"]);
  expect(location.hash).toContain("sort=energyWh");
  await sortBy(/^Name/);
  await sortBy(/^Name/);
  await expect.poll(names).toEqual(["West", "South", "North"]);
  await reopenConsole();
  await expect.poll(names).toEqual(["West", "South", "North"]);
  // The rank is that by yield in any order.
  await expect.element(row("West").getByRole("cell").first()).toHaveTextContent("3");
});

test("exports what is compared, in the order shown", async () => {
  const ids = plants.map(({ stationId }) => stationId).join();
  await openConsole({ at: `/compare?plants=${ids}&period=2026-02&sort=name&order=desc`, plants, prepare });
  const downloads = watchDownloads();
  await page.getByRole("button", { name: "Export", exact: true }).click();
  await expect
    .poll(() => (page.getByRole("dialog").getByRole("textbox").element() as HTMLInputElement).value)
    .toMatch(/^Compare plants 2026-02-01–2026-02-28 /);
  await userEvent.keyboard("{Enter}");
  expect(await downloads.readLines()).toEqual([
    "Rank,Name,Status,Specific yield (kWh/kWp),vs. median (%),Energy (kWh),Capacity (kWp),Days with data",
    `,West,Normal,,,,${west.installedCapacityKwp},`,
    `2,South,Normal,2,-33.3,9.6,${south.installedCapacityKwp},20`,
    `1,North,Normal,4,33.3,19.2,${north.installedCapacityKwp},28`,
  ]);
});

test("a link opens the same plants and period; a plant can be removed", async () => {
  const ids = plants.map(({ stationId }) => stationId);
  const server = await openConsole({ at: `/compare?plants=${ids.join()}&period=2026-02`, plants, prepare });
  await expect.poll(names).toEqual(["North", "South", "West"]);
  expect(lastQuery(server)).toMatchObject({ fromDay: "2026-02-01", toDay: "2026-02-28" });
  const days = page.getByRole("row").filter({ hasText: "South" }).getByText("20 of 28");
  await expect.element(days).toHaveAttribute("data-incomplete", "true");

  await page.getByRole("button", { name: "Remove South from the comparison" }).click();
  await expect.poll(names).toEqual(["North", "West"]);
  await reopenConsole();
  await expect.poll(names).toEqual(["North", "West"]);
  expect(lastQuery(server)).toMatchObject({
    stationIds: [north.stationId, west.stationId],
    fromDay: "2026-02-01",
  });
});

test("says how many plants are not shown; a single plant is not compared with itself", async () => {
  const [gone, foreign] = [crypto.randomUUID(), crypto.randomUUID()];
  const ids = [gone, north.stationId, foreign, north.stationId].join();
  await openConsole({ at: `/compare?plants=${ids}`, plants, prepare });
  await expect.element(page.getByText(/^2 plants are not shown/)).toBeVisible();
  const row = page.getByRole("row").filter({ hasText: "North" });
  await expect.element(row).toMatchTextContent(/4\.00/);
  await expect.element(row).not.toMatchTextContent(/%/);
  expect(page.getByText(/^Median/).elements()).toEqual([]);
});

test("without any plant to show it says so and leads to the plant list", async () => {
  await openConsole({ at: `/compare?plants=${crypto.randomUUID()}`, plants, prepare });
  await expect.element(page.getByText(/^1 plant is not shown/)).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Go to plant list" })).toBeVisible();
});

test("more plants than can be compared disable the comparison, which says why", async () => {
  const many = Array.from({ length: 51 }, (_, index) => makePlantRow({ name: `Roof ${index}` }));
  await openConsole({ at: "/home?pageSize=100", plants: many });
  await page.getByRole("checkbox", { name: "Select all on this page" }).click();
  const compare = page.getByRole("button", { name: "Compare", exact: true });
  await expect.element(compare).toHaveAttribute("aria-disabled", "true");
  await expect.element(compare).toHaveAccessibleDescription("Select at most 50 plants to compare.");
  await page.getByRole("checkbox", { name: "Select Roof 7", exact: true }).click();
  await expect.element(page.getByRole("link", { name: "Compare", exact: true })).toBeVisible();
});

test("without plants it leads to the plant list", async () => {
  await openConsole({ at: "/compare", plants });
  await expect
    .element(page.getByRole("link", { name: "Go to plant list" }))
    .toHaveAttribute("href", "#/home");
});
