import type { BodyOf, endpoints, Language } from "@heliograph/contract";
import { writeSheets } from "../../../infra/sheets/write-sheet.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { JobWork } from "../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import type { EarningsService } from "./earnings.service.ts";
import { toSheets } from "./earnings-sheets.ts";

type Body = BodyOf<typeof endpoints.station.exportEarnings>;

interface Parameters extends Body {
  readonly language: Language;
}

export type EarningsExport = ReturnType<typeof createEarningsExport>;

/** Earnings of a plant as a file, written by a background job. */
export function createEarningsExport(deps: {
  access: AccessService;
  jobs: JobService;
  earnings: EarningsService;
}) {
  const { access, jobs, earnings } = deps;

  const write: JobWork = async ({ scope, parameters, report }) => {
    const wanted = parameters as Parameters;
    const plant = await access.findPlant(scope, wanted.stationId);
    await report({ done: 0, total: 1 });
    // The plant may have been hidden from the account since it started the job.
    if (plant === undefined || plant.hiddenParts.includes("earnings")) return "access";
    const sheets = toSheets(await earnings.get(plant, wanted), wanted);
    await report({ done: 1, total: 1 });
    return {
      name: `${wanted.fileName}.${wanted.format}`,
      ...(await writeSheets(sheets, wanted.format)),
      plants: [{ hiddenParts: plant.hiddenParts, plantIds: [plant.plantId] }],
    };
  };

  return {
    /** Starts an export of the plant's earnings. A0400 for a period of another form. */
    async start(actor: Actor, { plantId }: PlantAccess, body: Body): Promise<{ jobId: string }> {
      earnings.checkPeriod(body);
      const parameters: Parameters = { ...body, stationId: plantId, language: actor.language };
      const title = `${body.fileName}.${body.format}`;
      return await jobs.start(actor, { kind: "earningsExport", title, parameters, plantId });
    },
    /** Does the work of `earningsExport`. */
    write,
  };
}
