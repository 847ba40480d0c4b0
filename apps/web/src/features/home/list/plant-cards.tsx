import type { StationRow } from "@heliograph/contract";
import { use, useState } from "react";
import { useTranslation } from "react-i18next";
import { prepareReasons } from "../../../shared/alarms/alarm-reason.tsx";
import type { Selection } from "../../../shared/ui/table/use-selection.ts";
import { PlantCard } from "./plant-card.tsx";
import { useCardTrends } from "./use-card-trends.ts";
import "./plant-cards.css";

interface PlantCardsProps {
  readonly rows: readonly StationRow[];
  readonly selection: Selection<StationRow>;
}

/** The plants of a page as cards, in the order of the list. */
export function PlantCards({ rows, selection }: PlantCardsProps) {
  const { t } = useTranslation();
  useReasons(rows);
  const hasEarnings = rows.some(({ earningsToday }) => earningsToday !== null);
  const trends = useCardTrends(rows);
  // Their space is kept while they are read.
  const hasTrend = trends === undefined || trends.size > 0;
  return (
    <ul className="fleet-cards" aria-label={t("home.list")}>
      {rows.map((row) => (
        <PlantCard
          key={row.stationId}
          row={row}
          hasEarnings={hasEarnings}
          hasTrend={hasTrend}
          trend={trends?.get(row.stationId)}
          selection={selection}
        />
      ))}
    </ul>
  );
}

/** Waits for the words of alarms before the first cards are shown; those of later alarms are loaded by their cards. */
function useReasons(rows: readonly StationRow[]): void {
  const [isAwaited] = useState(() => rows.some(({ alarm }) => alarm !== null));
  const reasons = isAwaited ? prepareReasons() : undefined;
  if (reasons !== undefined) use(reasons);
}
