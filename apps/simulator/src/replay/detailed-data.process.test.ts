import { endpoints } from "@heliograph/contract";
import type { SampleRow } from "@heliograph/protocol";
import { MEASURED_VALUES } from "@heliograph/protocol/points";
import { afterAll, beforeAll, expect, it } from "vitest";
import { describeDatasets } from "../../test/datasets.ts";
import { runReplayCommand } from "../../test/replay-command.ts";
import type { TestServer } from "../../test/server.ts";
import { startTestServer } from "../../test/server.ts";
import type { ApiSession } from "./api-session.ts";
import { openApiSession } from "./api-session.ts";
import { findFormat, readRecording } from "./formats/known-formats.ts";
import type { Recording } from "./recording.ts";
import { columnsOf } from "./recording.ts";
import { readSource } from "./source-file.ts";

// Every value that the page of a device offers of a replayed file, beside the file as it was read
// (`formats/known-formats.test.ts` compares that with the text of the file). Files of AC power alone have none: they are
// values of the gateway, which its plant shows.

/** One of each format with values of modules or strings; `measured-energy.process.test.ts` compares a day of the half strings. */
const OF_EACH_FORMAT = [
  "strings/snow_data.csv",
  "strings/nrel_RSF_II.csv",
  "modules/taptap-observe-sample.jsonl",
  "modules/tigo-ts4-energy-4s.csv",
  "modules/8.3.5169_with_generator__api_v1_production_inverters.json",
  "modules/8.3.5169_with_generator__ivp_pdm_device_data.json",
];
const OTHERS = [
  "strings/serf_west_15min.csv",
  "modules/5.0.62__api_v1_production_inverters.json",
  "modules/8.1.41__api_v1_production_inverters.json",
  "modules/8.2.4345_with_device_data__api_v1_production_inverters.json",
  "modules/8.2.4345_with_device_data__ivp_pdm_device_data.json",
  "modules/8.3.5289_modGone__api_v1_production_inverters.json",
  "modules/8.3.5289_modGone__ivp_pdm_device_data.json",
];
const FILES = process.env.HELIOGRAPH_TEST_FULL === "1" ? [...OF_EACH_FORMAT, ...OTHERS] : OF_EACH_FORMAT;
const STEP_S = 60;
const STEP_MS = STEP_S * 1_000;
/** Of one device and all of its parameters, in steps of a minute. */
const DAYS = 10;

let server: TestServer;
let api: ApiSession;

beforeAll(async () => {
  server = await startTestServer();
  api = await openApiSession({ baseUrl: server.http, ...server });
});
afterAll(async () => {
  await server?.stop();
});

const pointOf = new Map(MEASURED_VALUES.map((value) => [value.point as string, value]));

/** Values by minute: the mean of a minute's samples, of a counter the last. */
function valuesByMinute(samples: readonly SampleRow[], name: keyof SampleRow["values"]): Map<number, number> {
  const known = samples.filter(({ values }) => typeof values[name] === "number");
  return new Map(
    [...Map.groupBy(known, ({ at }) => Math.floor(at / STEP_MS))].map(([minute, rows]) => {
      const values = rows.map((row) => row.values[name] as number);
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
      return [minute, name === "eh" ? (values.at(-1) as number) : mean];
    }),
  );
}

/** The same as a device's page shows them. */
async function readShown(deviceId: string, field: string, { from, to }: { from: number; to: number }) {
  const shown = new Map<number, number>();
  for (let at = from; at <= to; at += DAYS * 86_400_000) {
    const { series } = await api.call(endpoints.devicePage.series, {
      query: {
        ...{ deviceIds: deviceId, fields: field, stepS: STEP_S },
        fromAt: new Date(at).toISOString(),
        toAt: new Date(at + DAYS * 86_400_000).toISOString(),
      },
    });
    const { steps, values } = series[0]!;
    for (const [index, step] of steps.entries()) {
      const value = values[0]?.[index];
      if (typeof value === "number") shown.set(at / STEP_MS + step, value);
    }
  }
  return shown;
}

function listDifferences(shown: Map<number, number>, file: Map<number, number>, tolerance: number): string[] {
  const minutes = [...new Set([...shown.keys(), ...file.keys()])];
  return minutes.flatMap((minute) => {
    const [one, other] = [shown.get(minute), file.get(minute)];
    const isSame = one !== undefined && other !== undefined && Math.abs(one - other) <= tolerance;
    return isSame ? [] : [`${new Date(minute * STEP_MS).toISOString()}: ${one} beside ${other}`];
  });
}

/** Differences of all units of a recording, and how many values were compared. */
async function compare(recording: Recording, stationId: string) {
  const { rows } = await api.call(endpoints.device.list, { query: { stationId, pageSize: 200 } });
  const { samples } = recording;
  const span = {
    from: Math.floor((samples[0]?.at ?? 0) / STEP_MS) * STEP_MS,
    to: samples.at(-1)?.at ?? 0,
  };
  const differences: string[] = [];
  let count = 0;
  for (const [index, unit] of recording.units.entries()) {
    const device = rows.find(({ sn }) => sn.endsWith(unit.serial))!;
    const own = samples.filter((sample) => sample.unit === index + 1);
    for (const [name, , scale] of columnsOf(recording.unitValues).slice(1)) {
      const value = pointOf.get(name);
      if (!value) continue;
      const file = valuesByMinute(own, value.point);
      const shown = await readShown(device.deviceId, value.field, span);
      differences.push(
        ...listDifferences(shown, file, 0.51 * scale).map((text) => `${unit.serial} ${name} ${text}`),
      );
      count += file.size;
    }
  }
  return { differences, count };
}

describeDatasets("detailed data of replayed files", FILES, (pathOf) => {
  it.each(FILES)(
    "are the values of %s, sample by sample, within the resolution they are sent with",
    async (name) => {
      const path = pathOf(name);
      const source = readSource(path);
      const recording = readRecording(findFormat(source)!, source);
      const replay = await runReplayCommand(server, [path, "--original"]);
      expect([replay.stderr, replay.exitCode]).toEqual(["", 0]);
      const { differences, count } = await compare(recording, replay.plants[0]!.stationId);
      expect(count).toBeGreaterThan(0);
      expect(differences).toEqual([]);
    },
  );
});
