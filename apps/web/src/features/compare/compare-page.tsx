import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { RangePicker } from "../../shared/ui/form/range-picker/range-picker.tsx";
import { PageBody } from "../../shared/ui/layout/page/page-body.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";
import { useLocalTable } from "../../shared/ui/table/use-local-table.ts";
import { AddPlant } from "./add-plant.tsx";
import { ChartCard } from "./chart/chart-card.tsx";
import { drawnMeasure } from "./chart/period-lines.ts";
import type { Comparison } from "./compared-plants.ts";
import { toComparedPlants } from "./compared-plants.ts";
import type { Measure } from "./measures.ts";
import { assignStyles, listPlantLines } from "./plant-lines.ts";
import { rankPlants, SORTS, sortPlants } from "./ranking/ranked-plants.ts";
import { Ranking } from "./ranking/ranking.tsx";
import { KINDS, useComparison } from "./use-comparison.ts";
import "./compare.css";

/** Plants side by side: figures of a period, the highest first, and their course over it. */
export function ComparePage() {
  const { t } = useTranslation();
  const page = useComparison();
  const { stationIds, range, comparison, bounds, missingCount } = page;
  const title = t("frame.compare");
  const notShown = t("compare.notShown", { count: missingCount });
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
          presets={["today", "yesterday", "last7", "last30", "thisMonth", "lastMonth", "thisYear"]}
          onRange={page.showRange}
        />
      }
    >
      {isEmpty ? (
        <section className="card">
          <EmptyState
            icon="panel"
            title={missingCount > 0 ? notShown : t("compare.none")}
            text={t("compare.noneText")}
          >
            <Link className="button" data-kind="primary" to="/home">
              {t("compare.choose")}
            </Link>
            <AddPlant stationIds={stationIds} onAdd={page.add} />
          </EmptyState>
        </section>
      ) : (
        <>
          {missingCount > 0 && <p className="note">{notShown}</p>}
          {comparison.data !== undefined && <ComparedPlants page={page} data={comparison.data} />}
        </>
      )}
    </PageBody>
  );
}

interface ComparedPlantsProps {
  readonly page: ReturnType<typeof useComparison>;
  readonly data: Comparison;
}

/** In the order of the ranking unless the address says otherwise. */
const tableBy = (measure: Measure) => ({
  ...{ name: "comparedPlants", sorts: SORTS, sort: measure, sortRows: sortPlants },
  order: "desc" as const,
});

function ComparedPlants({ page, data }: ComparedPlantsProps) {
  const { stationIds, range, comparison, measure } = page;
  const ids = stationIds.join();
  const styles = useLineStyles(stationIds);
  const ranking = useMemo(() => {
    // Until the plants of the address are read, those before may have others.
    const rows = data.rows.filter(({ stationId }) => ids.includes(stationId));
    return rankPlants(toComparedPlants(rows), measure);
  }, [data, ids, measure]);
  const days = { from: data.fromDay, to: data.toDay };
  const isDay = days.from === days.to;
  const lines = useMemo(() => {
    const drawn = isDay ? "energyWh" : drawnMeasure(measure);
    return listPlantLines(ranking.plants, styles, ({ [drawn]: value }) => value !== null);
  }, [ranking, styles, measure, isDay]);
  const table = useLocalTable(tableBy(measure), comparison, ranking.plants);
  return (
    <>
      <ChartCard
        comparison={data}
        plants={ranking.plants}
        {...{ lines, days, measure }}
        isStale={comparison.isPlaceholderData}
        onMeasure={page.rankBy}
        onRange={page.showRange}
      />
      <Ranking
        {...{ table, ranking, measure, lines, stationIds }}
        days={days}
        isCut={!comparison.isPlaceholderData && range.to > days.to}
        onAdd={page.add}
        onRemove={page.remove}
      />
    </>
  );
}

/** Line styles by plant, as long as the page is kept. */
function useLineStyles(stationIds: readonly string[]): ReadonlyMap<string, number> {
  const [styles, setStyles] = useState(() => assignStyles(new Map(), stationIds));
  if (styles.size === stationIds.length && stationIds.every((each) => styles.has(each))) return styles;
  const next = assignStyles(styles, stationIds);
  setStyles(next);
  return next;
}
