import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import type { Locator } from "vitest/browser";
import { page, userEvent } from "vitest/browser";
import { go, openConsole, reopenConsole } from "../../../test/ui/console.tsx";
import { makeOverview, makePlantRow } from "../../../test/ui/samples.ts";
import { readChartTheme, valueAxisWidth } from "../../shared/ui/chart/chart-theme.ts";

const plants = [3, 30, 12].map((installedCapacityKwp, index) =>
  makePlantRow({ name: `Sort ${index}`, installedCapacityKwp }),
);
const shownNames = () =>
  page
    .getByRole("link", { name: /^Sort/ })
    .elements()
    .map(({ textContent }) => textContent);

test("plants that need attention come first", async () => {
  const server = await openConsole({ at: "/home", plants });
  await expect.poll(shownNames).toHaveLength(3);
  expect(server.listCalls(endpoints.station.list)[0]?.query).toMatchObject({ sort: "status", order: "desc" });
});

test("sorting, paging and status live in the address and are asked of the server", async () => {
  const server = await openConsole({ at: "/home?search=sort", plants });
  await expect.poll(shownNames).toHaveLength(3);
  const capacity = page.getByRole("columnheader", { name: "Capacity kWp" }).getByRole("button");
  await capacity.click();
  await capacity.click();
  await expect.poll(() => location.hash).toContain("sort=installedCapacityKwp&order=desc");
  await expect.poll(shownNames).toEqual(["Sort 1", "Sort 2", "Sort 0"]);
  await reopenConsole();
  await expect.poll(shownNames).toEqual(["Sort 1", "Sort 2", "Sort 0"]);
  expect(server.listCalls(endpoints.station.list).at(-1)?.query).toMatchObject({
    search: "sort",
    sort: "installedCapacityKwp",
    order: "desc",
  });
  await page.getByRole("button", { name: /^Fault/ }).click();
  await expect.element(page.getByText("No plants match your filters")).toBeVisible();
  expect(server.listCalls(endpoints.station.list).at(-1)?.query).toMatchObject({ status: "fault" });
  const list = page.getByRole("region", { name: "Plants", exact: true });
  await expect.element(list.getByRole("option", { name: "Status: Fault" })).toBeInTheDocument();
  await list.getByRole("combobox", { name: "Status" }).selectOptions("Warning");
  await expect.poll(() => location.hash).toContain("status=warning");
  await list.getByRole("button", { name: "Remove filter: Status" }).click();
  await expect.poll(shownNames).toEqual(["Sort 1", "Sort 2", "Sort 0"]);
  await expect.element(list.getByRole("combobox", { name: "Status" })).not.toBeInTheDocument();
});

/** Where the underline of an element's last line ends, in pixels of the window. */
function findUnderlineEnd(element: Element): number {
  const style = getComputedStyle(element);
  const context = document.createElement("canvas").getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.font = style.font;
  const text = document.createRange();
  text.selectNodeContents(element);
  const baseline =
    text.getBoundingClientRect().bottom -
    context.measureText(element.textContent ?? "").fontBoundingBoxDescent;
  const thickness = Math.max(1, Number.parseFloat(style.fontSize) / 16);
  return baseline + Number.parseFloat(style.textUnderlineOffset) + thickness;
}

test("a plant that is not normal names the alarm that decides its status, until its status changes", async () => {
  const alarm = {
    alarmId: crypto.randomUUID(),
    faultCode: "H201",
    firstAt: new Date().toISOString(),
    slotLabel: "C15-4",
    alias: "",
    sn: "OP-1",
  };
  const plant = makePlantRow({ name: "Roof", status: "fault", alarm, timeZone: "UTC" });
  const server = await openConsole({ at: "/home", plants: [plant, makePlantRow({ name: "Barn" })] });
  const reason = page.getByRole("link", { name: /^C15-4: Internal fault since/ });
  await expect.element(reason).toBeVisible();
  expect(reason.elements()).toHaveLength(1);
  expect(reason.element().getAttribute("href")).toContain(`/alarms/${alarm.alarmId}`);
  expect(findUnderlineEnd(reason.element())).toBeLessThanOrEqual(
    reason.element().getBoundingClientRect().bottom - 0.5,
  );
  await expect
    .poll(() => {
      // The stream may still be on its way.
      server.push({
        type: "plant",
        stationId: plant.stationId,
        powerW: 3600,
        status: "normal",
        isAsleep: false,
        updatedAt: new Date().toISOString(),
      });
      return reason.elements().length;
    })
    .toBe(0);
});

