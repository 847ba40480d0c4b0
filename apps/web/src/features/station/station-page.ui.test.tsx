import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeAlarm } from "../../../test/ui/alarm-samples.ts";
import { useClock } from "../../../test/ui/clock.ts";
import { closeConsole, go, openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { makeCurve, makeEnergy, makeOverview, makePlant, powerFlow } from "../../../test/ui/samples.ts";
import { texts as alarmTexts } from "../../shared/base/i18n/locales/faults/en.ts";

const plant = makePlant({ name: "Roof" });
const address = `/station/${plant.stationId}`;
const devices = `${address}/devices`;
const units = page.getByRole("region", { name: "Strings and modules" });
const rows = units.getByRole("row");
const nextDay = page.getByRole("button", { name: "Next day" });

test("the day curve shows any past day and never a future one", async () => {
  const server = await openConsole({ at: address, plants: [plant] });
  await expect.element(page.getByRole("img", { name: /^Power on/ })).toBeVisible();
  await expect.element(nextDay).toBeDisabled();
  await page.getByRole("button", { name: "Previous day" }).click();
  await expect.poll(() => location.hash).toMatch(/day=\d{4}-\d{2}-\d{2}/);
  await expect.element(nextDay).toBeEnabled();
  const yesterday = new Date(Date.parse(plant.today) - 86_400_000).toISOString().slice(0, 10);
  await expect
    .poll(() => server.listCalls(endpoints.station.curve).map(({ query }) => query.day))
    .toContain(yesterday);
  go(`${address}?day=2099-01-01`);
  await expect.element(nextDay).toBeDisabled();
  expect(server.listCalls(endpoints.station.curve).map(({ query }) => query.day)).not.toContain("2099-01-01");
});

test("shows the response instead of what was pushed before, after events were missed", async () => {
  const server = await openConsole({ at: address, plants: [plant] });
  const now = page.getByRole("region", { name: "Power now" });
  const pushPower = (powerW: number) =>
    server.push({
      ...{ type: "plant", stationId: plant.stationId, powerW, status: "normal", isAsleep: false },
      updatedAt: new Date().toISOString(),
    });
  await expect
    .poll(() => {
      // The stream may still be on its way.
      pushPower(3680);
      return now.element().textContent;
    })
    .toContain("3.68kW");
  server.reply(endpoints.station.get, () => ({ ...plant, powerW: 1510 }));
  server.moveStreams();
  await expect.element(now).toMatchTextContent(/1\.51kW/);
});

test("a chart that has become higher with the card beside it becomes lower with it again", async () => {
  await openConsole({ at: address, plants: [plant] });
  await expect.element(page.getByRole("img", { name: /^Power on/ })).toBeVisible();
  const heightOf = (selector: string) => document.querySelector(selector)?.clientHeight ?? 0;
  const card = ".card.curve";
  await expect.poll(() => heightOf(`${card} canvas`)).toBeGreaterThan(0);
  const before = heightOf(card);
  const block = document.createElement("div");
  block.style.height = "1200px";
  document.querySelector(".card.now")?.append(block);
  await expect.poll(() => heightOf(`${card} canvas`)).toBeGreaterThan(1000);
  block.remove();
  await expect.poll(() => heightOf(card)).toBe(before);
});

test("energy is shown by day, month and year [R3.9]", async () => {
  // Of a day, month and year as they are written.
  const lengths = { day: 10, week: 10, month: 7, year: 4 };
  const server = await openConsole({ at: address, plants: [plant] });
  server.reply(endpoints.station.energy, ({ query: { by } }) =>
    makeEnergy(plant.today.slice(0, lengths[by])),
  );
  const energy = page.getByRole("region", { name: "Energy" });
  const chart = energy.getByRole("img", { name: /^Energy in this period: [1-9]/ });
  await expect.element(chart).toBeVisible();
  for (const [text, by] of [
    ["Months", "month"],
    ["Years", "year"],
  ] as const) {
    await energy.getByText(text).click();
    await expect.poll(() => location.hash).toContain(`by=${by}`);
    await expect.poll(() => server.listCalls(endpoints.station.energy).at(-1)?.query.by).toBe(by);
    await expect.element(chart).toBeVisible();
  }
});

test("units are filtered by type [R1.1]", async () => {
  await openConsole({ at: devices, plants: [plant] });
  await expect.element(rows).toHaveLength(3);
  const type = units.getByRole("combobox", { name: "Type" });
  await type.selectOptions("Optimizer");
  await expect.element(rows).toHaveLength(2);
  await type.selectOptions("Shutdown switch");
  await expect.element(units.getByText("No devices match your filters", { exact: true })).toBeVisible();
});

test("units are filtered by status, also from the address", async () => {
  await openConsole({ at: `${devices}?status=fault`, plants: [plant] });
  await expect.element(units.getByText("No devices match your filters", { exact: true })).toBeVisible();
  await units.getByRole("combobox", { name: "Status" }).selectOptions("Normal");
  await expect.poll(() => location.hash).toContain("status=normal");
  await expect.element(rows.filter({ hasText: "A1" }).first()).toBeVisible();
});

/** What the server says of every energy of the plant. */
function replyUpdating(server: FakeServer, isUpdating: boolean): void {
  const row = { ...plant, isUpdating };
  server.reply(endpoints.station.get, row);
  server.reply(endpoints.station.curve, ({ query }) => ({ ...makeCurve(query.day), isUpdating }));
  server.reply(endpoints.station.energy, { ...makeEnergy("2026"), isUpdating });
  server.reply(endpoints.station.list, { rows: [row], total: 1 });
  server.reply(endpoints.home.getOverview, { ...makeOverview([row]), isUpdating });
}

test("energies that are partial say so on the plant's page and on home, until late reports are counted", async () => {
  const clock = useClock();
  const marksIn = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)]
      .filter((place) => place.checkVisibility())
      .flatMap((place) => [...place.querySelectorAll('[title^="Late reports are still being processed"]')])
      .map(({ textContent }) => textContent);
  const server = await openConsole({ plants: [plant], prepare: (made) => replyUpdating(made, true) });
  await expect.poll(() => marksIn(".tiles")).toHaveLength(4);
  await expect.poll(() => marksIn("tr[data-row]")).toHaveLength(4);
  go(address);
  await expect.poll(() => marksIn(".card.now")).toHaveLength(4);
  await expect.poll(() => marksIn(".card.energy")).toEqual(["Updating"]);
  await expect.poll(() => marksIn(".card.curve")).toEqual(["Updating"]);
  replyUpdating(server, false);
  await clock.pass(6_000);
  for (const card of [".card.now", ".card.energy", ".card.curve"])
    await expect.poll(() => marksIn(card)).toEqual([]);
  history.back();
  await expect.element(page.getByRole("row").filter({ hasText: plant.name })).toBeVisible();
  await clock.pass(6_000);
  await expect.poll(() => marksIn("tr[data-row]")).toEqual([]);
  await expect.poll(() => marksIn(".tiles")).toEqual([]);
});

