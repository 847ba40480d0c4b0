import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
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
  const { tag } = useLocale();
  const title = t("frame.compare");
  const missing = stationIds.length - (comparison.data?.rows.length ?? stationIds.length);
  const notShown = t("compare.notShown", { count: missing, figure: formatNumber(missing, tag, 0) });
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
          <EmptyState
            icon="panel"
            title={missing > 0 ? notShown : t("compare.none")}
            text={t("compare.noneText")}
          >
            <Link className="button" data-kind="primary" to="/home">
              {t("compare.choose")}
            </Link>
          </EmptyState>
        </section>
      ) : (
        <>
          {missing > 0 && <p className="note">{notShown}</p>}
          <Ranking comparison={comparison} range={range} today={bounds.today} onRemove={remove} />
        </>
      )}
    </PageBody>
  );
}
