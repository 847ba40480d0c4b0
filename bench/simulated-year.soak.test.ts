import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { DataOf, Tariff } from "@heliograph/contract";
import { endpoints } from "@heliograph/contract";
import { readDeviceModels } from "@heliograph/protocol/models";
import { addDays, dayRange, plantDayOf } from "@heliograph/solar";
import { expect, onTestFinished, test } from "vitest";
import type { RecountedSums } from "../apps/server/test/recount.ts";
import { recountEarnings, recountEnergies, sumUp } from "../apps/server/test/recount.ts";
import type { SentMessage } from "../apps/server/test/year-of-reports.ts";
import { createFleet } from "../apps/simulator/src/enter/create-fleet.ts";
import type { FleetMemory } from "../apps/simulator/src/enter/fleet-memory.ts";
import type { Site } from "../apps/simulator/src/fleet.ts";
import { fleetSchema } from "../apps/simulator/src/fleet.ts";
import { createFleetPlayer } from "../apps/simulator/src/play/fleet-player.ts";
import { createPlayClock } from "../apps/simulator/src/play/play-clock.ts";
import type { ApiSession } from "../apps/simulator/src/replay/api-session.ts";
import { openApiSession } from "../apps/simulator/src/replay/api-session.ts";
import { startTestServer } from "../apps/simulator/test/server.ts";
import { recordLink } from "./recorded-link.ts";

const DAYS = 366;
// A year in three minutes, or as fast as the reports are acknowledged.
const SPEED = 175_000;
const INTERVAL_S = 3_600;
const WITHIN = { timeout: 1_800_000, interval: 2_000 };
const FACTOR = 0.96;

const firstDay = addDays(plantDayOf(Date.now(), "UTC"), -DAYS);
const at = (day: number, hour: number): string =>
  new Date(dayRange(addDays(firstDay, day), "UTC").fromAt + hour * 3_600_000).toISOString();

/** Prices of the plants by their first days; before them the one that each plant was added with. */
const laterTariffs: Record<string, Tariff> = {
  [addDays(firstDay, 120)]: {
    method: "time",
    periods: [
      { start: "22:15", end: "06:30", price: "0.3" },
      { start: "06:30", end: "11:45", price: "0.0825" },
      { start: "11:45", end: "14:00", price: "-0.04" },
      { start: "16:15", end: "20:30", price: "0.123456" },
    ],
  },
  [addDays(firstDay, 240)]: { method: "fixed", price: "0.31" },
};

/** Each has a currency of its own, so that the sums of a currency over all plants are the plant's. */
const site = (
  place: Pick<Site, "name" | "timeZone" | "currency" | "latitude" | "longitude">,
  more: object,
) => ({
  ...place,
  gateways: [
    {
      sn: `DCON-${place.currency}`,
      intervalS: INTERVAL_S,
      arrays: [
        { name: "A", rows: 2, columns: 3, tiltDeg: 30, azimuthDeg: 180, moduleW: 420, stringDevice: "SCON" },
      ],
      acMeter: true,
    },
  ],
  faults: [
    { kind: "outage", from: at(50, 8), to: at(51, 6) },
    { kind: "outage", from: at(200, 13), to: at(200, 15) },
    { kind: "radio-loss", share: 0.3, from: at(90, 0), to: at(110, 0) },
    { kind: "dead-unit", rows: [1, 1], columns: [1, 1], from: at(130, 0), to: at(150, 0) },
  ],
  ...more,
});
const fleet = fleetSchema.parse({
  seed: 23,
  beginAt: at(0, 0),
  sites: [
    site(
      { name: "Berlin", timeZone: "Europe/Berlin", currency: "EUR", latitude: 52.5, longitude: 13.4 },
      { meteringLevel: "module" },
    ),
    site(
      { name: "St. John's", timeZone: "America/St_Johns", currency: "CAD", latitude: 47.6, longitude: -52.7 },
      { meteringLevel: "ac-meter" },
    ),
    site(
      {
        name: "Lord Howe",
        timeZone: "Australia/Lord_Howe",
        currency: "AUD",
        latitude: -31.5,
        longitude: 159.1,
      },
      { meteringLevel: "string" },
    ),
  ],
});

/** Plays the year on gateways of the simulator; returns what each of them has sent. */
async function playYear(
  memory: FleetMemory,
  mqttUrl: string,
): Promise<ReadonlyMap<string, readonly SentMessage[]>> {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-year-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const link = await recordLink(Number(new URL(mqttUrl).port));
  onTestFinished(link.stop);
  const clock = createPlayClock({ startAt: memory.beginAt, speed: SPEED });
  const player = createFleetPlayer({
    fleet,
    beginAt: memory.beginAt,
    codes: new Map(Object.entries(memory.codes)),
    mqttUrl: link.url,
    folder,
    clock,
    models: readDeviceModels(),
    onNotice: () => undefined,
  });
  await player.start();
  const latestOf = ([, messages]: [string, readonly SentMessage[]]): number =>
    messages.reduce((latest, { message }) => Math.max(latest, message.t), 0);
  const countLate = (): number =>
    [...link.sent].filter((of) => latestOf(of) < Date.now() - 2 * INTERVAL_S * 1_000).length;
  await expect.poll(() => (clock.isCatchingUp() ? fleet.sites.length : countLate()), WITHIN).toBe(0);
  await player.whenSent();
  await player.stop();
  return link.sent;
}

