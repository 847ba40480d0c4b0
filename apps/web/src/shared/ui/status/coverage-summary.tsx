import { useTranslation } from "react-i18next";
import { formatShare } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";

interface CoverageSummaryProps {
  /** Share that was measured and its sentence; undefined where it is unknown. */
  readonly measured: { readonly share: number; readonly text: string } | undefined;
  /** Shares of the energy, 0 where they would read as 0.0%. */
  readonly backfilledShare: number;
  readonly estimatedShare: number;
  /** What is shown as it is, such as counter resets. */
  readonly notes?: readonly string[];
}

/** How an energy is covered, in a few words; the shares are in the tooltip and read to a screen reader. */
export function CoverageSummary({ measured, notes = [], ...shares }: CoverageSummaryProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { backfilledShare, estimatedShare } = shares;
  const words: string[] = [];
  const details: string[] = [];
  if (measured !== undefined) {
    words.push(isWhole(measured.share, tag) ? t("coverage.complete") : measured.text);
    details.push(measured.text);
  }
  if (backfilledShare > 0) {
    words.push(t("coverage.isBackfilled"));
    details.push(t("coverage.backfilled", { share: formatShare(backfilledShare, tag) }));
  }
  if (estimatedShare > 0) {
    words.push(t("coverage.isEstimated"));
    details.push(t("coverage.estimated", { share: formatShare(estimatedShare, tag) }));
  }
  const detail = details.join(" · ");
  return (
    <span title={detail}>
      <span aria-hidden={detail !== ""}>{[...words, ...notes].join(" · ")}</span>
      {detail !== "" && <span className="visually-hidden">{[...details, ...notes].join(" · ")}</span>}
    </span>
  );
}

const isWhole = (share: number, tag: string): boolean => formatShare(share, tag) === formatShare(1, tag);
