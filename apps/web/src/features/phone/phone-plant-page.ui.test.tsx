import type { DataOf, Device, LiveMessage } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { makeAlarm, replyWithAlarms } from "../../../test/ui/alarm-samples.ts";
import { go, openConsole } from "../../../test/ui/console.tsx";
import type { FakeServer } from "../../../test/ui/fake-server.ts";
import { usePhone } from "../../../test/ui/phone.ts";
import { makeDevice, makeEnergy, makePlant, noEvidence } from "../../../test/ui/samples.ts";
import { acceptSignIn, fillSignIn } from "../../../test/ui/sign-in.ts";

const plant = makePlant({ name: "Phone Roof" });
const address = `/mobile/station/layout?stationId=${plant.stationId}`;
const now = () => new Date().toISOString();
const makeUnit = (slotLabel: string, change: Partial<Device> = {}) =>
  makeDevice({ sn: `OP-${slotLabel}`, slotLabel, level: 3, updatedAt: now(), ...change });

// Other parts of the page have lists too.
const units = page.getByRole("listitem").filter({ hasText: "Optimizer" });
const search = page.getByRole("searchbox");
const topGroup = page.getByRole("heading", { level: 3, name: /\d devices?$/ }).first();

/** Filters devices as the server does. */
function replyDevices(server: FakeServer, devices: readonly Device[]): void {
  server.reply(endpoints.device.list, ({ query }) => {
    const rows = devices
      .filter(({ status }) => query.status === undefined || status === query.status)
      .filter(({ slotLabel }) => slotLabel.includes(query.search ?? ""));
    return { rows, total: rows.length };
  });
}

const unitsMessage = ({ deviceId }: Device, inputCurrentA: number): LiveMessage => {
  const { inputVoltageV, outputVoltageV, outputCurrentA, powerW, temperatureC, generationWh, signalDbm } =
    makeDevice();
  const rest = {
    inputVoltageV,
    outputVoltageV,
    outputCurrentA,
    powerW,
    temperatureC,
    generationWh,
    signalDbm,
    isClosed: null,
  };
  return {
    type: "units",
    stationId: plant.stationId,
    units: [{ deviceId, at: now(), inputCurrentA, ...rest }],
  };
};

