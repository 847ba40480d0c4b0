import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeAlarm, replyWithAlarms } from "../../../test/ui/alarm-samples.ts";
import { go, openConsole, reopenConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { usePhone } from "../../../test/ui/phone.ts";
import { makeOverview, makePlantRow } from "../../../test/ui/samples.ts";
import { acceptSignIn, fillSignIn } from "../../../test/ui/sign-in.ts";

const cards = page.getByRole("main").getByRole("listitem");
const heading = (name: string) => page.getByRole("heading", { level: 1, name });
const expectNoOverflow = () => expect(document.documentElement.scrollWidth).toBe(360);

const broken = makePlantRow({
  name: "Broken roof",
  status: "fault",
  statusReason: "fault-alarm",
  openAlarms: 2,
  powerW: null,
  isAsleep: true,
  isNight: true,
  sunriseAt: "2026-05-05T04:41:00.000Z",
  alarm: {
    alarmId: crypto.randomUUID(),
    faultCode: "H201",
    firstAt: "2026-05-04T09:00:00.000Z",
    slotLabel: "C15-4",
    alias: "",
    sn: "OP-1",
  },
});
const sunny = makePlantRow({ name: "Sunny roof" });
const asleep = makePlantRow({ name: "Sleeping roof", isAsleep: true, powerW: 0 });
const fresh = makePlantRow({
  name: "New roof",
  status: "waiting",
  statusReason: "never-connected",
  isNight: true,
  powerW: null,
  updatedAt: null,
  energyTodayKwh: 0,
  energyTotalKwh: 0,
});

test("signing in on a phone leads to its plants, with status and reason, power, energy and alarms", async () => {
  await usePhone();
  const server = await openConsole({
    isSignedOut: true,
    at: "/login",
    plants: [broken, sunny, asleep, fresh],
    prepare: acceptSignIn,
  });
  await fillSignIn();
  await expect.element(heading("Plants")).toBeVisible();
  expect(location.hash).toBe("#/mobile/plants");
  expect(server.listCalls(endpoints.token.login)[0]?.body).toMatchObject({ endpoint: "APP" });
  const faulty = cards.filter({ hasText: "Broken roof" });
  await expect
    .element(faulty)
    .toMatchTextContent(
      /Fault \(sleeping\).*C15-4: Internal fault since.*Last report.*NightSunrise 04:41.*Alarms2/,
    );
  const normal = cards.filter({ hasText: "Sunny roof" });
  await expect
    .element(normal)
    .toMatchTextContent(/Normal.*Last report.*Power now3\.60kW.*12\.3kWh.*Alarms075% · 4\.80kWp$/);
  await expect.element(cards.filter({ hasText: "Sleeping roof" })).toMatchTextContent(/Low light0W/);
  await expect
    .element(cards.filter({ hasText: "New roof" }))
    .toMatchTextContent(/Waiting for gateway.*No gateway has connected yet.*Power now\s*–\s*Today\s*–/);
  expectNoOverflow();
  expect(server.listCalls(endpoints.alarm.list)).toHaveLength(0);
  await normal.getByRole("link").click();
  await expect.element(heading("Sunny roof")).toBeVisible();
});

test("a faulty card has a red edge as its alarms and the total have; a card in the dark has no bar", async () => {
  await usePhone();
  const plants = [broken, sunny, asleep];
  await openConsole({
    at: "/home",
    plants,
    prepare: (server) =>
      server.reply(endpoints.home.getOverview, { ...makeOverview(plants), unresolvedAlarms: 2 }),
  });
  await expect.element(cards).toHaveLength(3);
  const cardOf = (name: string) => cards.filter({ hasText: name }).element();
  const [faulty, normal, dark] = [cardOf("Broken"), cardOf("Sunny"), cardOf("Sleeping roof")];
  const colorOf = (element: Element | null) => element && getComputedStyle(element).color;
  const red = colorOf(faulty.querySelector("[data-alarms=true]"));
  expect(getComputedStyle(faulty).borderTopColor).toBe(red);
  expect(getComputedStyle(normal).borderTopColor).not.toBe(red);
  expect(colorOf(document.querySelector(".fleet-totals [data-alarms=true]"))).toBe(red);
  const bars = [faulty, normal, dark].map((card) => card.querySelectorAll(".plant-card-bar").length);
  expect(bars).toEqual([0, 1, 0]);
});

test("the number of alarms leads a phone to its plants with most alarms first", async () => {
  await usePhone();
  const plants = [sunny, broken];
  const server = await openConsole({
    at: "/mobile/plants?search=roof",
    plants,
    prepare: (fake) =>
      fake.reply(endpoints.home.getOverview, { ...makeOverview(plants), unresolvedAlarms: 2 }),
  });
  const link = page.getByRole("link", { name: "Alarms 2" });
  await link.click();
  await expect.element(page.getByLabelText("Sort by")).toHaveValue("openAlarms");
  await expect.poll(() => lastQuery(server)).toMatchObject({ sort: "openAlarms", order: "desc" });
  expect(lastQuery(server)).not.toHaveProperty("search");
});

test("a phone's list is searched, filtered by status and grows; the way back keeps both", async () => {
  await usePhone();
  const many = Array.from({ length: 31 }, (_, index) => makePlantRow({ name: `Roof ${index}` }));
  await openConsole({ at: "/home", plants: [broken, ...many] });
  await expect.element(cards).toHaveLength(30);
  await page.getByRole("button", { name: "Show more (2)" }).click();
  await expect.element(cards).toHaveLength(32);
  await page.getByRole("button", { name: /^Fault/ }).click();
  await expect.element(cards).toHaveLength(1);
  await cards.getByRole("link").click();
  await expect.element(heading("Broken roof")).toBeVisible();
  history.back();
  await expect.element(cards).toHaveLength(1);
  await page.getByRole("searchbox").fill("no such roof");
  await expect.element(page.getByText("No plants match your filters")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.element(cards).toHaveLength(30);
});

const companyId = crypto.randomUUID();
const offerFilters = (server: FakeServer) =>
  server.reply(endpoints.station.choices, {
    companies: [
      { companyId, companyName: "Sun Ltd" },
      { companyId: crypto.randomUUID(), companyName: "Wind Ltd" },
    ],
    installers: [],
    countries: ["BR", "DE"],
    tags: ["Lease"],
    currencies: ["EUR"],
  });
const lastQuery = (server: FakeServer) => server.listCalls(endpoints.station.list).at(-1)?.query;

test("a phone's list is sorted and filtered by company, country and tag, in its address and the desktop version's", async () => {
  await usePhone();
  const server = await openConsole({
    at: "/mobile/plants",
    plants: [broken, sunny],
    prepare: offerFilters,
  });
  await expect.element(page.getByText("2 plants", { exact: true })).toBeVisible();
  await page.getByLabelText("Sort by").selectOptions("Power now");
  await expect.poll(() => lastQuery(server)).toMatchObject({ sort: "powerW", order: "desc" });
  await page.getByRole("button", { name: "Descending" }).click();
  await expect.poll(() => lastQuery(server)).toMatchObject({ sort: "powerW", order: "asc" });
  await page.getByRole("button", { name: "Filters" }).click();
  await page.getByLabelText("Company").selectOptions("Sun Ltd");
  await page.getByLabelText("Country").selectOptions("Germany");
  await page.getByLabelText("Tag").selectOptions("Lease");
  const filters = { companyId, country: "DE", tag: "Lease" };
  await expect.poll(() => lastQuery(server)).toMatchObject({ sort: "powerW", order: "asc", ...filters });
  const controls = document.querySelectorAll(".phone-page :is(button, select, input)");
  expect([...controls].filter((control) => control.getBoundingClientRect().height < 44)).toEqual([]);
  expectNoOverflow();
  await expect
    .element(page.getByRole("contentinfo").getByRole("link", { name: "Desktop version" }))
    .toHaveAttribute("href", expect.stringMatching(/^#\/home\?.*sort=powerW.*tag=Lease/));
  await reopenConsole();
  await expect.element(page.getByRole("button", { name: "Filters 3" })).toBeVisible();
  await expect.element(page.getByLabelText("Sort by")).toHaveValue("powerW");
  expect(lastQuery(server)).toMatchObject(filters);
  await page.getByRole("button", { name: "Filters 3" }).click();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await expect.poll(() => lastQuery(server)).not.toHaveProperty("companyId");
  expect(lastQuery(server)).toMatchObject({ sort: "powerW" });
});

test("a phone's list offers no filter that has nothing to choose, and ignores values that are not valid", async () => {
  await usePhone();
  const server = await openConsole({
    at: "/mobile/plants?sort=createdAt&status=broken&companyId=1",
    plants: [broken, sunny],
    prepare: (fake) =>
      fake.reply(endpoints.station.choices, {
        companies: [{ companyId, companyName: "Sun Ltd" }],
        ...{ installers: [], countries: ["DE"], tags: [], currencies: ["EUR"] },
      }),
  });
  await expect.element(cards).toHaveLength(2);
  await expect.poll(() => server.listCalls(endpoints.station.choices)).not.toEqual([]);
  expect(page.getByRole("button", { name: "Filters" }).elements()).toEqual([]);
  expect(lastQuery(server)).toMatchObject({ sort: "status", order: "desc" });
  expect(lastQuery(server)).not.toMatchObject({ companyId: "1" });
});

test("a phone without plants says what to do; a list that fails can be asked for again", async () => {
  await usePhone();
  const server = await openConsole({ plants: [] });
  await expect.element(page.getByText("No plants yet")).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Open desktop version" })).toBeVisible();
  server.refuse(endpoints.station.list, "B0001", "The server has a problem");
  await reopenConsole();
  await expect.element(page.getByText("The server has a problem")).toBeVisible();
  server.reply(endpoints.station.list, { rows: [], total: 0 });
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText("No plants yet")).toBeVisible();
});

test("a phone without the permission for alarms neither asks for them nor shows a number", async () => {
  await usePhone();
  const plants = [{ ...sunny, openAlarms: null }];
  const server = await openConsole({ plants, withheld: ["alarm:read"] });
  await expect.element(cards).toMatchTextContent(/Sunny roof/);
  await expect.element(cards).not.toMatchTextContent(/Alarms/);
  expect(server.listCalls(endpoints.alarm.list)).toHaveLength(0);
});

test("nothing leads a phone to the console but the choice of the desktop version, which is kept and has a way back", async () => {
  await usePhone();
  await openConsole({ plants: [sunny] });
  await expect.element(cards).toHaveLength(1);
  go(`/station/${sunny.stationId}`);
  await expect.element(heading("Sunny roof")).toBeVisible();
  expect(location.hash).toBe(`#/mobile/station/layout?stationId=${sunny.stationId}`);
  go("/personal-center");
  await expect.element(page.getByText("This page is part of the desktop version")).toBeVisible();
  expectNoOverflow();
  go("/no/such/page");
  await expect.element(page.getByText("Page not found")).toBeVisible();
  go("/home");
  await expect.element(cards).toHaveLength(1);
  await page.getByRole("contentinfo").getByRole("link", { name: "Desktop version" }).click();
  const back = page.getByRole("button", { name: "Phone version" });
  await expect.element(back).toBeVisible();
  expect(location.hash).toBe("#/home");
  await reopenConsole();
  await back.click();
  await expect.element(cards).toHaveLength(1);
  expect(location.hash).toBe("#/mobile/plants");
});

test("a phone's menus have language, theme, personal centre, desktop version and sign-out, each wide enough for a finger", async () => {
  await usePhone();
  await openConsole({ plants: [sunny] });
  await page.getByRole("button", { name: /^Account / }).click();
  for (const name of ["Personal centre", "Desktop version", "Sign out"]) {
    const item = page.getByRole("banner").getByText(name);
    await expect.element(item).toBeVisible();
    expect(item.element().getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
  }
  for (const button of page
    .getByRole("banner")
    .getByRole("button", { name: /Account|Language|Theme/ })
    .elements())
    expect(button.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
});

test("the alarm of a mail leads a phone to its plant", async () => {
  await usePhone();
  const alarm = makeAlarm({ stationId: broken.stationId });
  await openConsole({
    at: `/alarms/${alarm.alarmId}`,
    plants: [broken],
    prepare: (server) => replyWithAlarms(server, [alarm]),
  });
  await expect.element(heading("Broken roof")).toBeVisible();
  // As the reason of the plant's state and as an alarm.
  await expect.element(page.getByText(/^C15-4: Internal fault since/)).toHaveLength(2);
});

test("public plants are cards on a phone, each leading to its mobile page", async () => {
  await usePhone();
  const { stationId, name, powerW, installedCapacityKwp } = sunny;
  const row = {
    stationId,
    name,
    status: "normal",
    isAsleep: false,
    powerW,
    installedCapacityKwp,
    energyTodayKwh: 12.3,
    energyTotalKwh: 1234,
    isUpdating: false,
    latitude: 31.2,
    longitude: 121.5,
    updatedAt: new Date().toISOString(),
  } as const;
  await openConsole({
    at: "/public-plants",
    plants: [sunny],
    prepare: (server) => server.reply(endpoints.publicPlants.list, { rows: [row], total: 1 }),
  });
  await expect.element(cards).toMatchTextContent(/Sunny roof.*3\.60kW.*12\.3kWh.*31\.2°, 121\.5°/);
  expectNoOverflow();
  await cards.getByRole("link").click();
  await expect.element(heading("Sunny roof")).toBeVisible();
  expect(location.hash).toBe(`#/mobile/station/layout?stationId=${stationId}`);
});
