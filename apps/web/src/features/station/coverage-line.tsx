import type { Coverage } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatShare, isWorthSaying } from "../../shared/format/numbers.ts";
import { useLocale } from "../../shared/i18n/i18n.ts";
import { ImplausibleNote } from "../../shared/ui/implausible-note.tsx";

interface CoverageLineProps {
  readonly energyWh: number;
  readonly coverage: Coverage;
  /** The plant reports now: nothing made is then measured, too. */
  readonly hasReports: boolean;
}

/** How sure an energy is: share of the daylight that was measured, and what came late or is guessed. */
export function CoverageLine({ energyWh, coverage, hasReports }: CoverageLineProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const parts: string[] = [];
  // No share before the day's first daylight, or where nobody knows when that is.
  if (coverage.measuredShare !== null)
    parts.push(t("coverage.ofDaylight", { share: formatShare(coverage.measuredShare, tag) }));
  if (isWorthSaying(coverage.backfilledWh, energyWh))
    parts.push(t("coverage.backfilled", { share: formatShare(coverage.backfilledWh / energyWh, tag) }));
  if (isWorthSaying(coverage.estimatedWh, energyWh))
    parts.push(t("coverage.estimated", { share: formatShare(coverage.estimatedWh / energyWh, tag) }));
  if (coverage.resets > 0) parts.push(t("coverage.resets", { count: coverage.resets }));
  const { implausibleWh } = coverage;
  if (parts.length === 0 && implausibleWh === 0) {
    if (energyWh > 0 || hasReports) return null;
    parts.push(t("coverage.none"));
  }
  return (
    <dd className="coverage">
      {parts.join(" · ")} <ImplausibleNote energyWh={implausibleWh} />
    </dd>
  );
}