test("a plant's units on a phone, after signing in, by string, moving with the reports, found by search", async () => {
  const devices = ["A1", "A2", "A3"].map((slot, index) => makeUnit(slot, { inputCurrentA: 5 + index }));
  await page.viewport(360, 740);
  // Without a session the way leads over sign-in and back.
  const server = await openConsole({
    isSignedOut: true,
    at: address,
    plants: [plant],
    prepare: acceptSignIn,
  });
  replyDevices(server, devices);
  await expect.poll(() => location.hash).toMatch(/^#\/login/);
  await fillSignIn();
  await expect.element(page.getByRole("heading", { level: 1, name: "Phone Roof" })).toBeVisible();
  expect(location.hash).toBe(`#${address}`);
  await expect
    .element(page.getByRole("heading", { level: 3, name: "String A" }))
    .toMatchTextContent(/3 devices/);
  const second = units.filter({ hasText: "A2" });
  await expect.element(second).toMatchTextContent(/6\.00A/);
  await expect
    .poll(() => {
      // The stream may still be on its way.
      server.push(unitsMessage(devices[1] as Device, 8));
      return second.element().textContent;
    })
    .toContain("8.00A");
  expect(document.documentElement.scrollWidth).toBe(360);
  await search.fill("A3");
  await expect.element(units).toHaveLength(1);
  await expect.element(units).toMatchTextContent(/^A3/);
  await search.fill("no such place");
  await expect.element(page.getByText("No devices match your filters")).toBeVisible();
});

test("a unit in fault is on top on a phone, and both its chip and its word find it alone", async () => {
  const devices = [makeUnit("A1"), makeUnit("A2", { status: "fault" }), makeUnit("A3")];
  await openConsole({ at: address, plants: [plant], prepare: (server) => replyDevices(server, devices) });
  await expect.element(topGroup).toMatchTextContent(/^Needs attention/);
  await expect.element(units.first()).toMatchTextContent(/^A2/);
  const chip = page.getByRole("button", { name: /^Fault/ });
  await chip.click();
  await expect.element(units).toHaveLength(1);
  await chip.click();
  await expect.element(topGroup).toMatchTextContent(/^Needs attention/);
  await search.fill("fault");
  await expect.element(units).toHaveLength(1);
  await expect.element(units).toMatchTextContent(/^A2/);
});

test("a unit in trouble on a phone has its cause and its last report, and no dash for what is not known", async () => {
  await usePhone();
  const { alarmId, faultCode } = makeAlarm();
  const alarm = { alarmId, faultCode, firstAt: now(), slotLabel: "B7", sn: "OP-B7", alias: "" };
  const unknown = { powerW: null, inputVoltageV: null, inputCurrentA: null, temperatureC: null };
  const fault = { status: "fault", statusReason: "fault-alarm", alarm } as const;
  const devices = [
    makeUnit("B7", { ...fault, ...unknown, updatedAt: null }),
    makeUnit("D8", { status: "fault", statusReason: "unit-fault" }),
    makeUnit("E9", { status: "offline", statusReason: "no-samples", communicationStatus: "offline" }),
  ];
  await openConsole({ at: address, plants: [plant], prepare: (server) => replyDevices(server, devices) });
  const first = (name: RegExp) => units.filter({ hasText: name }).first();
  await expect.element(first(/^B7/)).toMatchTextContent(/FaultNo recent dataInternal fault since/);
  await expect.element(first(/^B7/)).not.toMatchTextContent(/–/);
  await expect.element(first(/^D8/)).toMatchTextContent(/FaultLast report .*A device reports a fault/);
  await expect.element(first(/^E9/)).toMatchTextContent(/OfflineNo reports, the last one /);
});

const string = (name: string, change: Partial<Device>) =>
  [1, 2, 3, 4].map((place) => makeUnit(`${name}-${place}`, change));

test("units of a string with the same status share a card that opens, after the unit that the status names", async () => {
  await usePhone();
  const named = makeUnit("C15-4", { status: "fault" });
  const { alarmId, faultCode } = makeAlarm();
  const alarm = { alarmId, faultCode, firstAt: now(), slotLabel: "C15-4", sn: named.sn, alias: "" };
  await openConsole({
    at: address,
    plants: [{ ...plant, status: "fault", statusReason: "fault-alarm", alarm }],
    prepare: (server) =>
      replyDevices(server, [...string("C5", { status: "fault", powerW: 0 }), ...string("C6", {}), named]),
  });
  await expect.element(topGroup).toMatchTextContent(/^Needs attention5 devices$/);
  await expect.element(units.first()).toMatchTextContent(/^C15-4/);
  await expect.element(page.getByText(/^C15-4: Internal fault since .*Last report/)).toBeVisible();
  const card = page.getByRole("group").filter({ hasText: /^String C54 devices0W *Fault/ });
  const third = page.getByRole("listitem").filter({ hasText: /^C5-3/ }).first();
  await expect.element(third).not.toBeInTheDocument();
  await card.getByText("String C5").click();
  await expect.element(third).toBeVisible();
  await search.fill("C6");
  await expect.element(page.getByRole("listitem").filter({ hasText: /^C6-2/ })).toBeVisible();
});

test("a phone page counts all devices that need attention, not the loaded ones", async () => {
  const rows = [makeUnit("A1", { status: "fault" }), makeUnit("A2", { status: "fault" })];
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) =>
      server.reply(endpoints.device.list, ({ query }) => ({
        rows: query.status === undefined || query.status === "fault" ? rows : [],
        total: query.status === undefined ? 2 : Number(query.status === "fault") * 300,
      })),
  });
  await expect.element(topGroup).toMatchTextContent(/^Needs attention300 devices$/);
});

test("a phone page without its plant says why, and has the way out of the session", async () => {
  const server = await openConsole({ at: address, plants: [plant] });
  await expect.element(search).toBeVisible();
  server.refuse(endpoints.station.get, "A0404", "Not found");
  go(`/mobile/station/layout?stationId=${crypto.randomUUID()}`);
  await expect.element(page.getByText("Plant not found")).toBeVisible();
  // Once is enough.
  await expect.element(page.getByText("Not found", { exact: true })).not.toBeInTheDocument();
  go("/mobile/station/layout");
  await expect.element(page.getByText("The address does not specify a plant (stationId).")).toBeVisible();
  await page.getByRole("button", { name: /^Account / }).click();
  await expect.element(page.getByRole("button", { name: "Sign out" })).toBeVisible();
});

