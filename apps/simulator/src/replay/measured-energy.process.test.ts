import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { endpoints } from "@heliograph/contract";
import { decodeDayFile } from "@heliograph/contract/layout-day";
import { addDays, plantDayOf } from "@heliograph/solar";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { describeDatasets } from "../../test/datasets.ts";
import { runReplayCommand } from "../../test/replay-command.ts";
import type { TestServer } from "../../test/server.ts";
import { startTestServer } from "../../test/server.ts";
import type { ApiSession } from "./api-session.ts";
import { openApiSession } from "./api-session.ts";
import { findFormat, readRecording } from "./formats/known-formats.ts";
import { planPlant } from "./plan-plant.ts";
import { playGateway } from "./play-gateway.ts";
import type { DayEnergies } from "./reference-energies.ts";
import { counterGrowth, readingsOfDay, voltAmpereEnergies } from "./reference-energies.ts";
import { createOwner, listRejectedReports, setUpPlant } from "./set-up-plant.ts";
import { readSource, sourceOf } from "./source-file.ts";

// What was stored is counted and shown within seconds; the rest is for a busy machine.
const WITHIN = { timeout: 250_000, interval: 250 };

let server: TestServer;
let api: ApiSession;

beforeAll(async () => {
  server = await startTestServer();
  api = await openApiSession({ baseUrl: server.http, ...server });
});
afterAll(async () => {
  await server?.stop();
});

async function replayOne(path: string, ...flags: string[]): Promise<{ stationId: string; firstDay: string }> {
  const result = await runReplayCommand(server, [path, ...flags]);
  expect(result.stderr).toBe("");
  expect(result.exitCode).toBe(0);
  expect(result.plants).toHaveLength(1);
  return result.plants[0]!;
}

async function listBars(stationId: string, month: string) {
  const { bars } = await api.call(endpoints.station.energy, {
    query: { stationId, by: "day", period: month },
  });
  return bars;
}

/** Days whose bar is not within 0.5 % of what the file says, days without data included. */
async function listWrongDays(stationId: string, month: string, reference: DayEnergies): Promise<string[]> {
  return (await listBars(stationId, month)).flatMap(({ period, energyWh }) => {
    const fileWh = reference.get(period);
    if (fileWh === undefined) return energyWh === null ? [] : [`${period}: ${energyWh} Wh out of nothing`];
    const isRight = energyWh !== null && Math.abs(energyWh - fileWh) <= fileWh * 0.005;
    return isRight ? [] : [`${period}: ${energyWh} Wh beside ${fileWh}`];
  });
}

async function getCurve(stationId: string, day: string) {
  return await api.call(endpoints.station.curve, { query: { stationId, day } });
}

async function listDevices(stationId: string) {
  const { rows } = await api.call(endpoints.device.list, { query: { stationId, pageSize: 200 } });
  return rows;
}

/** Values of all units over a day, as the roof is coloured with. */
async function readDayFile(stationId: string, day: string) {
  const file = await api.call(endpoints.layout.day, { query: { stationId, day } });
  return decodeDayFile(gunzipSync(await file.bytes()));
}

describeDatasets("measured strings on screen", ["strings/serf_west_15min.csv"], (pathOf) => {
  const path = pathOf("strings/serf_west_15min.csv");

  it("show each day's energy of two half strings as computed from the file", async () => {
    const { stationId, firstDay } = await replayOne(path, "--original");
    expect(firstDay).toBe("2022-01-02");
    const reference = voltAmpereEnergies(readSource(path).text, [
      ["dc_pos_voltage", "dc_pos_current"],
      ["dc_neg_voltage", "dc_neg_current"],
    ]);
    expect(reference.size).toBe(5);
    await expect.poll(() => listWrongDays(stationId, "2022-01", reference), WITHIN).toEqual([]);
    const curve = await getCurve(stationId, firstDay);
    expect(curve.level).toBe("string");
    expect(curve.points.every(({ powerW }) => powerW !== null)).toBe(true);
    const strings = (await listDevices(stationId)).filter(({ type }) => type === "SCON");
    expect(strings).toHaveLength(2);
    expect(strings.reduce((sum, { generationWh }) => sum + (generationWh ?? 0), 0)).toBeCloseTo(110_152.5, 0);
  });
});

