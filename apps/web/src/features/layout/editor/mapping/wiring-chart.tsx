import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../../shared/base/i18n/i18n.ts";
import type { Curve } from "./curve-chart.tsx";
import { CurveChart } from "./curve-chart.tsx";
import type { WiringFinding } from "./string-currents.ts";

interface WiringChartProps {
  readonly finding: WiringFinding;
  readonly nameOf: (unit: number) => string;
}

/** Current of a unit over the day, that of the string it follows and that of the recorded one. */
export function WiringChart({ finding, nameOf }: WiringChartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { followed, recorded, minutes } = finding;
  const unit = nameOf(finding.unit);
  const curves: readonly Curve[] = [
    {
      ...{ line: "expected", values: finding.ofFollowed },
      name: t("layoutEditor.mapping.followed", { string: followed }),
    },
    { line: "own", values: finding.own, name: unit },
    {
      ...{ line: "other", values: finding.ofRecorded },
      name: t("layoutEditor.mapping.recorded", { string: recorded }),
    },
  ];
  const guide = Math.ceil(Math.max(...curves.flatMap(({ values }) => Array.from(values))));
  return (
    <CurveChart
      title={t("layoutEditor.mapping.current", { unit })}
      label={t("layoutEditor.mapping.currentChart", { unit, followed, recorded })}
      {...{ minutes, curves, guide, bottom: 0, top: guide * 1.1 }}
      format={(amperes) => `${formatNumber(amperes, tag, 0)} A`}
    />
  );
}
