import type { BodyOf, endpoints } from "@heliograph/contract";
import { AppError } from "../../../errors.ts";
import type { Clock } from "../../../infra/clock.ts";
import { writeDocument } from "../../../infra/documents/write-document.ts";
import type { Db } from "../../../infra/postgres/database.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import { isLevelEnough } from "../../base/access/plant-access.ts";
import type { Actor, Scope } from "../../base/access/scope.ts";
import { findBrand } from "../../base/configuration/configuration.service.ts";
import type { CommissioningService } from "../../devices/commissioning/commissioning.service.ts";
import type { JobWork } from "../../people/jobs/job-kinds.service.ts";
import { groupByHidden } from "../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import { writeCommissioningReport } from "./commissioning-report.ts";
import { createReportFormat } from "./report-format.ts";
import type { ReportPlant } from "./report-plants.repository.ts";
import { listReportPlants } from "./report-plants.repository.ts";
import { formatText } from "./texts/texts.ts";

type Wanted = BodyOf<typeof endpoints.commissioning.report>;

interface Deps {
  readonly db: Db;
  readonly access: AccessService;
  readonly clock: Clock;
  readonly jobs: JobService;
  readonly commissioning: CommissioningService;
}

const nameFile = ({ language }: Wanted, { name }: ReportPlant): string =>
  // What file systems and headers refuse in names.
  `${`${name} ${formatText(language, "commissioning.title")}`.replace(/[\\/:*?"<>|\p{Cc}]/gu, " ")}.pdf`;

/** Acceptance reports of plants, as files of background jobs of kind `commissioningReport`. */
export function createCommissioningFiles({ db, access, clock, jobs, commissioning }: Deps) {
  /** The plant with the caller's access; undefined where it may not work on the plant any more. */
  async function findPlant(scope: Scope, { stationId }: Wanted) {
    const found = await access.findPlant(scope, stationId);
    const [plant] = await listReportPlants(db, scope, { stationId });
    if (found === undefined || plant === undefined || !isLevelEnough(found, "install")) return undefined;
    return { plant, found };
  }

  const write: JobWork = async ({ scope, parameters, report, signal }) => {
    const wanted = parameters as Wanted;
    const subject = await findPlant(scope, wanted);
    if (subject === undefined) return "access";
    const { plant, found } = subject;
    await report({ done: 0, total: 2 });
    const comparison = await commissioning.read(found);
    await report({ done: 1, total: 2 });
    const about = { plant, now: clock.now(), brand: await findBrand(db) };
    const format = createReportFormat(wanted.language);
    const file = await writeDocument(writeCommissioningReport(comparison, about, format), "pdf", signal);
    const { plantId, hiddenParts } = found;
    return { ...file, name: nameFile(wanted, plant), plants: groupByHidden([{ plantId, hiddenParts }]) };
  };

  return {
    /** Starts the report. A0404 for a plant that the caller may not work on. */
    async start(actor: Actor, wanted: Wanted): Promise<{ jobId: string }> {
      const subject = await findPlant(actor.scope, wanted);
      if (subject === undefined) throw new AppError("A0404");
      const title = nameFile(wanted, subject.plant);
      return await jobs.start(actor, {
        kind: "commissioningReport",
        title,
        parameters: wanted,
        plantId: wanted.stationId,
      });
    },
    write,
  };
}

export type CommissioningFiles = ReturnType<typeof createCommissioningFiles>;
