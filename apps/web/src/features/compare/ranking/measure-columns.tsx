import { isDark } from "@heliograph/contract/is-dark";
import type { TFunction } from "i18next";
import type { Column } from "../../../shared/ui/table/column.ts";
import type { ComparedPlant } from "../compared-plants.ts";
import { earningsPerKwpOf } from "../compared-plants.ts";
import type { Measure } from "../measures.ts";
import { MEASURES, measureTexts } from "../measures.ts";
import { Figure } from "./figure.tsx";
import { MeasureBar } from "./measure-bar.tsx";
import type { RankedPlant } from "./ranked-plants.ts";

interface MeasureColumnsInput {
  readonly t: TFunction;
  readonly plants: readonly RankedPlant[];
  readonly measure: Measure;
  readonly median: number | undefined;
  readonly currency: string | undefined;
  /** Line styles in the chart by plant; plants that are not drawn are absent. */
  readonly styles: ReadonlyMap<string, number>;
}

/** Highest value of a measure; 0 without any. */
export const findMax = (plants: readonly ComparedPlant[], measure: Measure): number =>
  Math.max(0, ...plants.map(({ [measure]: value }) => value ?? 0));

/** Without the digits that a computed value has beyond those of the measurements. */
export const round = (value: number | null, digits: number): number | null =>
  value === null ? null : Number(value.toFixed(digits));

/** The column of the chosen measure, with bars. */
export function measureColumn(input: MeasureColumnsInput): Column<RankedPlant> {
  const { t, plants, measure, median, styles } = input;
  const max = findMax(plants, measure);
  return {
    ...figureColumn(input, measure),
    isHideable: false,
    width: "18%",
    render: (plant) =>
      plant[measure] === null ? (
        <Unranked {...{ t, plant, measure, max }} />
      ) : (
        <MeasureBar value={plant[measure]} {...{ max, median }} styleIndex={styles.get(plant.stationId)}>
          <Figure {...{ plant, measure, max }} />
        </MeasureBar>
      ),
  };
}

/** The other measures that a plant has, as figures. */
export const otherMeasureColumns = (input: MeasureColumnsInput): Column<RankedPlant>[] =>
  MEASURES.filter(
    (measure) => measure !== input.measure && input.plants.some(({ [measure]: value }) => value !== null),
  ).map((measure) => ({
    ...figureColumn(input, measure),
    align: "right",
  }));

function figureColumn({ plants, currency }: MeasureColumnsInput, measure: Measure): Column<RankedPlant> {
  const max = findMax(plants, measure);
  const exportUnit = exportUnitOf(measure, currency);
  return {
    key: measure,
    ...measureTexts[measure],
    ...(exportUnit !== undefined && { exportUnit }),
    render: (plant) => <Figure {...{ plant, measure, max }} />,
    exportValue: (plant) => exportFigure(plant, measure, currency),
  };
}

function exportUnitOf(measure: Measure, currency: string | undefined): string | undefined {
  if (measure === "expectedShare") return "%";
  return measure === "earningsPerKwp" ? currency : undefined;
}

/** A number in the unit of the column; earnings in another currency name it. */
function exportFigure(plant: ComparedPlant, measure: Measure, currency: string | undefined) {
  const value = plant[measure];
  if (measure === "energyWh") return round(value === null ? null : value / 1000, 3);
  if (measure === "expectedShare") return round(value === null ? null : value * 100, 1);
  if (measure === "powerPerKwp") return round(value, 1);
  if (measure !== "earningsPerKwp") return round(value, 3);
  const perKwp = round(earningsPerKwpOf(plant), 4);
  const own = plant.earnings?.currency;
  return own === currency || own === undefined ? perKwp : `${perKwp} ${own}`;
}

interface UnrankedProps {
  readonly t: TFunction;
  readonly plant: RankedPlant;
  readonly measure: Measure;
  readonly max: number;
}

/** Why a plant has no bar. */
function Unranked({ t, plant, measure, max }: UnrankedProps) {
  if (measure === "earningsPerKwp" && plant.earnings !== null) return <Figure {...{ plant, measure, max }} />;
  return <span className="note">{t(reasonOf(plant, measure))}</span>;
}

function reasonOf(plant: RankedPlant, measure: Measure) {
  if (measure === "powerPerKwp") return isDark(plant) ? "compare.asleep" : "compare.noData";
  const isHidden = measure === "earningsPerKwp" ? plant.isEarningsHidden : plant.isEnergyHidden;
  return isHidden ? "compare.hidden" : "compare.noData";
}