test("at night the power card says when the sun rises, by day what is missing", async () => {
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const powerNow = page.getByRole("region", { name: "Power now" });
  const sun = {
    sunriseAt: hoursFromNow(-12),
    sunsetAt: hoursFromNow(-1),
    nextSunriseAt: "2099-01-01T07:15:00Z",
  };
  const night = makePlant({ timeZone: "UTC", powerW: null, status: "fault", sun });
  await openConsole({ at: `/station/${night.stationId}`, plants: [night] });
  await expect.element(powerNow.getByText("Night", { exact: true })).toBeVisible();
  await expect.element(powerNow.getByText("Sunrise at 07:15")).toBeVisible();
  expect(powerNow.getByText("–", { exact: true }).elements()).toEqual([]);
  await closeConsole();
  const day = makePlant({ powerW: null, status: "fault", sun: { ...sun, sunsetAt: hoursFromNow(5) } });
  await openConsole({ at: `/station/${day.stationId}`, plants: [day] });
  await expect.element(powerNow.getByText("no recent data")).toBeVisible();
  await closeConsole();
  const offline = makePlant({ powerW: null, status: "offline", sun });
  await openConsole({ at: `/station/${offline.stationId}`, plants: [offline] });
  await expect.element(powerNow.getByText("no recent data")).toBeVisible();
});

