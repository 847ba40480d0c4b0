import { afterAll, expect, test } from "vitest";
import { setTariffs } from "../../../../../test/earnings.ts";
import { openTestEngines } from "../../../../../test/engines.ts";
import { createConstantSamples, meteringClock, openMeteredPlant } from "../../../../../test/metering.ts";
import { changeZone } from "../../../../../test/zones.ts";
import type { PlantAccess } from "../../../base/access/plant-access.ts";
import { systemScope } from "../../../base/access/scope.ts";
import { createEarningsService } from "../../earnings/earnings.service.ts";
import { createTariffService } from "../../tariffs/tariffs.service.ts";

const engines = await openTestEngines();
afterAll(() => engines.close());

const POWER_W = 100;
const fromAt = Date.UTC(2026, 5, 17);
const toAt = Date.UTC(2026, 5, 20, 12);

/** A plant with 100 W from 17 June 00:00 to 20 June 12:00 UTC. */
async function openPlant(timeZone: string) {
  const plant = await openMeteredPlant(engines, { timeZone });
  await plant.report(createConstantSamples(1, fromAt, toAt, POWER_W));
  await plant.job.drain();
  const deps = { ...engines, clock: meteringClock };
  const { metering } = plant;
  const earnings = createEarningsService({ ...deps, metering, tariffs: createTariffService(deps) });
  const access = {
    plantId: plant.id,
    plantKey: plant.key,
    level: "owner",
    hiddenParts: [],
  } as unknown as PlantAccess;
  return {
    ...plant,
    /** Energy of the days 16 to 21 June in kWh. */
    async readDays() {
      const query = { stationId: plant.id, by: "day", period: "2026-06" } as const;
      const { bars } = await metering.bars(systemScope(), query);
      return bars.slice(15, 21).map(({ energyWh }) => Number(((energyWh ?? 0) / 1000).toFixed(6)));
    },
    async readEarned() {
      const { bars } = await earnings.get(access, { by: "day", period: "2026-06" });
      return bars.slice(15, 21).map(({ amount }) => Number(Number(amount ?? 0).toFixed(6)));
    },
    change: (zone: string, timeZoneFrom: string) =>
      changeZone(engines, meteringClock, { plantId: plant.id, timeZone: zone, timeZoneFrom }),
  };
}

test("counts days by the old zone before a change and by the new one since, without losing or repeating any time", async () => {
  const plant = await openPlant("Europe/Berlin");
  expect(await plant.readDays()).toEqual([0, 2.2, 2.4, 2.4, 1.4, 0]);
  await plant.change("America/Sao_Paulo", "2026-06-19");
  expect(await plant.metering.listAllUpdating()).toContain(plant.key);
  await plant.job.drain();
  expect(await plant.metering.listAllUpdating()).not.toContain(plant.key);
  expect(plant.changed.at(-1)).toBe(plant.id);
  // 18 June began at 22:00 UTC and lasts until 03:00 UTC of 19 June.
  expect(await plant.readDays()).toEqual([0, 2.2, 2.9, 2.4, 0.9, 0]);
  const totals = (await plant.metering.energyTotals([plant.key])).get(plant.key);
  expect(totals?.todayWh).toBeCloseTo(900);
  expect(totals?.totalWh).toBeCloseTo(8400);
  const curve = await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-18" });
  expect(curve).toMatchObject({
    timeZone: "Europe/Berlin",
    fromAt: "2026-06-17T22:00:00.000Z",
    toAt: "2026-06-19T03:00:00.000Z",
  });
  expect(curve.energyWh).toBeCloseTo(2900);
});

test("prices the long day before a change by its own date and the old zone's clock", async () => {
  const plant = await openPlant("Europe/Berlin");
  await setTariffs(engines, plant.id, {
    "2026-01-01": { method: "time", periods: [{ start: "00:00", end: "06:00", price: "1" }] },
    "2026-06-19": { method: "fixed", price: "10" },
  });
  await plant.change("America/Sao_Paulo", "2026-06-19");
  await plant.job.drain();
  // 00:00 to 06:00 on 18 June, and again 00:00 to 05:00 by the clock of Berlin, which is still 18 June.
  expect(await plant.readEarned()).toEqual([0, 0.384, 1.056, 23.04, 8.64, 0]);
});

test("leaves nothing in a day that a jump over the date line takes away", async () => {
  const plant = await openPlant("Pacific/Pago_Pago");
  expect(await plant.readDays()).toEqual([1.1, 2.4, 2.4, 2.4, 0.1, 0]);
  await plant.change("Pacific/Kiritimati", "2026-06-19");
  await plant.job.drain();
  expect(await plant.readDays()).toEqual([1.1, 2.3, 0, 2.4, 2.4, 0.2]);
});

test("moves only the end of today for a change in the future, and withdraws it", async () => {
  const plant = await openPlant("Europe/Berlin");
  const days = await plant.readDays();
  await plant.change("Asia/Tokyo", "2026-06-21");
  await plant.job.drain();
  expect(await plant.readDays()).toEqual(days);
  const readEnd = async () =>
    (await plant.metering.curve(systemScope(), { stationId: plant.id, day: "2026-06-20" })).toAt;
  expect(await readEnd()).toBe("2026-06-20T15:00:00.000Z");
  await plant.change("Europe/Berlin", "2026-06-21");
  await plant.job.drain();
  expect(await readEnd()).toBe("2026-06-20T22:00:00.000Z");
  expect(await plant.readDays()).toEqual(days);
});
