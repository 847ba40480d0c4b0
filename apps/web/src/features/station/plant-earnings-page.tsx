import { endpoints } from "virtual:endpoints";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { changeParams } from "../../shared/routing/change-params.ts";
import { EarningsCard } from "./earnings-card.tsx";
import "./station.css";

const follows = [endpoints.station.earnings.path];

/** What a plant earns, by period and by tariff. */
export function PlantEarningsPage() {
  const { t } = useTranslation();
  const [params, setParams] = useSearchParams();

  return (
    <PlantPage tab="earnings" title={t("frame.earnings")} follows={follows} part="earnings" isPrivate>
      {({ plant }) => (
        <EarningsCard
          plant={plant}
          by={params.get("by")}
          period={params.get("period")}
          onChange={(change) => setParams(changeParams(params, { ...change }), { replace: true })}
        />
      )}
    </PlantPage>
  );
}
