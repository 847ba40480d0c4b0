import { MAX_COMPARED_PLANTS } from "@heliograph/contract/plant-compare-limits";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { PlantSelect } from "../../shared/ui/form/pick/plant-select.tsx";

interface AddPlantProps {
  readonly stationIds: readonly string[];
  readonly onAdd: (stationId: string) => void;
}

/** Searches for a plant to compare with the others. */
export function AddPlant({ stationIds, onAdd }: AddPlantProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (stationIds.length >= MAX_COMPARED_PLANTS)
    return (
      <span className="note">{t("compare.full", { count: formatNumber(MAX_COMPARED_PLANTS, tag, 0) })}</span>
    );
  return (
    <PlantSelect
      label={t("compare.add")}
      placeholder={t("compare.add")}
      value={undefined}
      without={stationIds}
      onChange={(stationId) => stationId !== undefined && onAdd(stationId)}
    />
  );
}