test("a phone page names what of its plant is open separately, and leads to it", async () => {
  await usePhone();
  const at = now();
  const deviceId = crypto.randomUUID();
  const opened: DataOf<typeof endpoints.safety.get>["unitOperations"][number] = {
    ...{ operationId: crypto.randomUUID(), deviceId, sn: "OP-7", name: "C7-3", isDrill: false },
    ...{ reason: "Broken glass", byName: "Ina", isMine: true, acceptedAt: at, deadlineAt: at, sampleAt: at },
    ...{ counts: { units: 1, proven: 1, dark: 0 }, evidence: noEvidence, isConnected: true },
    type: "OPT",
    state: "open",
    kind: "open",
  };
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) =>
      server.reply(endpoints.safety.get, {
        ...{
          state: "normal",
          operation: null,
          marks: [],
          gateways: [],
          units: [],
          strings: [],
          evidence: noEvidence,
        },
        ...{ counts: { units: 1, sent: 0, acknowledged: 0, proven: 0, dark: 0 }, mayRelease: false },
        storage: { pressedAt: null, hasWaitingReports: false },
        lastDrill: null,
        unitOperations: [opened],
      } as never),
  });
  const panel = page.getByRole("region", { name: "Rapid shutdown" });
  await expect.element(panel.getByText("In operation, 1 device opened separately")).toBeVisible();
  await expect.element(panel.getByText("Before a shutdown")).toBeVisible();
  await expect
    .element(panel.getByRole("link", { name: "C7-3 · OP-7" }))
    .toHaveAttribute("href", `#/device/${deviceId}`);
  const section = panel.element();
  expect(section.scrollWidth).toBeLessThanOrEqual(section.clientWidth);
});

test("a phone page has the shutdown of a healthy plant in one row, which opens to what it would do", async () => {
  await usePhone();
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) =>
      server.reply(endpoints.safety.get, {
        ...{
          state: "normal",
          operation: null,
          marks: [],
          gateways: [],
          units: [],
          strings: [],
          evidence: noEvidence,
        },
        ...{ counts: { units: 1, sent: 0, acknowledged: 0, proven: 0, dark: 0 }, mayRelease: false },
        storage: { pressedAt: null, hasWaitingReports: false },
        lastDrill: null,
        unitOperations: [],
      }),
  });
  const panel = page.getByRole("region", { name: "Rapid shutdown" });
  const title = panel.getByRole("heading", { level: 2, name: "Rapid shutdown" });
  await expect.element(title).toBeVisible();
  await expect.element(panel.getByRole("status")).toMatchTextContent(/^No shutdown is in effect\.$/);
  await expect.element(panel.getByText("Normal operation")).not.toBeInTheDocument();
  const stop = panel.getByRole("button", { name: "Shut down" }).element().getBoundingClientRect();
  const words = title.element().getBoundingClientRect();
  expect(stop.left).toBeGreaterThan(words.right);
  expect(stop.top).toBeLessThan(words.bottom);
  const alarms = page.getByRole("region", { name: /^Alarms/ });
  expect(panel.element().compareDocumentPosition(alarms.element())).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await expect.element(panel.getByText("Before a shutdown")).not.toBeInTheDocument();
  await panel.getByRole("button", { name: "Rapid shutdown" }).click();
  await expect.element(panel.getByText("1 unit with a switch would be opened.")).toBeVisible();
});

test("a phone page of a plant without switches says so below the curve, with what to do in an emergency", async () => {
  await openConsole({ at: address, plants: [plant] });
  const line = page.getByRole("group", { name: "Rapid shutdown" });
  await expect.element(line.getByText("In an emergency, use the switch on site.")).toBeVisible();
  const text = line.getByText(/^This plant has no optimizer or shutdown switch/);
  await expect.element(text).not.toBeVisible();
  await line.getByText("Nothing to shut down remotely").click();
  await expect.element(text).toBeVisible();
  const curve = page.getByRole("region", { name: "Power", exact: true });
  expect(line.element().compareDocumentPosition(curve.element())).toBe(Node.DOCUMENT_POSITION_PRECEDING);
});

test("the bars of energy on a phone have their maximum and short days, and mark today", async () => {
  const bar = makeEnergy(plant.today).bars[0]!;
  const bars = [
    { ...bar, period: "2026-05-01", energyWh: 24_600 },
    { ...bar, period: "2026-05-04" },
  ];
  await openConsole({
    at: address,
    plants: [makePlant({ ...plant, today: "2026-05-04" })],
    prepare: (server) =>
      server.reply(endpoints.station.energy, { ...makeEnergy("2026-05"), bars, totalWh: 36_900 }),
  });
  const energy = page.getByRole("region", { name: "Energy" });
  await expect.element(energy.getByText("Max 24.6 kWh", { exact: true })).toBeVisible();
  await expect.element(energy.getByText("04/05", { exact: true })).toBeVisible();
  const marks = [...energy.element().querySelectorAll<HTMLElement>("[data-now]")];
  expect(marks.map(({ dataset }) => dataset.now)).toEqual(["false", "true"]);
});