test("a plant that no alarm explains has its reason beside its status, in the table and on its card", async () => {
  const silent = makePlantRow({ name: "Roof", status: "offline", statusReason: "disconnected" });
  await openConsole({ plants: [silent, makePlantRow({ name: "Barn" })] });
  const reason = page.getByText("No gateway is connected", { exact: true });
  await expect.element(reason).toBeVisible();
  await page.getByRole("radio", { name: "Cards" }).click();
  await expect.element(page.getByRole("list", { name: "Plants" })).toBeVisible();
  await expect.element(reason).toBeVisible();
});

test("a sleeping plant shows the night or the low light in place of its power, beside its fault, whether it reports zero or nothing", async () => {
  const silent = { powerW: null, efficiency: null } as const;
  const zero = { powerW: 0, efficiency: 0 } as const;
  const sleeping = { ...silent, status: "fault", statusReason: "unit-fault", isAsleep: true } as const;
  await openConsole({
    plants: [
      makePlantRow({ name: "Roof", ...sleeping, isNight: true, sunriseAt: "2026-05-05T04:41:00.000Z" }),
      makePlantRow({ name: "Loft", ...sleeping, ...zero }),
      makePlantRow({ name: "Barn", ...silent, status: "offline", isNight: true }),
    ],
  });
  const words = { Roof: "night, sunrise at 04:41", Loft: "low light, units asleep" };
  const expectDark = async (shown: (name: string) => Locator) => {
    for (const [name, dark] of Object.entries(words)) {
      await expect.element(shown(name)).toMatchTextContent(/Fault \(sleeping\)/);
      await expect.element(shown(name).getByText(dark)).toBeInTheDocument();
    }
    for (const dark of [...Object.values(words), /^night/])
      await expect.element(shown("Barn").getByText(dark)).not.toBeInTheDocument();
  };
  await expectDark((name) => page.getByRole("row", { name: new RegExp(name) }));
  await page.getByRole("radio", { name: "Cards" }).click();
  const cards = page.getByRole("list", { name: "Plants" }).getByRole("listitem");
  await expectDark((name) => cards.filter({ hasText: name }));
  await expect.element(page.getByText(words.Roof)).toBeVisible();
});

test("every figure leads to the list behind it, in the order of that figure", async () => {
  const server = await openConsole({
    at: "/home?status=normal",
    plants,
    prepare: (fake) => {
      fake.reply(endpoints.home.getOverview, { ...makeOverview(plants), unresolvedAlarms: 3 });
      fake.reply(endpoints.alarm.counts, {
        rows: [{ kind: "threshold", severity: "alarm", total: 3, unacknowledged: 3 }],
      });
    },
  });
  const orders = {
    "Power now": "powerW",
    "Energy today": "energyTodayKwh",
    "This month": "energyMonthKwh",
    "This year": "energyYearKwh",
    Total: "energyTotalKwh",
    "4.80": "installedCapacityKwp",
    "\\S+% of": "efficiency",
  };
  for (const [name, sort] of Object.entries(orders)) {
    await page.getByRole("link", { name: new RegExp(`^${name}`) }).click();
    await expect.poll(() => location.hash).toBe(`#/home?sort=${sort}&order=desc`);
    await expect
      .poll(() => server.listCalls(endpoints.station.list).at(-1)?.query)
      .toMatchObject({ sort, order: "desc" });
    expect(document.activeElement?.id).toBe("plants");
  }
  await expect
    .element(page.getByRole("link", { name: /^13.4/ }))
    .toHaveAttribute("href", "#/home?sort=energyTodayKwh&order=desc");
  await page.getByRole("link", { name: "3 plants" }).click();
  await expect.poll(() => location.hash).toBe("#/home");
  const alarms = page.getByRole("link", { name: /^Unresolved alarms 3/ });
  await expect.element(alarms).toHaveAttribute("href", "#/alarms/threshold");
  await expect.element(page.getByRole("link", { name: "Threshold 3" })).toBeVisible();
});