test("before sunrise the power card has the energy of the day before", async () => {
  const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
  const sun = { sunriseAt: hoursFromNow(2), sunsetAt: hoursFromNow(12), nextSunriseAt: hoursFromNow(26) };
  const dark = makePlant({ powerW: null, sun, firstDay: "2026-01-01" });
  await openConsole({ at: `/station/${dark.stationId}`, plants: [dark] });
  const powerNow = page.getByRole("region", { name: "Power now" });
  await expect.element(powerNow).toMatchTextContent(/Energy yesterday\s*12\.3\s*kWh/);
});

test("the dashed line is called clear sky unless irradiance was measured", async () => {
  const power = page.getByRole("region", { name: "Power today" });
  const curve = makeCurve(plant.today);
  const expected = curve.points.map(({ at }) => ({ at, powerW: 3_000 }));
  for (const [expectedFrom, name] of [
    ["clear-sky", "Clear sky"],
    ["irradiance", "Expected"],
  ] as const) {
    await openConsole({
      at: address,
      plants: [plant],
      prepare: (server) => server.reply(endpoints.station.curve, { ...curve, expectedFrom, expected }),
    });
    await expect.element(power.getByText(name, { exact: true })).toBeVisible();
    await closeConsole();
  }
});

test("the head names who is in charge, with phone and address, where contacts are visible to the viewer", async () => {
  const known = makePlant({ name: "Roof", address: "1 Sun Street" });
  await openConsole({ at: `/station/${known.stationId}`, plants: [known] });
  await expect.element(page.getByText("Ada Lin")).toBeVisible();
  await expect.element(page.getByText("1 Sun Street")).toBeVisible();
  const phone = page.getByRole("link", { name: "+86 10 1234 5678" });
  expect(phone.element().getAttribute("href")).toBe("tel:+861012345678");
  await closeConsole();
  const hidden = makePlant({
    name: "Barn",
    personInCharge: null,
    phone: null,
    address: null,
    hiddenParts: ["contacts"],
  });
  await openConsole({ at: `/station/${hidden.stationId}`, plants: [hidden] });
  await expect.element(page.getByRole("heading", { name: "Barn" })).toBeVisible();
  await expect.element(page.getByText("Ada Lin")).not.toBeInTheDocument();
});

test("the head says why a plant is offline, waits or has a fault, also where no alarm does", async () => {
  for (const [status, statusReason, sentence] of [
    ["offline", "disconnected", "No gateway is connected"],
    ["offline", "silent", "No message from any gateway for three report intervals"],
    ["waiting", "never-connected", "No gateway has connected yet"],
    ["fault", "unit-fault", "A device reports a fault"],
  ] as const) {
    const known = makePlant({ status, statusReason });
    await openConsole({ at: `/station/${known.stationId}`, plants: [known] });
    await expect.element(page.getByText(sentence)).toBeVisible();
    await closeConsole();
  }
});

test("what is wrong is on top of the overview, the worst first, each with its place and what to do", async () => {
  const faulty = makePlant({ status: "fault", statusReason: "fault-alarm" });
  const fault = makeAlarm({ faultCode: "H201", severity: "fault" });
  const alarms = [makeAlarm({ faultCode: "H101", severity: "warning", slotLabel: "DC-1" }), fault];
  await openConsole({
    at: `/station/${faulty.stationId}`,
    plants: [faulty],
    prepare: (server) => server.reply(endpoints.alarm.list, { rows: alarms, total: 4, isTotalCapped: false }),
  });
  const card = page.getByRole("region", { name: "What is wrong now" });
  const lines = card.getByRole("listitem");
  await expect.element(lines.first()).toMatchTextContent(/^Fault.*C15-4: Internal fault.*since 04\/05/);
  await expect.element(lines.nth(1)).toMatchTextContent(/^Warning.*DC-1: Gateway offline/);
  const remedy = alarmTexts.faults.internalFault.remedy;
  await expect.element(lines.first().getByText(remedy)).toBeVisible();
  await expect
    .element(lines.first().getByRole("link", { name: "Show device" }))
    .toHaveAttribute("href", `#/device/${fault.deviceId}`);
  await expect
    .element(card.getByRole("link", { name: "2 more" }))
    .toHaveAttribute("href", `#/station/${faulty.stationId}/alarms`);
});

