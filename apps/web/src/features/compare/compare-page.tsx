import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { Ranking } from "./ranking.tsx";
import { KINDS, useComparison } from "./use-comparison.ts";
import "./compare.css";

/** Plants side by side: energy per kWp of a period, the highest first. */
export function ComparePage() {
  const { t } = useTranslation();
  const { stationIds, range, comparison, bounds, showRange, remove } = useComparison();
  const title = t("frame.compare");
  const isEmpty = stationIds.length === 0 || comparison.data?.rows.length === 0;
  return (
    <PageBody
      title={title}
      here={title}
      text={t("compare.intro")}
      {...(stationIds.length > 0 && { awaited: comparison })}
      actions={
        <RangePicker
          {...bounds}
          label={t("compare.period")}
          range={range}
          kinds={KINDS}
          presets={["yesterday", "last7", "last30", "thisMonth"]}
          onRange={showRange}
        />
      }
    >
      {isEmpty ? (
        <section className="card">
          <EmptyState icon="panel" title={t("compare.none")} text={t("compare.noneText")}>
            <Link className="button" data-kind="primary" to="/home">
              {t("compare.choose")}
            </Link>
          </EmptyState>
        </section>
      ) : (
        <Ranking comparison={comparison} range={range} today={bounds.today} onRemove={remove} />
      )}
    </PageBody>
  );
}