test("the sum of both kinds of alarms leads to the plants that have them, the number of each kind to its own list", async () => {
  const server = await openConsole({
    at: "/home",
    plants,
    prepare: (fake) => {
      fake.reply(endpoints.home.getOverview, { ...makeOverview(plants), unresolvedAlarms: 5 });
      fake.reply(endpoints.alarm.counts, {
        rows: [
          { kind: "device", severity: "fault", total: 2, unacknowledged: 2 },
          { kind: "threshold", severity: "alarm", total: 3, unacknowledged: 3 },
        ],
      });
    },
  });
  const linkOf = (name: string) => page.getByRole("link", { name, exact: true });
  await expect.element(linkOf("Device 2")).toHaveAttribute("href", "#/alarms/device");
  await expect.element(linkOf("Threshold 3")).toHaveAttribute("href", "#/alarms/threshold");
  const sum = page.getByRole("link", { name: /^Unresolved alarms 5/ });
  await sum.click();
  await expect.poll(() => location.hash).toBe("#/home?sort=openAlarms&order=desc");
  await expect
    .poll(() => server.listCalls(endpoints.station.list).at(-1)?.query)
    .toMatchObject({ sort: "openAlarms", order: "desc" });
});

test("energy today says whose day it is, with the last 24 hours beside it and the plants left out", async () => {
  await openConsole({
    at: "/home",
    plants,
    prepare: (fake) =>
      fake.reply(endpoints.home.getOverview, { ...makeOverview(plants), energyHiddenCount: 2 }),
  });
  await expect.element(page.getByText("each plant’s local day")).toBeVisible();
  await expect.element(page.getByText("Last 24 h 13.4kWh")).toBeVisible();
  await expect.element(page.getByText("excluding 2 plants whose settings hide this").first()).toBeVisible();
});

test("earnings of today lead to the plants of their currency, and those that are not shown to all earnings", async () => {
  const currencies = [
    { currency: "EUR", amountToday: "3.1415" },
    { currency: "CNY", amountToday: "20" },
    { currency: "BRL", amountToday: "7.5" },
    { currency: "THB", amountToday: "1" },
  ].map((each) => ({ ...each, unpricedTodayWh: 0, isEstimated: each.currency === "EUR", plantCount: 1 }));
  await openConsole({
    at: "/home",
    plants,
    prepare: (fake) => fake.reply(endpoints.home.earnings, { currencies, earningsHiddenCount: 2 }),
  });
  const earnings = page.getByRole("link", { name: "Earnings today €3.14" });
  const ofCurrency = (currency: string) => `#/home?currency=${currency}&sort=earningsToday&order=desc`;
  await expect.element(earnings).toHaveAttribute("href", ofCurrency("EUR"));
  const linkOf = (name: string) => page.getByRole("link", { name, exact: true });
  await expect.element(linkOf("CN¥20.00")).toHaveAttribute("href", ofCurrency("CNY"));
  await expect.element(linkOf("R$7.50")).toHaveAttribute("href", ofCurrency("BRL"));
  for (const name of ["+1", "All earnings"])
    await expect.element(linkOf(name)).toHaveAttribute("href", "#/earnings?by=day");
  await expect.element(page.getByText("estimated", { exact: true })).toBeVisible();
  await expect
    .element(linkOf("excluding 2 plants whose settings hide this"))
    .toHaveAttribute("href", "#/home?gap=hidden-earnings");
});

test("what is missing or estimated in the figures leads to the list of these plants", async () => {
  const server = await openConsole({
    at: "/home",
    plants,
    prepare: (fake) => {
      fake.reply(endpoints.home.getOverview, {
        ...makeOverview(plants),
        ...{ energyTodayWh: 10_000, estimatedTodayWh: 100, backfilledTodayWh: 100, implausibleTodayWh: 100 },
        ...{ unresolvedAlarms: 0, alarmsHiddenCount: 4, energyHiddenCount: 2 },
      });
      fake.reply(endpoints.home.co2, {
        ...{ monthKg: null, yearKg: null, totalKg: null, factors: [], unknownCount: 5, noCountryCount: 6 },
      });
      fake.reply(endpoints.home.map, { points: [], missingCount: 3 });
    },
  });
  const gaps = {
    "99.0% measured": "estimated&sort=energyTodayKwh&order=desc",
    "100 Wh implausible, not counted": "implausible",
    "excluding 2 plants": "hidden-energy",
    "excluding 4 plants": "hidden-alarms",
    "3 plants without coordinates": "coordinates",
    "CO₂ excludes 5 plants in countries without data": "co2-factor",
    "CO₂ excludes 6 plants whose time zone belongs to no country": "country",
  };
  for (const [name, gap] of Object.entries(gaps))
    await expect
      .element(page.getByRole("link", { name }).first())
      .toHaveAttribute("href", `#/home?gap=${gap}`);
  await page.getByRole("link", { name: "3 plants without coordinates" }).click();
  await expect
    .poll(() => server.listCalls(endpoints.station.list).at(-1)?.query)
    .toMatchObject({ gap: "coordinates" });
  await expect.element(page.getByLabelText("Data gap", { exact: true })).toHaveValue("coordinates");
  await page.getByRole("button", { name: "Remove filter: Data gap" }).click();
  await expect.poll(() => location.hash).toBe("#/home");
});