test("devices with the same alarm are counted in one line, so that other alarms are seen", async () => {
  const faulty = makePlant({ status: "fault", statusReason: "fault-alarm" });
  const silent = (slotLabel: string) => makeAlarm({ faultCode: "H202", severity: "fault", slotLabel });
  const warning = makeAlarm({ faultCode: "H101", severity: "warning", slotLabel: "DC-1" });
  const rows = [silent("C5-1"), silent("C5-2"), silent("C5-3"), silent("C5-4"), warning].map((alarm) => ({
    ...alarm,
    stationId: faulty.stationId,
  }));
  await openConsole({
    at: `/station/${faulty.stationId}`,
    plants: [faulty],
    prepare: (server) => server.reply(endpoints.alarm.list, { rows, total: 5, isTotalCapped: false }),
  });
  const lines = page.getByRole("region", { name: "What is wrong now" }).getByRole("listitem");
  await expect.element(lines.nth(1)).toMatchTextContent(/^Warning.*DC-1: Gateway offline/);
  await expect.element(lines.first()).toMatchTextContent(/^Fault.*C5-1: /);
  await expect
    .element(lines.first().getByRole("link", { name: "3 more devices with this alarm" }))
    .toHaveAttribute("href", `#/station/${faulty.stationId}/alarms`);
  expect(lines.elements()).toHaveLength(2);
});

test("in the low light after sunrise the power now says that units are asleep, beside the fault of the plant", async () => {
  const fault = { status: "fault", statusReason: "unit-fault" } as const;
  const dawn = makePlant({ ...fault, powerW: null, isAsleep: true, isNight: false, sun: null });
  await openConsole({ at: `/station/${dawn.stationId}`, plants: [dawn] });
  await expect.element(page.getByRole("link", { name: "Fault (sleeping)" })).toBeVisible();
  await expect.element(page.getByText("A device reports a fault")).toBeVisible();
  const card = page.getByRole("region", { name: "Power now" });
  await expect.element(card.getByText("low light, units asleep")).toBeVisible();
  await expect.element(card.getByText("no recent data")).not.toBeInTheDocument();
});

test("beside the power now are the day's peak, its earnings and the hours of the sun", async () => {
  const sun = {
    sunriseAt: "2026-05-04T05:12:00Z",
    sunsetAt: "2026-05-04T19:48:00Z",
    nextSunriseAt: "2026-05-05T05:11:00Z",
  };
  const known = makePlant({ currency: "EUR", earningsToday: "3.2", sun });
  await openConsole({ at: `/station/${known.stationId}`, plants: [known] });
  const powerNow = page.getByRole("region", { name: "Power now" });
  await expect.element(powerNow).toMatchTextContent(/Peak today\s*3\.00\s*kW\s*15:00/);
  await expect.element(powerNow).toMatchTextContent(/Earnings today\s*€3\.20/);
  await expect.element(powerNow).toMatchTextContent(/Sunrise – sunset\s*05:12 – 19:48/);
});

test("a plant with irradiance has a clear sky for the rest of the day, named apart from the expected power", async () => {
  const point = { at: `${plant.today}T12:00:00Z`, powerW: 4_000 };
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) =>
      server.reply(endpoints.station.curve, ({ query }) => ({
        ...makeCurve(query.day),
        expectedFrom: "irradiance" as const,
        expected: [point],
        clearSky: [point],
      })),
  });
  const curve = page.getByRole("region", { name: "Power today" });
  await expect.element(curve.getByText("Expected", { exact: true })).toBeVisible();
  await expect.element(curve.getByText("Clear sky for the rest of the day")).toBeVisible();
});

