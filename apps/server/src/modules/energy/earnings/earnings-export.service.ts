import type { BodyOf, DataInputOf, endpoints, Language } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { CellValue } from "@heliograph/contract/csv";
import { writeSheet } from "../../../infra/sheets/write-sheet.ts";
import type { AccessService } from "../../base/access/access.service.ts";
import type { PlantAccess } from "../../base/access/plant-access.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { JobWork } from "../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import type { EarningsService } from "./earnings.service.ts";
import { toFileAmount, toFileKwh } from "./file-values.service.ts";

type Body = BodyOf<typeof endpoints.station.exportEarnings>;
type Earnings = DataInputOf<typeof endpoints.station.earnings>;

interface Parameters extends Body {
  readonly language: Language;
}

export type EarningsExport = ReturnType<typeof createEarningsExport>;

/** A row for each period: amount, energy, energy without a price. */
function toSheet({ currency, bars, isEstimated }: Earnings, { by, language }: Parameters) {
  const text = (column: "amount" | "amountEstimated" | "energy" | "unpriced") =>
    formatMessage(language, `column.earnings.${column}`);
  return {
    head: [
      formatMessage(language, `column.earnings.${by}`),
      `${text(isEstimated ? "amountEstimated" : "amount")} (${currency})`,
      `${text("energy")} (kWh)`,
      `${text("unpriced")} (kWh)`,
    ],
    rows: bars.map((bar): CellValue[] => [
      bar.period,
      toFileAmount(bar.amount),
      // A period without any data has no energy either.
      bar.amount === null ? null : toFileKwh(bar.energyWh),
      bar.amount === null ? null : toFileKwh(bar.unpricedWh),
    ]),
  };
}

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
    const sheet = toSheet(await earnings.get(plant, wanted), wanted);
    await report({ done: 1, total: 1 });
    return {
      name: `${wanted.fileName}.${wanted.format}`,
      ...(await writeSheet(sheet, wanted.format)),
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
