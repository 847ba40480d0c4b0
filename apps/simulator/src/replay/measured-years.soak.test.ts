import { endpoints } from "@heliograph/contract";
import { addDays } from "@heliograph/solar";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeDatasets } from "../../test/datasets.ts";
import { runReplayCommand } from "../../test/replay-command.ts";
import type { TestServer } from "../../test/server.ts";
import { startTestServer } from "../../test/server.ts";
import type { ApiSession } from "./api-session.ts";
import { openApiSession } from "./api-session.ts";
import type { DayEnergies } from "./reference-energies.ts";
import { daysWithNoon, positivePowerAreas } from "./reference-energies.ts";
import { readSource } from "./source-file.ts";

let server: TestServer;
let api: ApiSession;

beforeAll(async () => {
  server = await startTestServer();
  api = await openApiSession({ baseUrl: server.http, ...server });
});
afterAll(async () => {
  await server?.stop();
});

/** Energies in Wh by what the day's first `length` characters name: its month or its year. */
function sumBy(days: DayEnergies, length: number): Map<string, number> {
  const sums = new Map<string, number>();
  for (const [day, energyWh] of days)
    sums.set(day.slice(0, length), (sums.get(day.slice(0, length)) ?? 0) + energyWh);
  return sums;
}

async function listBars(stationId: string, by: "day" | "month", period: string) {
  const { bars } = await api.call(endpoints.station.energy, { query: { stationId, by, period } });
  return bars;
}

describeDatasets(
  "2.7 years of AC power with outages of days",
  ["power/nrel-system50-ac-power-15min.csv.gz"],
  (pathOf) => {
    it("show each month's energy within 0.5 % of the file's, and days without data as missing, never as zero", async () => {
      const path = pathOf("power/nrel-system50-ac-power-15min.csv.gz");
      // The plant's zone is UTC-7: the stamps, said to be UTC, have their noon there.
      const { text } = readSource(path);
      const days = positivePowerAreas(text, "ac_power_2", -7);
      const months = sumBy(days, 7);
      const years = [...sumBy(days, 4).keys()];
      expect([months.size, years.length]).toEqual([33, 3]);
      const replay = await runReplayCommand(server, [path, "--original"]);
      expect([replay.stderr, replay.exitCode]).toEqual(["", 0]);
      const stationId = replay.plants[0]!.stationId;

      const listWrongMonths = async () => {
        const bars = (await Promise.all(years.map((year) => listBars(stationId, "month", year)))).flat();
        return bars.flatMap(({ period, energyWh }) => {
          const fileWh = months.get(period);
          if (fileWh === undefined)
            return energyWh === null ? [] : [`${period}: ${energyWh} Wh out of nothing`];
          const isRight = energyWh !== null && Math.abs(energyWh - fileWh) <= fileWh * 0.005;
          return isRight ? [] : [`${period}: ${energyWh} Wh beside ${fileWh}`];
        });
      };
      await expect.poll(listWrongMonths, { timeout: 1_800_000, interval: 5_000 }).toEqual([]);

      const shown = (
        await Promise.all([...months.keys()].map((month) => listBars(stationId, "day", month)))
      ).flat();
      const missing = shown.filter(({ energyWh }) => energyWh === null).map(({ period }) => period);
      // Zeros at night alone say nothing about a day.
      const measured = daysWithNoon(text, "ac_power_2", -7);
      const isOutage = (day: string): boolean => !measured.has(day) && !days.get(day);
      const known = [...measured].sort();
      const outages: string[] = [];
      for (let day = known[0]!; day < known.at(-1)!; day = addDays(day, 1))
        if (isOutage(day)) outages.push(day);
      expect(outages.length).toBeGreaterThan(5);
      expect(missing.filter((day) => day > known[0]! && day < known.at(-1)!)).toEqual(outages);
    });
  },
);
