import type { StationRow } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import type { Selection } from "../../../shared/ui/table/use-selection.ts";
import { PlantCard } from "./plant-card.tsx";
import "./plant-cards.css";

interface PlantCardsProps {
  readonly rows: readonly StationRow[];
  readonly selection: Selection<StationRow>;
}

/** The plants of a page as cards, in the order of the list. */
export function PlantCards({ rows, selection }: PlantCardsProps) {
  const { t } = useTranslation();
  const hasEarnings = rows.some(({ earningsToday }) => earningsToday !== null);
  return (
    <ul className="fleet-cards" aria-label={t("home.list")}>
      {rows.map((row) => (
        <PlantCard key={row.stationId} row={row} hasEarnings={hasEarnings} selection={selection} />
      ))}
    </ul>
  );
}
