import type { StationRow } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole, reopenConsole } from "../../../../test/ui/console.tsx";
import type { FakeServer } from "../../../../test/ui/fake-server.ts";
import { makePlantRow } from "../../../../test/ui/samples.ts";

const north = makePlantRow({ name: "North", tags: ["Lease"], openAlarms: 3 });
const south = makePlantRow({ name: "South", earningsToday: null, openAlarms: null });

const openCards = (plants: readonly StationRow[], address = "/home?view=cards") =>
  openConsole({ at: address, plants: [...plants] });
const cards = page.getByRole("list", { name: "Plants" }).getByRole("listitem");
const cardOf = (name: string) => cards.filter({ has: page.getByRole("link", { name, exact: true }) });
const lastQuery = (server: FakeServer) => server.listCalls(endpoints.station.list).at(-1)?.query;
const order = page.getByRole("button", { name: /^Sort by: / });

test("shows the plants as cards with status, power and the figures of today, kept for the next visit", async () => {
  await openConsole({ plants: [north, south] });
  await page.getByRole("radio", { name: "Cards" }).click();
  await expect
    .element(cardOf("North"))
    .toMatchTextContent(
      /North.*Normal.*3 alarms.*Lease.*3\.60kW.*75\.0% of.*4\.80kWp.*Energy today.*12\.3kWh.*Earnings todayCN¥3\.20.*Yield today2\.56/,
    );
  await expect.element(cardOf("South")).toMatchTextContent(/Earnings today–/);
  await expect.element(cardOf("South")).not.toMatchTextContent(/alarm/i);
  expect(page.getByRole("table", { name: "Plants" }).elements()).toEqual([]);
  expect(location.hash).toContain("view=cards");
  location.hash = "/home";
  await reopenConsole();
  await expect.element(page.getByRole("radio", { name: "Cards" })).toBeChecked();
  await expect.element(cardOf("South")).toBeVisible();
});

test("earnings that are hidden of all plants have no place on their cards, and a plant without reports has no figures", async () => {
  const nothing = { energyTodayKwh: 0, energyTotalKwh: 0, specificYieldKwhPerKwp: 0, updatedAt: null };
  const fresh = makePlantRow({ name: "Fresh", ...nothing, powerW: null, earningsToday: null });
  await openCards([south, fresh]);
  await expect.element(cardOf("Fresh")).toMatchTextContent(/–.*Energy today–.*Yield today–$/);
  await expect.element(cards.filter({ hasText: "Earnings today" })).not.toBeInTheDocument();
});

test("one menu orders the cards and names the order; numbers begin with the highest, names with A", async () => {
  const server = await openCards([north, south]);
  await expect.element(order).toMatchTextContent("Most urgent first");
  await order.click();
  // The most urgent ones are first: there is no other direction.
  await expect.element(page.getByRole("button", { name: "Power", exact: true })).toBeVisible();
  expect(page.getByRole("button", { name: /first$|last$/ }).elements()).toHaveLength(2);
  await page.getByRole("button", { name: "Power", exact: true }).click();
  await expect.poll(() => lastQuery(server)).toMatchObject({ sort: "powerW", order: "desc" });
  await expect.element(order).toMatchTextContent("Power, highest first");
  await order.click();
  await page.getByRole("button", { name: "lowest first", exact: true }).click();
  await expect.poll(() => lastQuery(server)).toMatchObject({ sort: "powerW", order: "asc" });
  await order.click();
  await page.getByRole("button", { name: "Name", exact: true }).click();
  await expect.poll(() => lastQuery(server)).toMatchObject({ sort: "name", order: "asc" });
  await expect.element(order).toMatchTextContent("Name, A–Z");
  await order.click();
  await page.getByRole("button", { name: "Most urgent first", exact: true }).click();
  await expect.element(order).toMatchTextContent("Most urgent first");
  expect(location.hash).not.toContain("sort=");
});

test("an order that a link brings is named, also where no card shows its figure", async () => {
  await openCards([north], "/home?view=cards&sort=energyMonthKwh&order=desc");
  await expect.element(order).toMatchTextContent("This month, highest first");
});

