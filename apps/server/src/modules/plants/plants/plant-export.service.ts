import type {
  BodyOf,
  endpoints,
  Language,
  PlantColumn,
  PlantExport,
  StationRow,
  StatusAlarm,
} from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { CellValue } from "@heliograph/contract/csv";
import { findFaultName } from "@heliograph/contract/fault-codes";
import { getFaultText } from "@heliograph/contract/fault-texts";
import { isDark } from "@heliograph/contract/is-dark";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import { AppError } from "../../../errors.ts";
import { writeSheet } from "../../../infra/sheets/write-sheet.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { Actor } from "../../base/access/scope.ts";
import { formatMoment } from "../../base/notices/notices.service.ts";
import { formatStatus } from "../../devices/status/status.service.ts";
import type { JobWork } from "../../people/jobs/job-kinds.service.ts";
import { groupByHidden } from "../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import type { PlantFigures, PlantOverview } from "../plant-overview/plant-overview.service.ts";

/** Plants of one step: progress is stored and cancelling noticed after each. */
const PLANTS_PER_STEP = 500;

/** Columns of a file: some are followed by what explains them. */
type FileColumn = PlantColumn | "currency" | "statusReason";

const FOLLOWERS: Partial<Record<PlantColumn, FileColumn>> = {
  status: "statusReason",
  earningsToday: "currency",
};

const listFileColumns = (columns: readonly PlantColumn[]): FileColumn[] =>
  columns.flatMap((column) => [column, FOLLOWERS[column] ?? []].flat());

const UNITS: Partial<Record<FileColumn, string>> = {
  powerW: "W",
  efficiency: "%",
  energyTodayKwh: "kWh",
  energyMonthKwh: "kWh",
  energyYearKwh: "kWh",
  energyTotalKwh: "kWh",
  specificYieldKwhPerKwp: "kWh/kWp",
  installedCapacityKwp: "kWp",
};

interface Parameters extends PlantExport {
  readonly language: Language;
}

function titleOf(column: FileColumn, language: Language): string {
  const title = formatMessage(language, `column.plant.${column}`);
  const unit = UNITS[column];
  return unit === undefined ? title : `${title} (${unit})`;
}

/** What a plant that has never reported has no value of. */
const FIGURES: ReadonlySet<FileColumn> = new Set([
  "energyTodayKwh",
  "energyMonthKwh",
  "energyYearKwh",
  "energyTotalKwh",
  "specificYieldKwhPerKwp",
  "earningsToday",
]);

/** What the list says below a status, with the whole date: a file is read on other days. */
function formatReason({ alarm, statusReason, timeZone }: StationRow, language: Language): string | null {
  if (alarm !== null) {
    const unit = alarm.slotLabel || alarm.alias || alarm.sn;
    const time = formatMoment(Date.parse(alarm.firstAt), language, timeZone);
    return formatMessage(language, "reason.alarm", { unit, name: getFaultName(language, alarm), time });
  }
  if (statusReason === null || statusReason === "none") return null;
  return formatMessage(language, `reason.plant.${statusReason}`);
}

/** A maker's own code is named by its number. */
function getFaultName(language: Language, { faultCode }: StatusAlarm): string {
  const { name } = getFaultText(language, faultCode);
  return findFaultName(faultCode) === undefined ? `${name} ${faultCode}` : name;
}

function cellOf(row: StationRow, column: FileColumn, language: Language): CellValue {
  if (column === "tags") return row.tags.join(", ");
  if (FIGURES.has(column) && isWithoutReports(row)) return null;
  if (column === "earningsToday") return row.earningsToday === null ? null : Number(row.earningsToday);
  if (column === "status") return formatStatus(language, row);
  if (column === "statusReason") return formatReason(row, language);
  // As in the list; the status says that the plant is asleep.
  if ((column === "powerW" || column === "efficiency") && isDark(row)) return null;
  return row[column];
}

/** The list of plants as a file, written by a background job. */
export function createPlantExport(deps: {
  access: AccessService;
  jobs: JobService;
  overview: PlantOverview;
}) {
  const { access, jobs, overview } = deps;

  const write: JobWork = async ({ scope, parameters, report, signal }) => {
    const { format, fileName, columns, language, ...query } = parameters as Parameters;
    const ids = await overview.listIds(scope, query);
    const total = ids.length;
    const plants: PlantFigures[] = [];
    await report({ done: 0, total });
    for (let from = 0; from < total; from += PLANTS_PER_STEP) {
      plants.push(...(await overview.listByIds(scope, ids.slice(from, from + PLANTS_PER_STEP))));
      await report({ done: Math.min(total, from + PLANTS_PER_STEP), total });
    }
    const fileColumns = listFileColumns(columns);
    const sheet = {
      head: fileColumns.map((column) => titleOf(column, language)),
      rows: plants.map(({ row }) => fileColumns.map((column) => cellOf(row, column, language))),
    };
    return {
      name: `${fileName}.${format}`,
      ...(await writeSheet(sheet, format, signal)),
      plants: groupByHidden(plants.map(({ state: { id, hiddenParts } }) => ({ plantId: id, hiddenParts }))),
    };
  };

  return {
    /** Starts an export of the caller's plants. A0404 when a chosen plant, or the company of the filter, is not visible to the caller. */
    async start(actor: Actor, body: BodyOf<typeof endpoints.station.export>): Promise<{ jobId: string }> {
      const { scope, language } = actor;
      if (body.stationIds !== undefined) {
        const visible = await access.listPlants(scope);
        if (body.stationIds.some((id) => !visible.has(id))) throw new AppError("A0404");
      }
      if (body.companyId !== undefined && !(await overview.hasPlantOf(scope, body.companyId)))
        throw new AppError("A0404");
      const parameters: Parameters = { ...body, language };
      const title = `${body.fileName}.${body.format}`;
      return await jobs.start(actor, { kind: "plantExport", title, parameters });
    },
    /** Does the work of `plantExport`. */
    write,
  };
}

export type PlantExportService = ReturnType<typeof createPlantExport>;
