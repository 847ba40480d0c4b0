import { useTranslation } from "react-i18next";
import { formatShare } from "../../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../../shared/base/i18n/i18n.ts";
import type { Curve } from "./curve-chart.tsx";
import { CurveChart } from "./curve-chart.tsx";
import type { Evidence } from "./find-proposals.ts";

interface EvidenceChartProps {
  readonly evidence: Evidence;
  /** Name of the place. */
  readonly place: string;
  readonly nameOf: (unit: number) => string;
}

const toLight = (losses: Float32Array): Float32Array => losses.map((loss) => 1 - loss);

/** Light of a place over the day: what its adjacent modules lead to expect, its unit, and the one that should be there. */
export function EvidenceChart({ evidence, place, nameOf }: EvidenceChartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { minutes, expected, own, other, next } = evidence;
  const { unit } = evidence.place;
  // A free place has no unit of its own, and a place that becomes free no next one.
  const curves: readonly Curve[] = [
    { line: "expected", values: toLight(expected), name: t("layoutEditor.mapping.expected") },
    ...(own && unit !== null ? [{ line: "own" as const, values: toLight(own), name: nameOf(unit) }] : []),
    ...(other && next !== null
      ? [{ line: "other" as const, values: toLight(other), name: nameOf(next) }]
      : []),
  ];
  const lowest = Math.min(...curves.flatMap(({ values }) => Array.from(values)), 0.9);
  const units = curves.slice(1).map(({ name }) => name);
  return (
    <CurveChart
      title={place}
      label={t("layoutEditor.mapping.chart", { place, units: new Intl.ListFormat(tag).format(units) })}
      {...{ minutes, curves, guide: 1, top: 1.1 }}
      bottom={Math.max(Math.floor(lowest * 10) / 10, 0)}
      format={(share) => formatShare(share, tag, 0)}
    />
  );
}