test("columns are chosen for the table alone, and the order of cards is in their bar alone", async () => {
  await openCards([north]);
  await expect.element(cardOf("North")).toBeVisible();
  expect(page.getByRole("button", { name: "Columns" }).elements()).toEqual([]);
  await page.getByRole("radio", { name: "Table" }).click();
  await expect.element(page.getByRole("button", { name: "Columns" })).toBeVisible();
  expect(order.elements()).toEqual([]);
});

test("a click anywhere on a card opens its plant; its alarms and its box do not", async () => {
  await openCards([north, south]);
  await cardOf("North").getByRole("checkbox").click();
  await expect.element(page.getByText("1 selected")).toBeVisible();
  await expect
    .element(cardOf("North").getByRole("link", { name: "3 alarms" }))
    .toHaveAttribute("href", `#/station/${north.stationId}/alarms`);
  await cardOf("North").getByText("Energy today").click();
  await expect.poll(() => location.hash).toBe(`#/station/${north.stationId}`);
});

test("all cards of a page are selected once one is", async () => {
  await openCards([north, south]);
  await page.getByRole("checkbox", { name: "Select South" }).click();
  const selectAll = page.getByRole("button", { name: "Select all on this page" });
  await selectAll.click();
  await expect.element(page.getByText("2 selected")).toBeVisible();
  await expect.element(selectAll).not.toBeInTheDocument();
});

const arc = {
  alarmId: crypto.randomUUID(),
  faultCode: "H201",
  firstAt: "2026-05-04T09:00:00.000Z",
  slotLabel: "C15-4",
  alias: "",
  sn: "OP-1",
};
const edgeOf = (name: string) => {
  const { borderTopColor, borderTopStyle, boxShadow } = getComputedStyle(cardOf(name).element());
  return { color: borderTopColor, style: borderTopStyle, bar: boxShadow };
};

test("a card names the reason of its alarm; a plant without a picture has its initials", async () => {
  await openCards([makePlantRow({ name: "Gate City Warehouse", status: "fault", alarm: arc }), south]);
  await expect.element(cardOf("Gate City Warehouse")).toMatchTextContent(/C15-4: Internal fault since/);
  const tiles = [...document.querySelectorAll<HTMLElement>(".fleet-card .plant-thumbnail")];
  expect(tiles.map(({ dataset }) => dataset.initials).sort()).toEqual(["GW", "SO"]);
});

test("a card has the edge of its status and its alarms the color of it; one in the dark or without power has no bar", async () => {
  const faulty = makePlantRow({ name: "Faulty", status: "fault", alarm: arc, openAlarms: 4 });
  const silent = makePlantRow({
    name: "Silent",
    status: "offline",
    statusReason: "disconnected",
    powerW: null,
  });
  const shut = makePlantRow({ name: "Shut", status: "shut-down", statusReason: "shut-down" });
  const night = makePlantRow({ name: "Night", isAsleep: true, isNight: true, powerW: 0, energyTodayKwh: 0 });
  await openCards([faulty, silent, shut, night, south]);
  await expect.element(cardOf("South")).toMatchTextContent(/NormalLast report .* ago/i);
  const count = getComputedStyle(cardOf("Faulty").getByRole("link", { name: "4 alarms" }).element()).color;
  expect(edgeOf("Faulty")).toMatchObject({ color: count, bar: expect.stringContaining("inset") });
  expect(edgeOf("Silent").style).toBe("dashed");
  const plain = edgeOf("South").color;
  expect(new Set([plain, count, edgeOf("Shut").color, edgeOf("Silent").color]).size).toBe(4);
  expect(edgeOf("Night").color).toBe(plain);
  for (const name of ["Night", "Silent"])
    expect(cardOf(name).element().querySelector(".tile-bar")).toBeNull();
  expect(cardOf("South").element().querySelector(".tile-bar")).not.toBeNull();
  await expect.element(cardOf("Night")).toMatchTextContent(/Energy today0\s*Wh.*Yield today2\.56kWh\/kWp$/);
});