describeDatasets("detailed data of measured strings", ["strings/serf_west_15min.csv"], (pathOf) => {
  const path = pathOf("strings/serf_west_15min.csv");
  const DAY = "2022-01-03";
  const STEP_S = 900;

  it("are the file's voltages and currents, sample by sample, within the resolution they are sent with", async () => {
    const { stationId } = await replayOne(path, "--original");
    const strings = (await listDevices(stationId)).filter(({ type }) => type === "SCON");
    const half = (serial: string) => strings.find(({ sn }) => sn.includes(serial))!.deviceId;
    // The file's clock is 7 hours behind UTC.
    const fromAt = new Date(`${DAY}T07:00:00Z`);
    const readSeries = async () =>
      await api.call(endpoints.devicePage.series, {
        query: {
          deviceIds: [half("POS"), half("NEG")].join(),
          fields: "inputVoltageV,inputCurrentA",
          fromAt: fromAt.toISOString(),
          toAt: new Date(fromAt.getTime() + 86_400_000).toISOString(),
          stepS: STEP_S,
        },
      });
    const { series } = await readSeries();
    for (const [index, name] of ["dc_pos", "dc_neg"].entries()) {
      const file = readingsOfDay(readSource(path).text, DAY, [`${name}_voltage`, `${name}_current`]);
      const { steps, values } = series[index]!;
      expect(file.size).toBe(96);
      expect(steps).toEqual([...file.keys()].map((minute) => Math.floor((minute * 60) / STEP_S)));
      for (const [at, reading] of [...file.values()].entries())
        for (const [field, digits] of [2, 3].entries())
          expect(Math.abs(values[field]![at]! - reading[field]!)).toBeLessThanOrEqual(0.51 * 10 ** -digits);
    }
  });
});

describeDatasets("a measured combiner under snow on screen", ["strings/snow_data.csv"], (pathOf) => {
  const path = pathOf("strings/snow_data.csv");

  it("shows each day's energy as computed from the file, and its nights as gaps", async () => {
    const { stationId } = await replayOne(path, "--original");
    const { text } = readSource(path);
    const reference = voltAmpereEnergies(text, [["INV1 CB2 Voltage [V]", "INV1 CB2 Current [A]"]]);
    expect(reference.size).toBe(6);
    await expect.poll(() => listWrongDays(stationId, "2022-01", reference), WITHIN).toEqual([]);
    const { points } = await getCurve(stationId, "2022-01-06");
    const filled = text
      .split(/\r?\n/)
      .map((line) => line.split(","))
      .filter((cells) => cells[0]!.startsWith("1/6/2022 ") && cells[2] !== "" && cells[3] !== "");
    const shown = points.filter(({ powerW }) => powerW !== null);
    // 7:00 on the file's clock, 5 hours behind UTC; a value is valid for two report intervals, so one step more is shown.
    expect(shown[0]!.at).toBe("2022-01-06T12:00:00.000Z");
    expect(shown).toHaveLength(filled.length + 1);
    expect(points).toHaveLength(96);
  });
});

describeDatasets("a measured optimizer counter on screen", ["modules/tigo-ts4-energy-4s.csv"], (pathOf) => {
  const path = pathOf("modules/tigo-ts4-energy-4s.csv");

  it("gives the growth of the day, and each of its two falls is a reset", async () => {
    const { stationId, firstDay } = await replayOne(path, "--original");
    const { energyWh, resets } = counterGrowth(readSource(path).text, "state");
    expect(resets).toBe(2);
    const reference = new Map([[firstDay, energyWh]]);
    await expect.poll(() => listWrongDays(stationId, "2026-03", reference), WITHIN).toEqual([]);
    const bar = (await listBars(stationId, "2026-03")).find(({ period }) => period === firstDay);
    expect(bar).toMatchObject({ resets: 2, estimatedWh: 0 });
    const { points } = await getCurve(stationId, firstDay);
    const shown = points.filter(({ powerW }) => powerW !== null).map(({ at }) => at.slice(11, 16));
    expect([shown[0], shown.at(-1)]).toEqual(["10:00", "11:45"]);
  });
});

