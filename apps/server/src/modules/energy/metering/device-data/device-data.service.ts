import type { BodyOf, DataInputOf, endpoints, Language, QueryOf } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { CellValue } from "@heliograph/contract/csv";
import { findDataStep } from "@heliograph/contract/device-data-limits";
import type { MeasuredField } from "@heliograph/protocol/points";
import { MEASURED_VALUES } from "@heliograph/protocol/points";
import { wallClock, zoneAt } from "@heliograph/solar";
import { AppError } from "../../../../errors.ts";
import type { ClickHouse } from "../../../../infra/clickhouse/clickhouse.ts";
import type { Db } from "../../../../infra/postgres/database.ts";
import { writeSheet } from "../../../../infra/sheets/write-sheet.ts";
import type { Actor, Scope } from "../../../base/access/scope.ts";
import type { JobWork } from "../../../people/jobs/job-kinds.service.ts";
import { groupByHidden } from "../../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../../people/jobs/jobs.service.ts";
import type { DataDevice } from "./data-devices.repository.ts";
import { listDataDevices } from "./data-devices.repository.ts";
import { findLastSampleTime, listSamples, listSeries } from "./series.repository.ts";

type Series = DataInputOf<typeof endpoints.devicePage.series>;
type SeriesQuery = QueryOf<typeof endpoints.devicePage.series>;
type ExportBody = BodyOf<typeof endpoints.devicePage.exportData>;

interface Parameters extends ExportBody {
  readonly language: Language;
}

/** Samples of one file, as many as a spreadsheet opens without trouble. */
const MAX_EXPORT_ROWS = 500_000;

const unitOf = new Map(MEASURED_VALUES.map(({ field, unit }) => [field, unit === "C" ? "°C" : unit]));

export type DeviceDataService = ReturnType<typeof createDeviceDataService>;

/** Measured values of several devices: by step for a chart, or every sample as a file. */
export function createDeviceDataService({
  db,
  clickhouse,
  jobs,
}: {
  db: Db;
  clickhouse: ClickHouse;
  jobs: JobService;
}) {
  /** A0404 unless every device is visible to the caller. */
  async function getDevices(scope: Scope, deviceIds: readonly string[]): Promise<DataDevice[]> {
    const devices = await listDataDevices(db, scope, deviceIds);
    if (devices.length < deviceIds.length) throw new AppError("A0404");
    return devices;
  }

  async function series(scope: Scope, query: SeriesQuery): Promise<Series> {
    const devices = await getDevices(scope, query.deviceIds);
    const range = { fromAt: Date.parse(query.fromAt), toAt: Date.parse(query.toAt) };
    const fields = query.fields as MeasuredField[];
    const size = { devices: devices.length, fields: fields.length, lengthMs: range.toAt - range.fromAt };
    // The contract has refused what exceeds every step.
    const stepS = (query.stepS ?? findDataStep(size)) as number;
    const found = await Promise.all(
      [...Map.groupBy(devices, ({ plantKey }) => plantKey)].map(([plantKey, group]) => {
        const deviceKeys = group.map(({ deviceKey }) => deviceKey);
        return listSeries(clickhouse, { plantKey, deviceKeys, range, fields, stepMs: stepS * 1_000 });
      }),
    );
    const byDevice = new Map(found.flatMap((each) => [...each]));
    return {
      fromAt: query.fromAt,
      stepS,
      series: devices.map(({ deviceId, deviceKey }) => {
        const rows = byDevice.get(deviceKey) ?? [];
        return {
          deviceId,
          steps: rows.map(([step]) => step),
          values: fields.map((_, index) => rows.map((row) => row[index + 1] ?? null)),
        };
      }),
    };
  }

  const write: JobWork = async ({ scope, parameters, report, signal }) => {
    const { deviceIds, fields, fromAt, toAt, format, fileName, language } = parameters as Parameters;
    const devices = await listDataDevices(db, scope, deviceIds);
    // A device may have left the plants of the account since the job was started.
    if (devices.length < deviceIds.length) return "access";
    const range = { fromAt: Date.parse(fromAt), toAt: Date.parse(toAt) };
    const total = devices.length;
    const rows: CellValue[][] = [];
    await report({ done: 0, total });
    for (const [index, device] of devices.entries()) {
      const { plantKey, deviceKey, sn, alias, slotLabel, zones } = device;
      const limit = MAX_EXPORT_ROWS - rows.length + 1;
      const samples = await listSamples(clickhouse, {
        plantKey,
        deviceKeys: [deviceKey],
        range,
        fields: fields as MeasuredField[],
        limit,
      });
      if (samples.length >= limit) return "tooLarge";
      for (const [at, ...values] of samples)
        rows.push([sn, alias, slotLabel, at, toLocalTime(Date.parse(at), zones), ...values]);
      await report({ done: index + 1, total });
    }
    return {
      name: `${fileName}.${format}`,
      ...(await writeSheet({ head: toHead(fields as MeasuredField[], language), rows }, format, signal)),
      plants: groupByHidden(devices),
    };
  };

  return {
    series,

    /** A0404 unless the device is visible to the caller. */
    async lastSample(scope: Scope, deviceId: string): Promise<{ at: string | null }> {
      const [device] = await getDevices(scope, [deviceId]);
      return { at: (device && (await findLastSampleTime(clickhouse, device))) ?? null };
    },

    /** Starts an export of every sample. A0404 unless every device is visible to the caller. */
    async start(actor: Actor, body: ExportBody): Promise<{ jobId: string }> {
      const devices = await getDevices(actor.scope, body.deviceIds);
      const plantIds = new Set(devices.map(({ plantId }) => plantId));
      const [plantId] = plantIds.size === 1 ? plantIds : [];
      const parameters: Parameters = { ...body, language: actor.language };
      return await jobs.start(actor, {
        kind: "deviceDataExport",
        title: `${body.fileName}.${body.format}`,
        parameters,
        ...(plantId !== undefined && { plantId }),
      });
    },

    /** Does the work of `deviceDataExport`. */
    write,
  };
}

/** `2026-06-20 10:05:00` on the plant's clock. */
const toLocalTime = (at: number, zones: DataDevice["zones"]): string =>
  new Date(wallClock(at, zoneAt(at, zones))).toISOString().slice(0, 19).replace("T", " ");

function toHead(fields: readonly MeasuredField[], language: Language): string[] {
  return [
    formatMessage(language, "column.device.sn"),
    formatMessage(language, "column.device.alias"),
    formatMessage(language, "column.device.slotLabel"),
    formatMessage(language, "column.data.time"),
    formatMessage(language, "column.data.localTime"),
    ...fields.map((field) => `${formatMessage(language, `column.device.${field}`)} (${unitOf.get(field)})`),
  ];
}
