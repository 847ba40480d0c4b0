import type { Coverage } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatShare, roundShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { CoverageSummary } from "../../shared/ui/status/coverage-summary.tsx";
import { ImplausibleNote } from "../../shared/ui/status/implausible-note.tsx";

interface CoverageLineProps {
  readonly energyWh: number;
  readonly coverage: Coverage;
  /** The plant reports now, so an energy of zero was measured as well. */
  readonly hasReports: boolean;
}

/** Coverage of an energy: the share of daylight that was measured, and what was backfilled or estimated. */
export function CoverageLine({ energyWh, coverage, hasReports }: CoverageLineProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { measuredShare, resets, implausibleWh } = coverage;
  const backfilledShare = roundShare(coverage.backfilledWh, energyWh);
  const estimatedShare = roundShare(coverage.estimatedWh, energyWh);
  const isKnown = measuredShare !== null || backfilledShare > 0 || estimatedShare > 0 || resets > 0;
  if (!isKnown && implausibleWh === 0 && (energyWh > 0 || hasReports)) return null;
  return (
    <dd className="coverage">
      {isKnown ? (
        <CoverageSummary
          // Null before the day's first daylight, or where the daylight is unknown.
          measured={
            measuredShare === null
              ? undefined
              : {
                  share: measuredShare,
                  text: t("coverage.ofDaylight", { share: formatShare(measuredShare, tag) }),
                }
          }
          backfilledShare={backfilledShare}
          estimatedShare={estimatedShare}
          notes={resets > 0 ? [t("coverage.resets", { count: resets })] : []}
        />
      ) : (
        implausibleWh === 0 && t("coverage.none")
      )}{" "}
      <ImplausibleNote energyWh={implausibleWh} />
    </dd>
  );
}