async function setTariffs(api: ApiSession, stationId: string): Promise<void> {
  for (const [tariffFrom, tariff] of Object.entries(laterTariffs)) {
    const { revision } = await api.call(endpoints.station.get, { query: { stationId } });
    if (revision === null) throw new Error("the plant may not be edited");
    await api.call(endpoints.station.update, {
      body: { stationId, revision, tariff, tariffFrom, revaluesPast: true },
    });
  }
}

interface Figures {
  readonly energyWh: number | null;
  readonly unpricedWh: number | null;
  readonly amount: string | null;
}

/** Where figures are not the recounted ones: energies to a millionth, money to the cent. */
function listDifferences(figures: Figures, recounted: RecountedSums, about: string): string[] {
  const isFar = (value: string | number | null, exact: number, tolerance: number): boolean =>
    Math.abs(Number(value) - exact) > tolerance;
  const toleranceWh = Math.max(1e-6 * recounted.energyWh, 1e-6);
  const differs =
    isFar(figures.energyWh, recounted.energyWh, toleranceWh) ||
    isFar(figures.unpricedWh, recounted.unpricedWh, toleranceWh) ||
    isFar(figures.amount, recounted.amount, 0.005);
  return differs ? [`${about}: ${JSON.stringify(figures)} beside ${JSON.stringify(recounted)}`] : [];
}

const barOf = <Bar extends { period: string }>(bars: readonly Bar[], day: string): Bar => {
  const bar = bars.find(({ period }) => period === day);
  if (!bar) throw new Error(`no bar of ${day}`);
  return bar;
};

type FleetPeriods = DataOf<typeof endpoints.home.earningsPeriods>["currencies"][number];

/** Figures of one plant of the fleet that are not those of its messages: by day, by year, by tariff, and in the sums of all plants. */
async function listWrongFigures(
  api: ApiSession,
  options: { site: Site; stationId: string; messages: readonly SentMessage[] },
): Promise<string[]> {
  const { site, stationId, messages } = options;
  const { name, timeZone, currency, meteringLevel } = site;
  const versions: Record<string, Tariff> = {
    [plantDayOf(fleet.beginAt as number, timeZone)]: { method: "fixed", price: site.price },
    ...laterTariffs,
  };
  const { days, tariffs } = recountEarnings(recountEnergies(messages)[meteringLevel], {
    zones: [timeZone],
    versions,
    factor: meteringLevel === "ac-meter" ? 1 : FACTOR,
  });
  const wrong: string[] = [];
  for (const month of new Set([...days.keys()].map((day) => day.slice(0, 7)))) {
    const period = { by: "day", period: month } as const;
    const ofPlant = await api.call(endpoints.station.earnings, { query: { stationId, ...period } });
    const { bars } = await api.call(endpoints.station.energy, { query: { stationId, ...period } });
    const all = await api.call(endpoints.home.earningsPeriods, { query: period });
    const ofFleet = all.currencies.find((each) => each.currency === currency) as FleetPeriods;
    for (const [day, sums] of days) {
      if (!day.startsWith(month)) continue;
      wrong.push(...listDifferences(barOf(ofPlant.bars, day), sums, `${name}, ${day}`));
      wrong.push(...listDifferences(barOf(ofFleet.bars, day), sums, `all plants in ${currency}, ${day}`));
      const { energyWh } = barOf(bars, day);
      if (Math.abs(Number(energyWh) - sums.energyWh) > Math.max(1e-6 * sums.energyWh, 1e-6))
        wrong.push(`${name}, bar of ${day}: ${energyWh} Wh beside ${sums.energyWh}`);
    }
  }
  const byYear = await api.call(endpoints.station.earnings, { query: { stationId, by: "year" } });
  wrong.push(...listDifferences(byYear, sumUp(days.values()), `${name}, all years`));
  for (const figures of byYear.tariffs)
    wrong.push(
      ...listDifferences(
        figures,
        tariffs.get(figures.validFrom) ?? sumUp([]),
        `${name}, ${figures.validFrom}`,
      ),
    );
  if (byYear.tariffs.length !== Object.keys(versions).length) wrong.push(`${name}: not all tariffs`);
  return wrong;
}

test("a year on the simulator's gateways with outages, lost and late reports, recounted from what they sent over the link: energies to a millionth, earnings to the cent, also in the sums of all plants", async () => {
  const server = await startTestServer();
  onTestFinished(() => server.stop());
  const api = await openApiSession({ baseUrl: server.http, ...server });
  const memory: FleetMemory = {
    httpUrl: server.http,
    beginAt: Date.parse(at(0, 0)),
    stations: {},
    codes: {},
    added: [],
  };
  await createFleet(api, { fleet, memory, save: () => undefined });
  const stationOf = ({ name }: Site): string => memory.stations[name] ?? "";
  const [before, ...after] = fleet.sites;
  // One before any report, the others when their earnings have to be computed again.
  await setTariffs(api, stationOf(before as Site));
  const sent = await playYear(memory, server.mqtt);
  for (const each of after) await setTariffs(api, stationOf(each));
  for (const each of fleet.sites) {
    const messages = sent.get(each.gateways[0]?.sn ?? "") ?? [];
    expect(messages.filter(({ topic }) => topic === "upHistory").length).toBeGreaterThan(10);
    const options = { site: each, stationId: stationOf(each), messages };
    await expect.poll(() => listWrongFigures(api, options), WITHIN).toEqual([]);
  }
});
