import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { openConsole } from "../../../test/ui/console.tsx";
import { makeEnergy, makePlant, performance } from "../../../test/ui/samples.ts";

const plant = makePlant({ name: "Roof", energyTodayKwh: 12, installedCapacityKwp: 4.8 });
const at = `/station/${plant.stationId}`;
const figures = page.getByRole("region", { name: "Performance" });
const energy = page.getByRole("region", { name: "Energy", exact: true });

test("shows the specific yield, the share of clear sky and the CO₂ with its factor, source and year", async () => {
  await openConsole({ at, plants: [plant] });
  await expect.element(figures.getByText("2.50")).toBeVisible();
  await expect.element(figures.getByText("Share of clear sky, last 30 days")).toBeVisible();
  await expect.element(figures.getByText("71.4%")).toBeVisible();
  await expect.element(figures.getByText("470 kg")).toBeVisible();
  await expect
    .element(figures.getByText("Germany: 381 g per kWh of the grid in 2023 (Ember, Yearly Electricity Data)"))
    .toBeVisible();
});

test("names the performance ratio with its side where irradiance is measured, and says where no factor is known", async () => {
  const ratio = { value: 0.842, energyWh: 400_000, irradiationWhM2: 99_000, dayCount: 27 };
  await openConsole({
    at,
    plants: [plant],
    prepare: (server) => server.reply(endpoints.station.performance, { ...performance, ratio, co2: null }),
  });
  await expect.element(figures.getByText("Performance ratio, last 30 days · DC")).toBeVisible();
  await expect.element(figures.getByText("84.2%")).toBeVisible();
  await expect.element(figures.getByText("IEC 61724: 99.0 kWh/m² on 27 days with irradiance")).toBeVisible();
  await expect.element(figures.getByText(/^The country of the plant’s time zone/)).toBeVisible();
});

test("shows energy by week of a year, and by day again", async () => {
  const server = await openConsole({ at: `${at}?by=week`, plants: [plant] });
  await expect
    .poll(() => server.listCalls(endpoints.station.energy).at(-1)?.query)
    .toMatchObject({ by: "week", period: plant.today.slice(0, 4) });
  await energy.getByText("Days", { exact: true }).click();
  await expect.poll(() => server.listCalls(endpoints.station.energy).at(-1)?.query.by).toBe("day");
});

test("lists what changed the figures of the period shown, with day and time", async () => {
  const server = await openConsole({
    at: `${at}?period=2026-05`,
    plants: [plant],
    prepare(made) {
      made.reply(endpoints.station.energy, ({ query }) => makeEnergy(`${query.period}-04`));
      made.reply(endpoints.station.figureChanges, {
        rows: [
          { kind: "late", day: "2026-05-04", at: "2026-05-05T08:00:00.000Z", energyWh: 1_500 },
          {
            kind: "correction",
            day: "2026-05-03",
            at: "2026-05-04T00:10:00.000Z",
            mode: "auto",
            beforeWh: 24_000,
            energyWh: 23_040,
            cancelledAt: null,
          },
          {
            kind: "deviceRemoved",
            day: "2026-05-02",
            at: "2026-05-02T09:00:00.000Z",
            sn: "OP-1",
            type: "OPT",
            slotLabel: "A1",
          },
        ],
        total: 3,
      });
    },
  });
  await energy.getByRole("button", { name: "What changed these figures" }).click();
  const drawer = page.getByRole("dialog", { name: "What changed these figures" });
  await expect.element(drawer.getByText("1.50 kWh arrived late and was added")).toBeVisible();
  await expect.element(drawer.getByText("Set to 23.0 kWh by the meter; before: 24.0 kWh")).toBeVisible();
  await expect.element(drawer.getByText("Optimizer A1 OP-1 taken out of service")).toBeVisible();
  expect(server.listCalls(endpoints.station.figureChanges)[0]?.query).toMatchObject({
    fromDay: "2026-05-01",
    toDay: "2026-05-31",
  });
});

test("names resets, implausible energy, zones, new devices and cancelled corrections, and how many there are in all", async () => {
  const at = "2026-05-05T08:00:00.000Z";
  await openConsole({
    at: `/station/${plant.stationId}?period=2026-05`,
    plants: [plant],
    prepare(made) {
      made.reply(endpoints.station.energy, ({ query }) => makeEnergy(`${query.period}-04`));
      made.reply(endpoints.station.figureChanges, {
        rows: [
          { kind: "reset", day: "2026-05-08", at, count: 2 },
          { kind: "implausible", day: "2026-05-07", at, energyWh: 9_000 },
          { kind: "zone", day: "2026-05-06", at, fromDay: "2026-05-06", timeZone: "Europe/Lisbon" },
          { kind: "deviceAdded", day: "2026-05-05", at, sn: "OP-2", type: "OPT", slotLabel: "A2" },
          {
            kind: "correction",
            day: "2026-05-03",
            at,
            mode: "manual",
            beforeWh: null,
            energyWh: 12_000,
            cancelledAt: "2026-05-06T12:00:00.000Z",
          },
        ],
        total: 1_250,
      });
    },
  });
  await energy.getByRole("button", { name: "What changed these figures" }).click();
  const drawer = page.getByRole("dialog", { name: "What changed these figures" });
  for (const sentence of [
    "2 counter resets",
    "9.00 kWh implausible, not counted",
    "The time zone is Europe/Lisbon from 06/05/2026; days were recalculated",
    "Optimizer A2 OP-2 placed in service",
    "Set to 12.0 kWh by hand; before: –",
    "Showing the latest 5 of 1,250",
  ])
    await expect.element(drawer.getByText(sentence, { exact: true })).toBeVisible();
  const cancelled = drawer.getByRole("listitem").filter({ hasText: "by hand" });
  await expect.element(cancelled).toMatchTextContent(/entered 05\/05\/2026 .* · cancelled 06\/05\/2026/);
});

test("says which days lack data, and how much of them was measured", async () => {
  await openConsole({
    at: `${at}?period=2026-05`,
    plants: [plant],
    prepare: (made) =>
      made.reply(endpoints.station.energy, () => {
        const made = makeEnergy("2026-05-04");
        const [bar] = made.bars as [(typeof made.bars)[number]];
        const bars = [
          { ...bar, measuredShare: 0.452 },
          { ...bar, period: "2026-05-05", energyWh: null, measuredShare: 0 },
        ];
        return { ...made, bars };
      }),
  });
  await expect.element(energy.getByText("incomplete data")).toBeVisible();
  await expect.element(energy.getByText("no data", { exact: true })).toBeVisible();
  const listed = energy.getByRole("list").getByRole("listitem");
  await expect.element(listed.first()).toMatchTextContent(/^04\/05\/2026: 45\.2% of daylight measured$/);
  await expect.element(listed.nth(1)).toMatchTextContent(/^05\/05\/2026: No data$/i);
});
