import { useTranslation } from "react-i18next";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { longLabel } from "../../shared/ui/chart/periods.ts";
import type { Calendar } from "./bar-coverage.ts";
import { isIncomplete, isMissing } from "./bar-coverage.ts";
import type { Energy } from "./energy-bars.ts";

interface CoverageLegendProps {
  readonly energy: Energy;
  readonly calendar: Calendar;
}

/** What hatched bars and grey columns mean, where there are any; a screen reader reads which they are. */
export function CoverageLegend({ energy, calendar }: CoverageLegendProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const incomplete = energy.bars.filter((bar) => isIncomplete(bar, tag));
  const missing = energy.bars.filter((bar) => isMissing(bar, calendar));
  if (incomplete.length === 0 && missing.length === 0) return null;
  return (
    <div className="legend energy-coverage">
      {incomplete.length > 0 && (
        <span title={t("energy.incompleteTip")}>
          <i data-line="incomplete" />
          {t("energy.incomplete")}
        </span>
      )}
      {missing.length > 0 && (
        <span>
          <i data-line="missing" />
          {t("curve.gap")}
        </span>
      )}
      <ul className="visually-hidden">
        {incomplete.map(({ period, measuredShare }) => (
          <li key={period}>
            {longLabel(period, tag)}:{" "}
            {t("coverage.ofDaylight", { share: formatShare(measuredShare ?? 0, tag) })}
          </li>
        ))}
        {missing.map(({ period }) => (
          <li key={period}>
            {longLabel(period, tag)}: {t("curve.gap")}
          </li>
        ))}
      </ul>
    </div>
  );
}