test("a phone page names the alarms of its plant", async () => {
  const alarm = makeAlarm({ stationId: plant.stationId });
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) => replyWithAlarms(server, [alarm]),
  });
  await page.getByText(/^C15-4: Internal fault since/).click();
  await expect.element(page.getByText("What to do")).toBeVisible();
});

test("a phone page shows the alarm that its plant's status names before the others", async () => {
  const { stationId } = plant;
  const named = makeAlarm({ stationId, slotLabel: "C15-4" });
  const others = [1, 2, 3, 5].map((place) => makeAlarm({ stationId, slotLabel: `C15-${place}` }));
  const alarms = [...others, named];
  const { alarmId, faultCode, firstAt, slotLabel, sn } = named;
  const alarm = { alarmId, faultCode, firstAt, slotLabel, sn, alias: "" };
  await openConsole({
    at: address,
    plants: [{ ...plant, status: "fault", statusReason: "fault-alarm", alarm }],
    prepare: (server) => replyWithAlarms(server, alarms),
  });
  const card = page.getByRole("region", { name: /^Alarms/ });
  await expect.element(card.getByText(/^C15-/).first()).toMatchTextContent(/^C15-4/);
  await expect.element(card.getByText(/^C15-3/)).not.toBeInTheDocument();
  await card.getByRole("button", { name: "Show more (2)" }).click();
  await expect.element(card.getByText(/^C15-5/)).toBeVisible();
});

test("a phone page does not hide a single alarm behind a button", async () => {
  const alarms = [1, 2, 3, 4].map((place) =>
    makeAlarm({ stationId: plant.stationId, slotLabel: `C15-${place}` }),
  );
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) => replyWithAlarms(server, alarms),
  });
  const card = page.getByRole("region", { name: /^Alarms/ });
  await expect.element(card.getByText(/^C15-4/)).toBeVisible();
  await expect.element(card.getByRole("button")).not.toBeInTheDocument();
});

test("a phone page does not hide a single device behind a button", async () => {
  const devices = Array.from({ length: 201 }, (_, index) => makeUnit(`A-${index + 1}`));
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) =>
      server.reply(endpoints.device.list, ({ query }) => {
        const [page = 1, size = 200] = [Number(query.page), Number(query.pageSize)];
        const rows = query.status === undefined ? devices.slice((page - 1) * size, page * size) : [];
        return { rows, total: query.status === undefined ? devices.length : 0 };
      }),
  });
  await expect
    .element(page.getByRole("heading", { level: 3, name: "String A" }))
    .toMatchTextContent(/201 devices/);
  await expect.element(page.getByRole("button", { name: /^Show more/ })).not.toBeInTheDocument();
});

test("a phone page shows power with its reason, the curve and energy of the plant, and whom to call", async () => {
  await usePhone();
  const contact = {
    providerId: crypto.randomUUID(),
    countryOrRegion: "CN",
    serviceEmail: "help@example.org",
    text: "",
    qrPictureId: null,
  };
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) => server.reply(endpoints.provider.listPublic, { rows: [contact], total: 1 } as never),
  });
  await expect
    .element(page.getByRole("region", { name: "Power now" }))
    .toMatchTextContent(/Power now3\.60kW.*75%.*Today ?12\.3kWh.*This month ?45\.6kWh.*Total ?1\.23MWh/);
  const curve = page.getByRole("img", { name: /^Power on .*; energy 12\.3 kWh/ });
  await expect.element(curve).toBeVisible();
  await expect.element(page.getByText("12:00 · 2.40 kW")).not.toBeInTheDocument();
  await curve.hover();
  await expect.element(page.getByText("12:00 · 2.40 kW")).toBeVisible();
  const power = page.getByRole("region", { name: "Power", exact: true });
  await power.getByRole("button", { name: "Previous" }).click();
  await expect.element(power.getByRole("button", { name: "Next" })).toBeEnabled();
  const energy = page.getByRole("region", { name: "Energy" });
  await energy.getByText("Months").click();
  await expect.element(energy.getByRole("img", { name: "Energy of the period: 12.3 kWh" })).toBeVisible();
  const call = page.getByRole("link", { name: "+86 10 1234 5678" });
  await expect.element(call).toHaveAttribute("href", "tel:+861012345678");
  await page.getByRole("button", { name: "Service contacts" }).click();
  await expect.element(page.getByRole("link", { name: "help@example.org" })).toBeVisible();
  expect(document.documentElement.scrollWidth).toBe(360);
});