describeDatasets(
  "snapshots of measured modules on screen",
  [
    "modules/8.2.4345_with_device_data__ivp_pdm_device_data.json",
    "modules/8.3.5289_modGone__ivp_pdm_device_data.json",
  ],
  (pathOf) => {
    it("show the instant values of a partly shaded roof, and a plant power that is their sum [R1.3]", async () => {
      const before = Date.now();
      const { stationId } = await replayOne(
        pathOf("modules/8.2.4345_with_device_data__ivp_pdm_device_data.json"),
      );
      const listModules = async () =>
        (await listDevices(stationId)).filter(({ type, updatedAt }) => type === "OPT" && updatedAt !== null);
      // Latest values are written at most every few seconds.
      await expect.poll(listModules, WITHIN).toHaveLength(15);
      const modules = await listModules();
      const watts = modules.map(({ powerW }) => powerW!).sort((a, b) => a - b);
      expect(watts.filter((powerW) => powerW >= 216 && powerW <= 255)).toHaveLength(9);
      expect(watts.filter((powerW) => powerW >= 34 && powerW <= 130)).toHaveLength(6);
      // V and A are instants and W a mean of 15 minutes: they are shown as measured, not made to fit.
      const bright = modules.find(({ sn }) => sn.endsWith("-122344044385"));
      expect(bright).toMatchObject({
        powerW: 255,
        inputVoltageV: 31.12,
        inputCurrentA: 2.598,
        temperatureC: 41,
      });
      expect(bright?.generationWh).toBeCloseTo(359_500_950 / 3600, 1);
      const latest = Math.max(...modules.map(({ updatedAt }) => Date.parse(updatedAt!)));
      expect(latest).toBeGreaterThanOrEqual(before);
      await expect
        .poll(async () => (await api.call(endpoints.station.get, { query: { stationId } })).powerW, WITHIN)
        .toBe(2_594);
      // The file has no positions: the roof is drawn in the order of the file, and each module is compared with all others.
      const layout = await api.call(endpoints.layout.get, { query: { stationId } });
      const { today } = await api.call(endpoints.station.get, { query: { stationId } });
      const { planes, header } = await readDayFile(stationId, today);
      expect(layout).toMatchObject({ arrangement: "automatic", cells: { unit: { length: 15 } } });
      const powers = layout.cells.unit.map((unit) => {
        const { key, sn } = layout.units[unit]!;
        const row = header.units.indexOf(key) * header.steps;
        return { sn, count: Math.max(...planes.powerW.subarray(row, row + header.steps)) };
      });
      const median = powers.map(({ count }) => count).sort((a, b) => a - b)[7]!;
      const weak = powers.filter(({ count }) => count < 0.6 * median);
      expect(weak.map(({ sn }) => sn!.slice(-4)).sort()).toEqual([
        ...["4368", "4656", "6450", "6574", "7608", "8305"],
      ]);
      expect(powers.filter(({ count }) => count > 0.9 * median)).toHaveLength(9);
    });

    it("show missing modules without values", async () => {
      const { stationId } = await replayOne(pathOf("modules/8.3.5289_modGone__ivp_pdm_device_data.json"));
      const listModules = async () => (await listDevices(stationId)).filter(({ type }) => type === "OPT");
      const countHeard = async () =>
        (await listModules()).filter(({ updatedAt }) => updatedAt !== null).length;
      await expect.poll(countHeard, WITHIN).toBe(12);
      const modules = await listModules();
      expect(modules).toHaveLength(15);
      const gone = modules.filter(({ updatedAt }) => updatedAt === null);
      expect(gone.map(({ sn }) => sn.slice(-12)).sort()).toEqual([
        "900000000004",
        "900000000006",
        "900000000012",
      ]);
      for (const module of gone)
        expect(module).toMatchObject({ powerW: null, inputVoltageV: null, generationWh: null });
    });
  },
);

describeDatasets("a replay without --original", ["strings/nrel_RSF_II.csv"], (pathOf) => {
  const path = pathOf("strings/nrel_RSF_II.csv");

  it("ends yesterday, and a second one creates a second plant with its own serial numbers", async () => {
    const first = await replayOne(path);
    const second = await replayOne(path);
    const yesterday = addDays(plantDayOf(Date.now(), "Etc/GMT+5"), -1);
    expect(first.firstDay).toBe(addDays(yesterday, -4));
    expect(second.stationId).not.toBe(first.stationId);
    const [ours, theirs] = await Promise.all([listDevices(first.stationId), listDevices(second.stationId)]);
    expect(new Set([...ours, ...theirs].map(({ sn }) => sn)).size).toBe(4);
    for (const { stationId } of [first, second])
      await expect
        .poll(async () => {
          const bars = await listBars(stationId, yesterday.slice(0, 7));
          return bars.find(({ period }) => period === yesterday)?.energyWh;
        }, WITHIN)
        .toBe(0);
  });
});

