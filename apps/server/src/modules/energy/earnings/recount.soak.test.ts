import type { Tariff } from "@heliograph/contract";
import { expect, test } from "vitest";
import { setTariffs } from "../../../../test/earnings.ts";
import { openTestEngines } from "../../../../test/engines.ts";
import { createPlant } from "../../../../test/fixtures.ts";
import { connectGateway, createGateway, startTestLink } from "../../../../test/link.ts";
import type { DatedZones } from "../../../../test/local-prices.ts";
import { createSeededRandom } from "../../../../test/random.ts";
import type { RecountedSums } from "../../../../test/recount.ts";
import { recountEarnings, recountEnergies, sumUp } from "../../../../test/recount.ts";
import type { SentMessage } from "../../../../test/year-of-reports.ts";
import { writeYearOfReports } from "../../../../test/year-of-reports.ts";
import { changeZone } from "../../../../test/zones.ts";
import { createVirtualClock } from "../../../infra/clock.ts";
import { createLogger } from "../../../infra/logger.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import { systemScope } from "../../base/access/scope.ts";
import { createMeteringService } from "../metering/metering.service.ts";
import { createRollUpJob } from "../metering/roll-up/roll-up-job.ts";
import { createTariffService } from "../tariffs/tariffs.service.ts";
import { createEarningsService } from "./earnings.service.ts";

const clock = createVirtualClock(Date.UTC(2026, 8, 1));
const fromAt = Date.UTC(2025, 7, 20, 12);
const toAt = Date.UTC(2026, 7, 25, 12);
const IN_FLIGHT = 32;

/** Zones with the UTC hour of their noon: both hemispheres, half and quarter hours, clock changes of 30 and 60 minutes. */
const zones: readonly [zone: string, noonHour: number, later?: DatedZones[1]][] = [
  ["Europe/Berlin", 11],
  ["Europe/London", 12],
  ["Europe/Lisbon", 12.5],
  ["Europe/Athens", 10.5],
  ["Africa/Cairo", 10],
  ["Africa/Casablanca", 12.5],
  ["Asia/Shanghai", 4],
  ["Asia/Bangkok", 5.3],
  ["Asia/Kathmandu", 6.3],
  ["Asia/Kolkata", 6.8],
  ["Asia/Tehran", 8.6],
  ["Australia/Sydney", 2],
  ["Australia/Adelaide", 2.8],
  ["Australia/Lord_Howe", 1.4],
  ["Pacific/Chatham", 23.8],
  ["Pacific/Kiritimati", 22.5],
  ["America/Sao_Paulo", 15],
  ["America/New_York", 17],
  ["America/St_Johns", 15.5],
  ["America/Santiago", 16.7],
  // Changes of zone, the sun up while the day before gets longer and shorter; the second on the first day of a tariff.
  ["Europe/Athens", 0.2, { from: "2025-11-12", zone: "America/Sao_Paulo" }],
  ["America/New_York", 12.5, { from: "2026-05-17", zone: "Asia/Tokyo" }],
];

const versions = {
  "2025-01-01": {
    method: "time",
    periods: [
      { start: "22:15", end: "01:45", price: "0.3" },
      { start: "06:30", end: "11:45", price: "0.0825" },
      { start: "11:45", end: "14:00", price: "-0.04" },
      { start: "14:00", end: "16:15", price: "0" },
      { start: "16:15", end: "20:30", price: "0.123456" },
    ],
  },
  "2026-01-10": { method: "fixed", price: "0.31" },
  "2026-05-17": {
    method: "time",
    periods: [
      { start: "05:00", end: "12:15", price: "0.199999" },
      { start: "12:30", end: "05:00", price: "0.7" },
    ],
  },
} as const satisfies Record<string, Tariff>;

/** Sends everything, a few messages at a time, each birth alone. */
async function sendAll(
  link: { port: number },
  gateway: { sn: string; secret: string },
  messages: readonly SentMessage[],
): Promise<void> {
  const client = await connectGateway(link, gateway);
  let inFlight: Promise<void>[] = [];
  for (const { topic, message } of messages) {
    if (topic === "upBirth" || inFlight.length === IN_FLIGHT) {
      await Promise.all(inFlight);
      inFlight = [];
    }
    const sent = client.send(topic, message);
    if (topic === "upBirth") await sent;
    else inFlight.push(sent);
  }
  await Promise.all(inFlight);
  await client.end();
}

const isMissing = (bar: { energyWh: number | null }): boolean => bar.energyWh === null;

