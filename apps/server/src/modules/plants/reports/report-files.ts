import type { ReportFormat as FileFormat, Language, ReportKind } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { ReportDocument } from "../../../infra/documents/document.ts";
import { writeDocument } from "../../../infra/documents/write-document.ts";
import type { Scope } from "../../base/access/scope.ts";
import { findBrand } from "../../base/configuration/configuration.service.ts";
import type { JobResult, JobRun } from "../../people/jobs/job-kinds.service.ts";
import { groupByHidden } from "../../people/jobs/job-kinds.service.ts";
import type { FiguresDeps } from "./plant-figures.ts";
import { readPlantFigures } from "./plant-figures.ts";
import { writePlantReport } from "./plant-report.ts";
import { readPortfolioFigures } from "./portfolio-figures.ts";
import { writePortfolioReport } from "./portfolio-report.ts";
import { createReportFormat } from "./report-format.ts";
import type { ReportPlant, ReportSubject } from "./report-plants.repository.ts";
import { listReportPlants } from "./report-plants.repository.ts";
import { findReportRange } from "./report-range.ts";
import { formatText } from "./texts/texts.ts";

/** A report to write. */
export interface WantedReport extends ReportSubject {
  readonly kind: ReportKind;
  readonly period: string;
  readonly format: FileFormat;
  readonly language: Language;
}

export interface WrittenReport extends JobResult {
  readonly title: string;
  readonly subtitle: string;
}

/** Name of a report's file: what it is about, and its period. */
export function nameReport(
  { format, kind, period, language, tag, stationIds }: WantedReport,
  plantName: string | undefined,
): string {
  const several = formatText(language, stationIds === undefined ? "allPlants" : "chosenPlants");
  const subject = plantName ?? (stationIds === undefined ? tag : undefined) ?? several;
  // What file systems and headers refuse in names.
  const plain = `${subject} ${formatText(language, `title.${kind}`)} ${period}`.replace(
    /[\\/:*?"<>|\p{Cc}]/gu,
    " ",
  );
  return `${plain}.${format}`;
}

const hidesEnergy = ({ hiddenParts }: ReportPlant): boolean => hiddenParts.includes("energy");

/**
 * Plants of a report that the account sees; undefined where it may not read the one plant or any of the chosen ones, or
 * their energy.
 */
export async function findReportPlants(
  { db }: Pick<FiguresDeps, "db">,
  scope: Scope,
  subject: ReportSubject,
): Promise<ReportPlant[] | undefined> {
  const plants = await listReportPlants(db, scope, subject);
  const isNamed = subject.stationId !== undefined || subject.stationIds !== undefined;
  return isNamed && plants.every(hidesEnergy) ? undefined : plants;
}

/**
 * The plants of a report that begins now. A0404 for a plant that is not visible to the account with its energy, A0400 where one
 * of several chosen ones is not visible, or none of them with its energy.
 */
export async function requireReportPlants(
  deps: Pick<FiguresDeps, "db">,
  scope: Scope,
  subject: ReportSubject,
): Promise<ReportPlant[]> {
  const plants = await findReportPlants(deps, scope, subject);
  const { stationIds } = subject;
  if (plants && plants.length === (stationIds ?? plants).length) return plants;
  if (stationIds === undefined) throw new AppError("A0404");
  throw new AppError("A0400", { fields: [{ path: "stationIds", key: "field.withoutEnergy" }] });
}

/** Writes a report with what the account sees now; undefined as above. */
export async function writeReport(
  deps: FiguresDeps,
  { scope, report, signal }: Pick<JobRun, "scope" | "report" | "signal">,
  wanted: WantedReport,
): Promise<WrittenReport | undefined> {
  const { format, language, stationId, stationIds, tag } = wanted;
  const range = findReportRange(wanted.kind, wanted.period);
  if (range === undefined) throw new Error(`no period of a report: ${wanted.period}`);
  const plants = await findReportPlants(deps, scope, wanted);
  if (plants === undefined) return undefined;
  const total = plants.length + 1;
  await report({ done: 0, total });
  const brand = await findBrand(deps.db);
  const text = createReportFormat(language);
  const onStep = (done: number) => report({ done, total });
  const [plant] = plants;
  const document: ReportDocument =
    stationId !== undefined && plant !== undefined
      ? writePlantReport(await readPlantFigures(deps, scope, { plant, range }), text, brand)
      : writePortfolioReport(
          await readPortfolioFigures(deps, scope, { plants, range, tag, stationIds, onStep }),
          text,
          {
            brand,
            isPdf: format === "pdf",
          },
        );
  await report({ done: plants.length, total });
  const file = await writeDocument(document, format, signal);
  await report({ done: total, total });
  return {
    ...file,
    name: nameReport(wanted, stationId === undefined ? undefined : plant?.name),
    plants: groupByHidden(
      plants
        .filter((each) => !hidesEnergy(each))
        .map(({ stationId: plantId, hiddenParts }) => ({ plantId, hiddenParts })),
    ),
    title: document.title,
    subtitle: document.subtitle,
  };
}