describe("a replay of a file with rows that cannot count", () => {
  const folder = mkdtempSync(join(tmpdir(), "heliograph-imperfect-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it("reports them with the reason, shows the energy of all others, and exits with code 1", async () => {
    // 1 kW through a day, one row an hour, the latest first, at a clock of half an hour.
    const rows = Array.from({ length: 24 }, (_, index) => {
      const hour = String(23 - index).padStart(2, "0");
      return `"2022-06-01 ${hour}:00:00+05:30","${index === 5 ? 9e12 : 1_000}"`;
    });
    const path = join(folder, "imperfect.csv");
    writeFileSync(path, `"measured_on","ac_power"\n${rows.join("\n")}\n`);
    const { exitCode, stdout, stderr, plants } = await runReplayCommand(server, [path, "--original"]);
    expect(stdout).toContain(
      "23 samples of 1 devices, 2022-06-01 to 2022-06-01 (Asia/Kolkata), every 3600 s",
    );
    expect(stdout).toMatch(/^ {2}1 row rejected: ac_power: power of the AC meter not within .*line 7\)$/m);
    expect(stderr).toBe("Not everything was replayed (rejected rows: 1); the reasons are above.\n");
    expect(exitCode).toBe(1);
    const [plant] = plants;
    await expect
      .poll(async () => {
        const bars = await listBars(plant!.stationId, "2022-06");
        return bars.find(({ period }) => period === "2022-06-01")?.energyWh;
      }, WITHIN)
      .toBeCloseTo(23_000, 6);
  });

  it("reports what the device link rejected although the check accepted it", async () => {
    const text = "measured_on,ac_power\n2022-06-01 12:00:00-07:00,1000\n2022-06-01 12:15:00-07:00,1000\n";
    const source = sourceOf("rejected.csv", text);
    const recording = readRecording(findFormat(source)!, source);
    const samples = recording.samples.map((sample) => ({ ...sample, values: { pa: 9e12, ea: 0 } }));
    const plan = planPlant(source.name, "Rejected", { ...recording, samples });
    const { accountId } = await createOwner(api);
    const setUp = await setUpPlant(api, plan, accountId);
    await playGateway(server.mqtt, plan);
    expect(await listRejectedReports(api, setUp)).toEqual([
      { reason: "device link: out-of-range", count: 2, first: "units 0 pa" },
    ]);
  });
});

describe("a replay that cannot be", () => {
  async function expectSentence(args: readonly string[], sentence: RegExp): Promise<void> {
    const countBefore = (await api.call(endpoints.station.list, { query: {} })).total;
    const { exitCode, stderr, stdout } = await runReplayCommand(server, args);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n\s+at /);
    expect(stdout).not.toContain("/#/station/");
    expect(exitCode).toBe(1);
    expect((await api.call(endpoints.station.list, { query: {} })).total).toBe(countBefore);
  }
  const self = import.meta.filename;

  it("without files prints the usage", () => expectSentence([], /^Name the files or folders/));

  it("because a file is in no known format lists the known formats", () =>
    expectSentence([self], /is in no format that is known here\.\nKnown formats:\n {2}two half strings/));

  it.each([
    [
      "two power columns",
      "measured_on,ac_power_1,ac_power_2\n2022-06-01 12:00:00-07:00,1,2\n",
      /has 2 columns/,
    ],
    [
      "a serial number the register refuses",
      JSON.stringify([
        { serialNumber: "no/serial", lastReportDate: 1_780_000_000, lastReportWatts: 1, maxReportWatts: 1 },
      ]),
      /makes no valid plant/,
    ],
  ])("because of %s, beside a file that could be, leaves nothing behind", async (_, text, sentence) => {
    const folder = mkdtempSync(join(tmpdir(), "heliograph-refused-"));
    const [good, bad] = ["good.csv", "refused.csv"].map((name) => join(folder, name));
    writeFileSync(good!, "measured_on,ac_power\n2022-06-01 12:00:00-07:00,1000\n");
    writeFileSync(bad!, text);
    await expectSentence([good!, bad!], sentence);
    rmSync(folder, { recursive: true });
  });

  it("because a file is not there says so", () =>
    expectSentence(["/nowhere/at-all.csv"], /there is no such file or folder/));
});

describeDatasets("a replay that is refused", ["strings/snow_data.csv"], (pathOf) => {
  const path = pathOf("strings/snow_data.csv");
  const expectRefusal = async (args: readonly string[], sentence: RegExp) => {
    const { exitCode, stderr } = await runReplayCommand(server, [path, ...args]);
    expect(stderr).toMatch(sentence);
    expect(exitCode).toBe(1);
  };

  it("for a wrong password names the options", () =>
    expectRefusal(
      ["--password", "wrong-one"],
      /^root@heliograph\.local cannot sign in: .*--password\)\.\n$/,
    ));

  it("because no server responds explains how to start one", () =>
    expectRefusal(
      ["--url", "http://127.0.0.1:1"],
      /^No server answers at http:\/\/127\.0\.0\.1:1: start it/,
    ));

  it("because no device link responds leaves no empty plant behind", async () => {
    const countBefore = (await api.call(endpoints.station.list, { query: {} })).total;
    await expectRefusal(
      ["--mqtt", "mqtt://127.0.0.1:1"],
      /^The device link at mqtt:\/\/127\.0\.0\.1:1 does not answer/,
    );
    expect((await api.call(endpoints.station.list, { query: {} })).total).toBe(countBefore);
  });
});