/** Energy to a millionth, money to the cent. */
function expectEqual(
  figures: { energyWh: number | null; amount: string | null; unpricedWh: number | null },
  recounted: RecountedSums,
  about: string,
): void {
  const tolerance = Math.max(1e-6 * recounted.energyWh, 1e-6);
  expect(Math.abs(Number(figures.energyWh) - recounted.energyWh), `${about}: energy`).toBeLessThan(tolerance);
  expect(Math.abs(Number(figures.unpricedWh) - recounted.unpricedWh), `${about}: unpriced`).toBeLessThan(
    tolerance,
  );
  expect(Math.abs(Number(figures.amount) - recounted.amount), `${about}: amount`).toBeLessThan(0.005);
}

test("a year of plants in twenty zones and of two that change theirs, recounted from the messages that were sent: energies to a millionth, earnings to the cent", async () => {
  const engines = await openTestEngines({ isOwnDatabase: true });
  const link = await startTestLink({ ...engines, clock, flushAfterMs: 50 });
  const plants = [];
  for (const [index, [zone, noonHour, later]] of zones.entries()) {
    const level = index % 3 === 0 ? ("ac-meter" as const) : ("module" as const);
    const plant = await createPlant(engines.db, { timeZone: zone, meteringLevel: level });
    await setTariffs(engines, plant.id, versions);
    const gateway = await createGateway(engines.db, { isBound: false, plantId: plant.id });
    const random = createSeededRandom(100 + index);
    const messages = writeYearOfReports({ sn: gateway.sn, fromAt, toAt, noonHour, random });
    plants.push({ ...plant, zone, later, level, gateway, messages });
  }
  const [early, late] = plants.filter(({ later }) => later !== undefined);
  const change = async (plant: typeof early) => {
    const { from: timeZoneFrom = "", zone: timeZone = "" } = plant?.later ?? {};
    await changeZone(engines, clock, { plantId: plant?.id ?? "", timeZone, timeZoneFrom });
  };
  // One before any data, one after all of it was counted in the first zone.
  await change(early);
  await Promise.all(plants.map(({ gateway, messages }) => sendAll(link, gateway, messages)));
  const job = createRollUpJob({
    ...engines,
    clock,
    logger: createLogger({ logLevel: "silent" }),
    onEnergyChanged: () => undefined,
  });
  await job.drain();
  await change(late);
  await job.drain();

  const deps = { ...engines, clock };
  const metering = createMeteringService(deps);
  const earnings = createEarningsService({ ...deps, metering, tariffs: createTariffService(deps) });
  for (const { id, key, zone, later, level, messages } of plants) {
    const energies = recountEnergies(messages);
    const { days, tariffs } = recountEarnings(energies[level], {
      zones: [zone, later],
      versions,
      factor: level === "module" ? 0.96 : 1,
    });
    const access = { plantId: id, plantKey: key, level: "owner", hiddenParts: [] } as unknown as PlantAccess;
    for (const month of new Set([...days.keys()].map((day) => day.slice(0, 7)))) {
      const ofMonth = [...days].filter(([day]) => day.startsWith(month));
      const byDay = await earnings.get(access, { by: "day", period: month });
      for (const bar of byDay.bars)
        expectEqual(bar, days.get(bar.period) ?? sumUp([]), `${zone}, ${bar.period}`);
      expectEqual(byDay, sumUp(ofMonth.map(([, sums]) => sums)), `${zone}, ${month}`);
      const { bars } = await metering.bars(systemScope(), { stationId: id, by: "day", period: month });
      for (const { period, energyWh } of bars)
        expect(
          Math.abs((energyWh ?? 0) - (days.get(period)?.energyWh ?? 0)),
          `${zone}, ${period}`,
        ).toBeLessThan(1e-6 * Math.max(1, energyWh ?? 0));
      // A day without readings is missing on both sides, never zero.
      expect(
        bars.filter(isMissing).map(({ period }) => period),
        zone,
      ).toEqual(byDay.bars.map(({ period }) => period).filter((period) => !days.has(period)));
    }
    const byYear = await earnings.get(access, { by: "year" });
    expectEqual(byYear, sumUp(days.values()), `${zone}, all years`);
    expect(byYear.energyWh).toBeGreaterThan(1_000_000);
    expect(byYear.tariffs.map(({ validFrom }) => validFrom)).toEqual(Object.keys(versions));
    for (const figures of byYear.tariffs)
      expectEqual(figures, tariffs.get(figures.validFrom) ?? sumUp([]), `${zone}, ${figures.validFrom}`);
  }
  await link.stop();
  await engines.close();
});