/** What the server knows of a plant's last days, or of one that hides its energy. */
const toCompared = ({ stationId, name }: StationRow, energiesWh: readonly (number | null)[]) => ({
  ...{ stationId, name, installedCapacityKwp: 4.8, dayCount: energiesWh.length, isRunning: false },
  energyWh: energiesWh.length === 0 ? null : energiesWh.reduce<number>((sum, wh) => sum + (wh ?? 0), 0),
  ...{ specificYieldKwhPerKwp: null, expected: null, earnings: null, isEarningsHidden: false },
  ...{ isEnergyHidden: energiesWh.length === 0, energiesWh: [...energiesWh] },
  ...{ status: "normal" as const, isAsleep: false, powerW: null },
});

test("a card has the energy of its last days, read for the whole page in one request", async () => {
  const server = await openConsole({
    at: "/home?view=cards",
    plants: [north, south],
    prepare: (fake) =>
      fake.reply(endpoints.station.compare, {
        ...{ fromDay: "2026-05-05", toDay: "2026-05-07" },
        periods: ["2026-05-05", "2026-05-06", "2026-05-07"],
        rows: [toCompared(north, [4000, null, 2000]), toCompared(south, [])],
        today: "2026-05-08",
        firstDay: "2026-05-05",
      }),
  });
  await expect.element(cardOf("North")).toMatchTextContent(/Energy of the last 30 days6\.00kWh/);
  await expect.element(cardOf("South")).toMatchTextContent(/Energy of the last 30 days–/);
  const days = [...cardOf("North").element().querySelectorAll(".card-trend g")];
  expect(days.map((day) => day.textContent)).toEqual([
    "05/05/2026 · 4.00 kWh",
    "06/05/2026 · no data",
    "07/05/2026 · 2.00 kWh",
  ]);
  expect(days.map((day) => Number(day.lastElementChild?.getAttribute("height")))).toEqual([30, 0, 15]);
  const ids = [north, south].map(({ stationId }) => stationId).sort();
  // In development, React mounts twice and asks again for the same.
  const asked = server.listCalls(endpoints.station.compare).map(({ query }) => query.stationIds.join());
  expect([...new Set(asked)]).toEqual([ids.join()]);
});

test("a list by share of the expected energy has the share on its cards", async () => {
  const low = makePlantRow({ name: "Low", expectedShare: 0.602, expectedFrom: "clear-sky" });
  await openCards([low], "/home?view=cards&sort=expectedShare&order=asc");
  await expect.element(cardOf("Low")).toMatchTextContent(/Energy today12\.3kWh.*Of expected, 30 days60\.2%$/);
});

/** How far apart the tops of elements are. */
function measureSpread(selector: string): number {
  const tops = [...document.querySelectorAll(selector)].map((each) => each.getBoundingClientRect().top);
  return Math.max(...tops) - Math.min(...tops);
}

for (const language of ["en", "zh-cn", "pt", "th"] as const)
  test(`power and figures of a row of cards are aligned in a window of 1520 px, and whole, ${language}`, async () => {
    const faulty = makePlantRow({
      name: "Warehouse of the northern logistics center, roof 12",
      status: "fault",
      statusReason: "unit-fault",
      isAsleep: true,
      isNight: true,
      sunriseAt: "2026-05-05T04:41:00.000Z",
      powerW: 0,
      openAlarms: 24,
      tags: ["Lease", "School", "South", "West", "Roof of steel", "Maintained by the owner"],
      earningsToday: "12345.67",
      installedCapacityKwp: 1650,
      isUpdating: true,
    });
    await openConsole({ language, at: "/home?view=cards", plants: [faulty, north, south] });
    await expect.poll(() => document.querySelectorAll(".fleet-card").length).toBe(3);
    await document.fonts.ready;
    // Cards outside the window are laid out a frame later; fractions of a pixel differ with the lines above.
    for (const part of [".fleet-card-power", "dl"])
      await expect.poll(() => measureSpread(`.fleet-card ${part}`)).toBeLessThan(1);
    const areas = [
      ...document.querySelectorAll(".fleet-card :is(.explained-status, .fleet-card-power p, dl)"),
    ];
    expect(areas.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toEqual([]);
    const cut = [...document.querySelectorAll(".fleet-card")].filter(
      ({ scrollWidth, clientWidth }) => scrollWidth > clientWidth,
    );
    expect(cut).toEqual([]);
  });
