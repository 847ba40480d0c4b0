import type { BodyOf, Device, DeviceColumn, DeviceExport, endpoints, Language } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { CellValue } from "@heliograph/contract/csv";
import { MEASURED_VALUES } from "@heliograph/protocol/points";
import { AppError } from "../../../errors.ts";
import { writeSheet } from "../../../infra/sheets/write-sheet.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { JobWork } from "../../people/jobs/job-kinds.service.ts";
import { groupByHidden } from "../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import { formatStatus } from "../status/status.service.ts";
import type { DeviceService } from "./devices.service.ts";

/** Devices of one step: progress is stored and cancelling noticed after each. */
const DEVICES_PER_STEP = 1_000;

const UNITS: Readonly<Partial<Record<string, string>>> = {
  ...Object.fromEntries(MEASURED_VALUES.map(({ field, unit }) => [field, unit === "C" ? "°C" : unit])),
  ratedPowerW: "W",
  tiltDeg: "°",
  azimuthDeg: "°",
};

interface Parameters extends DeviceExport {
  readonly language: Language;
}

function titleOf(column: DeviceColumn, language: Language): string {
  const title = formatMessage(language, `column.device.${column}`);
  const unit = UNITS[column];
  return unit === undefined ? title : `${title} (${unit})`;
}

function cellOf(device: Device, column: DeviceColumn, language: Language): CellValue {
  switch (column) {
    case "type":
      return formatMessage(language, `deviceType.${device.type}`);
    case "status":
      return formatStatus(language, device);
    case "communicationStatus":
      return formatMessage(
        language,
        device.communicationStatus === "online" ? "status.online" : "status.plant.offline",
      );
    default:
      return device[column];
  }
}

/** The data list as a file, written by a background job. */
export function createDeviceExport(deps: {
  access: AccessService;
  jobs: JobService;
  devices: Pick<DeviceService, "choices" | "listIds" | "listByIds">;
}) {
  const { access, jobs, devices } = deps;

  const write: JobWork = async ({ scope, parameters, report, signal }) => {
    const { format, fileName, columns, language, sort, order, ...filter } = parameters as Parameters;
    const visible = await access.listPlants(scope);
    const ids = await devices.listIds(scope, { filter, order: { sort, order } });
    const total = ids.length;
    const rows: CellValue[][] = [];
    const plantIds = new Set<string>();
    await report({ done: 0, total });
    for (let from = 0; from < total; from += DEVICES_PER_STEP) {
      for (const device of await devices.listByIds(
        scope,
        ids.slice(from, from + DEVICES_PER_STEP),
        language,
      )) {
        rows.push(columns.map((column) => cellOf(device, column, language)));
        if (device.stationId !== null) plantIds.add(device.stationId);
      }
      await report({ done: Math.min(total, from + DEVICES_PER_STEP), total });
    }
    const sheet = { head: columns.map((column) => titleOf(column, language)), rows };
    return {
      name: `${fileName}.${format}`,
      ...(await writeSheet(sheet, format, signal)),
      plants: groupByHidden(
        [...plantIds].map((plantId) => ({ plantId, hiddenParts: visible.get(plantId) ?? [] })),
      ),
    };
  };

  return {
    /** Starts an export of the devices of the caller's plants. A0404 when the plant or the company of the filter is not visible to the caller. */
    async start(actor: Actor, body: BodyOf<typeof endpoints.deviceView.export>): Promise<{ jobId: string }> {
      const { stationId, companyId } = body;
      const { scope } = actor;
      if (stationId !== undefined && !(await access.listPlants(scope)).has(stationId))
        throw new AppError("A0404");
      if (companyId !== undefined) {
        const { companies } = await devices.choices(scope, actor.language);
        if (!companies.some((company) => company.companyId === companyId)) throw new AppError("A0404");
      }
      const parameters: Parameters = { ...body, language: actor.language };
      return await jobs.start(actor, {
        kind: "deviceExport",
        title: `${body.fileName}.${body.format}`,
        parameters,
      });
    },
    /** Does the work of `deviceExport`. */
    write,
  };
}

export type DeviceExportService = ReturnType<typeof createDeviceExport>;