test("at night a phone page says when the sun rises, beside the fault of the plant", async () => {
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const sun = { sunriseAt: inHours(3), sunsetAt: inHours(12), nextSunriseAt: inHours(27) };
  const fault = { status: "fault", statusReason: "unit-fault" } as const;
  const night = makePlant({ ...plant, ...fault, isAsleep: true, powerW: null, sun });
  await usePhone();
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) => server.reply(endpoints.station.get, night),
  });
  const time = sun.sunriseAt.slice(11, 16);
  await expect.element(page.getByText(`Night, sunrise ${time}`)).toBeVisible();
  await expect.element(page.getByText("Fault (sleeping)")).toBeVisible();
  await expect.element(page.getByText("A device reports a fault")).toBeVisible();
});

test("in low light a phone page says so in place of a power", async () => {
  const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();
  const sun = { sunriseAt: inHours(-9), sunsetAt: inHours(1), nextSunriseAt: inHours(15) };
  const dim = makePlant({ ...plant, isAsleep: true, powerW: null, sun });
  await openConsole({
    at: address,
    plants: [plant],
    prepare: (server) => server.reply(endpoints.station.get, dim),
  });
  await expect
    .element(page.getByRole("region", { name: "Power now" }))
    .toMatchTextContent(/^Low light, units asleep ?Today/);
});

test("before sunrise a phone page shows the curve of the day before, and today's when asked for", async () => {
  const sunriseAt = new Date(Date.now() + 3_600_000).toISOString();
  const sun = { sunriseAt, sunsetAt: sunriseAt, nextSunriseAt: sunriseAt };
  const early = makePlant({ ...plant, sun, today: "2026-05-04", firstDay: "2026-05-01", powerW: null });
  await usePhone();
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare: (fake) => fake.reply(endpoints.station.get, early),
  });
  const curve = page.getByRole("region", { name: "Power", exact: true });
  const days = () => [...new Set(server.listCalls(endpoints.station.curve).map(({ query }) => query?.day))];
  await expect.element(curve.getByText("03/05/2026")).toBeVisible();
  await expect.poll(days).toEqual(["2026-05-03"]);
  await curve.getByRole("button", { name: "Next" }).click();
  await expect.element(curve.getByText("Today")).toBeVisible();
  await expect.element(curve.getByRole("button", { name: "Next" })).toBeDisabled();
  await expect.poll(days).toEqual(["2026-05-03", "2026-05-04"]);
});

test("a phone page of a plant without any report leads to adding devices instead of figures", async () => {
  const bare = makePlant({ ...plant, updatedAt: null, firstDay: null, energyTotalKwh: 0 });
  await usePhone();
  await openConsole({
    at: address,
    plants: [plant],
    prepare(server) {
      server.reply(endpoints.station.get, bare);
      replyDevices(server, []);
    },
  });
  await expect.element(page.getByText("No data yet", { exact: true })).toBeVisible();
  await expect.element(page.getByRole("link", { name: "Add or replace devices" })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Power now" })).not.toBeInTheDocument();
  await expect.element(page.getByRole("button", { name: "Shut down" })).not.toBeInTheDocument();
  for (const name of ["Earnings", "Devices"])
    await expect.element(page.getByRole("heading", { level: 2, name })).not.toBeInTheDocument();
});

test("a phone page without energy shows neither curve nor energies", async () => {
  const hidden = makePlant({ ...plant, hiddenParts: ["energy"], energyTodayKwh: null, coverageToday: null });
  const server = await openConsole({
    at: address,
    plants: [plant],
    prepare: (fake) => fake.reply(endpoints.station.get, hidden),
  });
  await expect.element(page.getByRole("region", { name: "Power now" })).toBeVisible();
  await expect.element(page.getByRole("region", { name: "Energy" })).not.toBeInTheDocument();
  expect(server.listCalls(endpoints.station.curve)).toHaveLength(0);
});

test("a phone page without the permission for alarms does not ask for them", async () => {
  const server = await openConsole({ at: address, plants: [plant], withheld: ["alarm:read"] });
  await expect.element(page.getByRole("heading", { level: 1, name: plant.name })).toBeVisible();
  expect(server.listCalls(endpoints.alarm.list)).toHaveLength(0);
});