test("without the permission for plants, home asks for no earnings", async () => {
  const server = await openConsole({ at: "/home", plants, withheld: ["station:read"] });
  await expect.element(page.getByRole("heading", { name: "Energy today" })).toBeVisible();
  expect(server.listCalls(endpoints.home.earnings)).toEqual([]);
});

test("the plant list shows pictures and each plant's earnings of today in its own currency", async () => {
  const pictureId = crypto.randomUUID();
  const pictured = makePlantRow({ name: "Pictured", pictureId, earningsToday: "12.345", currency: "EUR" });
  const hidden = makePlantRow({ name: "Hidden", earningsToday: null });
  const server = await openConsole({
    at: "/home",
    plants: [pictured, hidden],
    prepare: (fake) => fake.reply(endpoints.station.getPicture, new Blob(["x"], { type: "image/webp" })),
  });
  await expect.element(page.getByRole("row").filter({ hasText: "Pictured" })).toMatchTextContent(/€12\.35/);
  await expect.poll(() => document.querySelectorAll(".plant-thumbnail img")).toHaveLength(1);
  expect(server.listCalls(endpoints.station.getPicture).map(({ query }) => query)).toEqual([
    { stationId: pictured.stationId, plantPictureId: pictureId, size: "small" },
  ]);
});

test("without the permission for alarms, home shows no number of them", async () => {
  await openConsole({ at: "/home", plants, withheld: ["alarm:read"] });
  await expect.element(page.getByText("You do not have permission to view alarms")).toBeVisible();
  expect(page.getByRole("link", { name: /^Unresolved alarms/ }).elements()).toEqual([]);
});

const trendDays = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    day: `2026-05-${String(index + 1).padStart(2, "0")}`,
    energyWh: 8000,
    plantCount: 2,
    expectedWh: 10_000,
    comparedWh: 8000,
  }));

test("the trend names clear sky as such, and the plants that are not in it", async () => {
  await openConsole({
    at: "/home",
    plants,
    prepare: (fake) =>
      fake.reply(endpoints.home.trend, {
        days: trendDays(30),
        expectedFrom: "clear-sky",
        energyHiddenCount: 1,
      }),
  });
  const trend = page.getByRole("region", { name: "Energy of the last 30 days" });
  await expect.element(page.getByRole("columnheader", { name: /^Of expected/ })).not.toBeInTheDocument();
  await trend.getByRole("link", { name: "80.0% of clear sky" }).click();
  await expect.poll(() => location.hash).toBe("#/home?sort=expectedShare&order=asc");
  await expect.element(page.getByRole("columnheader", { name: /^Of expected, 30 days/ })).toBeVisible();
  await expect.element(trend.getByText("excluding 1 plant whose settings hide this")).toBeVisible();
  await expect.element(trend.getByRole("link", { name: "240 kWh" })).toBeVisible();
  await expect.element(trend.getByRole("img", { name: /240 kWh in total/ })).toBeVisible();
  expect(trend.getByText("Without expected energy").elements()).toEqual([]);
});

async function openTrend(rows: readonly ReturnType<typeof makePlantRow>[], total: number) {
  await openConsole({
    at: "/home",
    plants: [...rows],
    prepare(fake) {
      fake.reply(endpoints.home.trend, {
        days: trendDays(1),
        expectedFrom: "clear-sky",
        energyHiddenCount: 0,
      });
      fake.reply(endpoints.station.list, { rows: [...rows], total });
    },
  });
  return page.getByRole("region", { name: "Energy of the last 30 days" });
}