const tabs = page.getByRole("navigation", { name: "Pages of this plant" });
const tab = (name: string) => tabs.getByRole("link", { name, exact: true });

test("each page of a plant has its address, the same header and the same tabs", async () => {
  const known = makePlant({ name: "Roof", status: "fault" });
  await openConsole({
    at: `/station/${known.stationId}`,
    plants: [known],
    prepare(server) {
      server.reply(endpoints.sharing.members, {
        rows: [],
        total: 0,
        transfer: null,
        giving: { administrators: true, latestEndsAt: null },
      });
      server.reply(endpoints.log.ofPlant, { rows: [], total: 0 });
      server.reply(endpoints.correction.list, { rows: [], total: 0 });
      server.reply(endpoints.correction.settings, {
        isAutomatic: false,
        reference: "none",
        firstDay: "2026-01-01",
        lastDay: "2026-05-03",
        maxKwh: 312,
        mayChange: true,
      });
    },
  });
  for (const [name, path, content] of [
    ["Devices", "/devices", "Strings and modules"],
    ["Alarms", "/alarms", "Unresolved alarms"],
    ["Earnings", "/earnings", "Earnings"],
    ["Corrections", "/corrections", "Correction records"],
    ["Members", "/members", "Members"],
    ["Overview", "", "Energy"],
  ] as const) {
    await tab(name).click();
    await expect.poll(() => location.hash).toBe(`#/station/${known.stationId}${path}`);
    await expect.element(tab(name)).toHaveAttribute("aria-current", "page");
    await expect.element(page.getByRole("heading", { level: 1, name: "Roof" })).toBeVisible();
    await expect.element(page.getByRole("link", { name: "+86 10 1234 5678" })).toBeVisible();
    await expect.element(page.getByRole("region", { name: content, exact: true })).toBeVisible();
  }
});

test("a plant's tabs leave out what its settings hide, and the address of a hidden page says so", async () => {
  const hidden = makePlant({ level: "participant", hiddenParts: ["devices", "earnings"] });
  await openConsole({ at: `/station/${hidden.stationId}/earnings`, plants: [hidden] });
  await expect.element(page.getByText("You do not have permission to view this")).toBeVisible();
  await expect.element(tab("Corrections")).toBeVisible();
  for (const name of ["Devices", "Earnings"]) await expect.element(tab(name)).not.toBeInTheDocument();
});

test("a plant that is visible only because it is public shows no devices, and its pages request none", async () => {
  const stranger = makePlant({ level: "public" });
  const server = await openConsole({ at: `/station/${stranger.stationId}`, plants: [stranger] });
  await expect.element(page.getByRole("img", { name: /^Power on/ })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Performance" })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Power flow" })).not.toBeInTheDocument();
  await expect.element(tab("Devices")).not.toBeInTheDocument();
  go(`/station/${stranger.stationId}/devices`);
  await expect.element(page.getByText("You do not have permission to view this")).toBeVisible();
  const { station, unplacedReports, device, alarm } = endpoints;
  for (const endpoint of [station.powerFlow, station.earnings, unplacedReports.list, device.list, alarm.list])
    expect(server.listCalls(endpoint)).toEqual([]);
});

const startPages = [
  ["devices", "/devices"],
  ["physicalLayout", "/layout"],
  ["logicalLayout", "/layout?view=logical"],
] as const;

test.for(startPages)(
  "a plant that opens on %s leads there once, and its overview stays reachable [R6.7]",
  async ([jump, path]) => {
    const led = makePlant({ jump });
    await openConsole({ plants: [led] });
    go(`/station/${led.stationId}`);
    await expect.poll(() => location.hash).toBe(`#/station/${led.stationId}${path}`);
    await tab("Overview").click();
    await expect.element(page.getByRole("region", { name: "Energy", exact: true })).toBeVisible();
    expect(location.hash).toBe(`#/station/${led.stationId}`);
  },
);

