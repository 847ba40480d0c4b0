import type { BodyOf, endpoints, Language, MessageKey } from "@heliograph/contract";
import { formatMessage } from "@heliograph/contract";
import type { CellValue } from "@heliograph/contract/csv";
import type { ClickHouse } from "../../../infra/clickhouse/clickhouse.ts";
import { writeSheet } from "../../../infra/sheets/write-sheet.ts";
import type { Actor } from "../../base/access/scope.ts";
import type { JobWork } from "../../people/jobs/job-kinds.service.ts";
import { groupByHidden } from "../../people/jobs/job-kinds.service.ts";
import type { JobService } from "../../people/jobs/jobs.service.ts";
import { listBarPeriods } from "../metering/bar-periods.service.ts";
import { sumAmounts } from "./amounts.service.ts";
import type { AmountSum } from "./day-earnings.repository.ts";
import { sumByPlantAndPeriod } from "./day-earnings.repository.ts";
import type { EarningsService } from "./earnings.service.ts";
import { toFileAmount, toFileKwh } from "./file-values.service.ts";
import type { FleetEarnings } from "./fleet-earnings.service.ts";
import type { FleetPlant } from "./fleet-plants.repository.ts";

type Body = BodyOf<typeof endpoints.home.exportEarnings>;

interface Parameters extends Body {
  readonly language: Language;
}

/** Plants of one step: progress is stored and cancelling noticed after each. */
const PLANTS_PER_STEP = 500;

export type FleetEarningsExport = ReturnType<typeof createFleetEarningsExport>;

type PeriodSum = AmountSum & { readonly period: string };

/** A plant with its earnings of each period, their sum, its energy, the part without a price, and whether it is estimated. */
function toRow(
  plant: FleetPlant,
  sums: readonly PeriodSum[],
  { periods, language }: { readonly periods: readonly string[]; readonly language: Language },
): CellValue[] {
  const byPeriod = new Map(sums.map(({ period, amount }) => [period, amount]));
  const isShown = sums.length > 0 && !plant.hiddenParts.includes("energy");
  const toEnergy = (of: (sum: PeriodSum) => number) =>
    toFileKwh(isShown ? sums.reduce((all, each) => all + of(each), 0) : null);
  return [
    plant.number,
    plant.name,
    plant.currency,
    plant.installedCapacityKwp,
    ...periods.map((period) => toFileAmount(byPeriod.get(period) ?? null)),
    toFileAmount(sumAmounts(sums.map(({ amount }) => amount))),
    toEnergy(({ energyWh }) => energyWh),
    toEnergy(({ unpricedWh }) => unpricedWh),
    sums.some(({ isEstimated }) => isEstimated === 1)
      ? formatMessage(language, "column.earnings.estimated")
      : null,
  ];
}

function toHead(periods: readonly string[], language: Language): string[] {
  const text = (key: MessageKey) => formatMessage(language, key);
  return [
    text("column.plant.number"),
    text("column.plant.name"),
    text("column.plant.currency"),
    `${text("column.plant.installedCapacityKwp")} (kWp)`,
    ...periods,
    text("column.earnings.amount"),
    `${text("column.earnings.energy")} (kWh)`,
    `${text("column.earnings.unpriced")} (kWh)`,
    text("column.earnings.estimated"),
  ];
}

/** Earnings of all plants of an account by period as a file, written by a background job. */
export function createFleetEarningsExport(deps: {
  clickhouse: ClickHouse;
  jobs: JobService;
  earnings: EarningsService;
  fleetEarnings: FleetEarnings;
}) {
  const { clickhouse, jobs, earnings, fleetEarnings } = deps;

  const write: JobWork = async ({ scope, parameters, report, signal }) => {
    const { by, period, format, fileName, language } = parameters as Parameters;
    const { plants, range } = await fleetEarnings.listAll(scope, { by, period });
    const total = plants.length;
    const sums: (PeriodSum & { readonly plantKey: number })[] = [];
    await report({ done: 0, total });
    for (let from = 0; from < total; from += PLANTS_PER_STEP) {
      const keys = plants.slice(from, from + PLANTS_PER_STEP).map(({ plantKey }) => plantKey);
      sums.push(...(await sumByPlantAndPeriod(clickhouse, keys, range)));
      await report({ done: Math.min(total, from + PLANTS_PER_STEP), total });
    }
    const known = [...new Set(sums.map((sum) => sum.period))].toSorted();
    const periods = listBarPeriods(
      range,
      known.map((each) => ({ period: each })),
    );
    const byPlant = Map.groupBy(sums, ({ plantKey }) => plantKey);
    const rows = plants.map((plant) =>
      toRow(plant, byPlant.get(plant.plantKey) ?? [], { periods, language }),
    );
    return {
      name: `${fileName}.${format}`,
      ...(await writeSheet({ head: toHead(periods, language), rows }, format, signal)),
      plants: groupByHidden(
        plants.map(({ stationId, hiddenParts }) => ({ plantId: stationId, hiddenParts })),
      ),
    };
  };

  return {
    /** Starts an export. A0400 for a period of another form. */
    async start(actor: Actor, body: Body): Promise<{ jobId: string }> {
      earnings.checkPeriod(body);
      const parameters: Parameters = { ...body, language: actor.language };
      const title = `${body.fileName}.${body.format}`;
      return await jobs.start(actor, { kind: "fleetEarningsExport", title, parameters });
    },
    /** Does the work of `fleetEarningsExport`. */
    write,
  };
}