test("a day of the trend leads to the energy of each plant on that day, by pointer and by keyboard", async () => {
  const trend = await openTrend(plants, plants.length);
  const ids = plants.map(({ stationId }) => stationId).join();
  const address = `#/compare?plants=${ids}&period=2026-05-01&by=energyWh`;
  const chart = trend.getByRole("img");
  await expect.poll(() => chart.element().querySelector("canvas")).not.toBeNull();
  // The bar of the only day is in the middle of the plot.
  const { width, height } = chart.element().getBoundingClientRect();
  const theme = readChartTheme();
  const x = (valueAxisWidth(theme) + width - theme.rem * 1.6) / 2;
  await chart.click({ position: { x, y: height - theme.rem * 5 } });
  await expect.poll(() => location.hash).toBe(address);
  go("/home");
  const button = trend.getByRole("button", { name: "01/05/2026 by plant" });
  await expect.element(button).toBeVisible();
  (button.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  await expect.poll(() => location.hash).toBe(address);
});

test("a day of the trend of more plants than are compared leads to the days of its month", async () => {
  const trend = await openTrend(plants, 51);
  await trend.getByRole("button", { name: "01/05/2026 by plant" }).click();
  await expect.poll(() => location.hash).toBe("#/earnings?by=day&period=2026-05");
});

test("the trend says what its pale bars are", async () => {
  const [first, ...others] = trendDays(30);
  if (first === undefined) throw new Error("no day");
  await openConsole({
    plants,
    prepare: (fake) =>
      fake.reply(endpoints.home.trend, {
        days: [{ ...first, expectedWh: null, comparedWh: null }, ...others],
        expectedFrom: "clear-sky",
        energyHiddenCount: 0,
      }),
  });
  const trend = page.getByRole("region", { name: "Energy of the last 30 days" });
  await expect.element(trend.getByText("Without expected energy")).toBeVisible();
  await expect.element(trend.getByText("Compared energy")).toBeVisible();
});

test("losses are in the order of their size and lead to their plants, yesterday's or those of seven days", async () => {
  const [plant] = plants;
  const server = await openConsole({
    at: "/home",
    plants,
    prepare: (fake) =>
      fake.reply(endpoints.home.losses, ({ query }) => ({
        fromDay: query.days === "1" ? "2026-05-07" : "2026-05-01",
        toDay: "2026-05-07",
        isCompared: true,
        rows: [
          {
            stationId: plant?.stationId ?? "",
            name: "Lossy roof",
            energyWh: query.days === "1" ? 6000 : 30_000,
            expectedWh: query.days === "1" ? 10_000 : 70_000,
            expectedFrom: "irradiance" as const,
          },
          {
            stationId: plants[1]?.stationId ?? "",
            name: "Cloudy roof",
            energyWh: 30_000,
            expectedWh: 80_000,
            expectedFrom: "clear-sky" as const,
          },
        ],
        energyHiddenCount: 0,
      })),
  });
  const losses = page.getByRole("region", { name: "Largest losses" });
  const yesterday = losses.getByRole("link", { name: "-4.00kWh" });
  await expect.element(yesterday).toHaveAttribute("href", `#/station/${plant?.stationId}?day=2026-05-07`);
  // The server lists losses against measured irradiance first; the greater loss is on top.
  await expect
    .element(losses.getByRole("list", { name: "Largest losses" }))
    .toMatchTextContent(
      /^Cloudy roof-50\.0kWh37\.5% of clear skyLossy roof-4\.00kWh60\.0% of expected \(irradiance\)$/,
    );
  await losses.getByText("7 days").click();
  await expect
    .element(losses.getByRole("link", { name: "-40.0kWh" }))
    .toHaveAttribute("href", `#/station/${plant?.stationId}?by=day&period=2026-05-01~2026-05-07`);
  await expect
    .element(losses.getByRole("link", { name: /^All plants/ }))
    .toHaveAttribute("href", "#/home?sort=expectedShare&order=asc");
  expect(server.listCalls(endpoints.home.losses).at(-1)?.query).toEqual({ days: "7" });
  const link = losses.getByRole("link", { name: "Lossy roof", exact: true });
  await expect.element(link).toHaveAttribute("href", `#/station/${plant?.stationId}`);
});

test("without losses it says whether the plants were compared at all", async () => {
  const server = await openConsole({ at: "/home", plants });
  const losses = page.getByRole("region", { name: "Largest losses" });
  await expect.element(losses.getByText("Not compared yet")).toBeVisible();
  server.reply(endpoints.home.losses, {
    fromDay: "2026-05-01",
    toDay: "2026-05-07",
    isCompared: true,
    rows: [],
    energyHiddenCount: 0,
  });
  await losses.getByText("7 days").click();
  await expect.element(losses.getByText("No plant below expected energy")).toBeVisible();
});

test("a mark on the map leads to its plant, a mark of several zooms in until each has its own", async () => {
  const point = { status: "normal" as const, latitude: 39.5, longitude: -0.4 };
  const points = [
    { ...point, stationId: crypto.randomUUID(), name: "Valencia", latitude: 39.5, longitude: -0.4 },
    { ...point, stationId: crypto.randomUUID(), name: "Shenzhen", latitude: 22.5, longitude: 114.1 },
    {
      ...point,
      stationId: crypto.randomUUID(),
      name: "Dongguan",
      status: "fault" as const,
      latitude: 23.0,
      longitude: 113.8,
    },
  ];
  await openConsole({
    at: "/home",
    plants,
    prepare: (fake) => fake.reply(endpoints.home.map, { points, missingCount: 2 }),
  });
  const map = page.getByRole("region", { name: "Map of plants" });
  await expect.element(map.getByText("2 plants without coordinates")).toBeVisible();
  const valencia = map.getByRole("link", { name: "Valencia" });
  await expect.element(valencia).toHaveAttribute("href", `#/station/${points[0]?.stationId}`);
  await map.getByRole("button", { name: "2 plants here, 1 of them: Fault" }).click();
  await expect.element(map.getByRole("link", { name: "Shenzhen" })).toBeVisible();
  await expect.element(map.getByRole("link", { name: "Dongguan" })).toBeVisible();
  expect(valencia.elements()).toEqual([]);
  await map.getByRole("button", { name: "All plants" }).click();
  await expect.element(valencia).toBeVisible();
});

test("plants at one place, which no zoom separates, are listed", async () => {
  const points = Array.from({ length: 45 }, (_, index) => ({
    stationId: crypto.randomUUID(),
    name: `Roof ${index + 1}`,
    status: index === 44 ? ("fault" as const) : ("normal" as const),
    latitude: 10,
    longitude: 20,
  }));
  await openConsole({
    at: "/home",
    plants,
    prepare: (fake) => fake.reply(endpoints.home.map, { points, missingCount: 0 }),
  });
  const map = page.getByRole("region", { name: "Map of plants" });
  const cluster = map.getByRole("button", { name: /^45 plants here/ });
  await expect.element(cluster.getByText("1/45")).toBeVisible();
  await cluster.click();
  await expect
    .poll(async () => {
      if (map.getByRole("link", { name: "Roof 1", exact: true }).elements().length === 0)
        await cluster.click();
      return map.getByRole("link", { name: "Roof 1", exact: true }).elements().length;
    })
    .toBe(1);
  const listed = () => map.getByRole("list").getByRole("link").elements().length;
  expect(listed()).toBe(20);
  const list = map.getByRole("region", { name: "45 plants here, 1 of them: Fault" });
  await expect.element(list.getByRole("listitem").first()).toMatchTextContent(/^Roof 45.*Fault$/);
  const close = map.getByRole("button", { name: "Close list" });
  await expect.element(list).toHaveFocus();
  await userEvent.keyboard("{Escape}");
  await expect.element(list).not.toBeInTheDocument();
  await expect.element(cluster).toHaveFocus();
  await userEvent.keyboard("{Enter}");
  const more = map.getByRole("button", { name: "and 25 more" });
  more.element().scrollIntoView({ block: "nearest" });
  expect(more.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(
    close.element().getBoundingClientRect().bottom,
  );
  await more.click();
  await expect.poll(listed).toBe(40);
  await map.getByRole("button", { name: "and 5 more" }).click();
  await expect.poll(listed).toBe(45);
  await close.click();
  await expect.element(cluster).toHaveFocus();
  expect(map.getByRole("link", { name: "Roof 1", exact: true }).elements()).toEqual([]);
});