test("a plant whose start page is hidden from the user opens on its overview", async () => {
  const led = makePlant({ jump: "logicalLayout", level: "participant", hiddenParts: ["layout"] });
  await openConsole({ plants: [led] });
  go(`/station/${led.stationId}`);
  await expect.element(page.getByRole("region", { name: "Energy", exact: true })).toBeVisible();
  expect(location.hash).toBe(`#/station/${led.stationId}`);
});

test("the overview of a plant with a start page opens from its other pages", async () => {
  const led = makePlant({ jump: "devices" });
  await openConsole({ at: `/station/${led.stationId}/devices`, plants: [led] });
  await tab("Overview").click();
  await expect.element(page.getByRole("region", { name: "Energy", exact: true })).toBeVisible();
});

test("the power flow names each metered place with its power, marks faults and says what is not metered", async () => {
  const flow = page.getByRole("region", { name: "Power flow" });
  const metered = makePlant({ meteringLevel: "ac-meter", powerW: 3_400 });
  await openConsole({
    at: `/station/${metered.stationId}`,
    plants: [metered],
    prepare: (made) =>
      made.reply(endpoints.station.powerFlow, {
        ...powerFlow,
        modules: { ...powerFlow.modules!, faultCount: 1, powerW: 3_600 },
        acMeter: { powerW: 3_400 },
      }),
  });
  await expect.poll(() => flow.getByRole("listitem").all()).toHaveLength(3);
  const [modules, inverter, grid] = flow.getByRole("listitem").all();
  const textOf = (place: typeof modules) => () => place?.element().textContent;
  await expect.poll(textOf(modules)).toMatch(/Modules.*3\.60kW.*2 units.*1 with a fault/);
  await expect.poll(textOf(inverter)).toMatch(/Inverter, AC meter.*counted.*–/);
  await expect.poll(textOf(grid)).toMatch(/Grid.*no recent data/);
});

test("the gateways of the power flow are those that the plant's status is about", async () => {
  const away = makePlant({ status: "offline", statusReason: "disconnected", onlineGatewayCount: 0 });
  await openConsole({ at: `/station/${away.stationId}`, plants: [away] });
  await expect.element(page.getByText("No gateway is connected")).toBeVisible();
  const flow = page.getByRole("region", { name: "Power flow" });
  await expect.element(flow.getByRole("link", { name: "Gateways: 0 of 1 online" })).toBeVisible();
});

test("today is compared with the median of the days before it and with another day, each with its energy so far", async () => {
  const power = page.getByRole("region", { name: "Power today" });
  await openConsole({ at: address, plants: [plant] });
  await power.getByText("30-day median", { exact: true }).click();
  await expect.poll(() => location.hash).toContain("compare=median");
  await expect.element(power.getByText("Median of 20 days so far")).toBeVisible();
  await expect.element(power.getByText("1.05 kWh")).toBeVisible();
  await power.getByText("Another day", { exact: true }).click();
  const yesterday = new Date(Date.parse(plant.today) - 86_400_000).toISOString().slice(0, 10);
  await expect.poll(() => location.hash).toContain(`compare=${yesterday}`);
  await expect.element(power.getByText("8.40 kWh")).toBeVisible();
  await power.getByText("Nothing", { exact: true }).click();
  await expect.poll(() => location.hash).not.toContain("compare");
});

test("the choice of a comparison begins where the legend does when both do not fit beside each other", async () => {
  const power = page.getByRole("region", { name: "Power today" });
  await openConsole({ at: `${address}?compare=median`, plants: [plant] });
  await expect.element(power.getByText("Median of 20 days so far")).toBeVisible();
  // As narrow as longer words make it.
  (power.element() as HTMLElement).style.maxWidth = "60rem";
  const boxOf = (selector: string) =>
    document.querySelector(selector)?.getBoundingClientRect() ?? new DOMRect();
  const [legend, choice] = [".curve-lines .legend > span", ".curve-compare > span"];
  await expect.poll(() => boxOf(choice).top > boxOf(legend).bottom).toBe(true);
  expect(Math.abs(boxOf(choice).left - boxOf(legend).left)).toBeLessThan(1);
});
