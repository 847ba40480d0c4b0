import type { PlantStatus } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FilterChips } from "../../shared/ui/form/filter-chips.tsx";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { plantStatuses } from "./plant-statuses.ts";

interface StatusChipsProps {
  readonly counts: Partial<Record<PlantStatus, number>> | undefined;
  readonly chosen: PlantStatus | undefined;
  readonly onChoose: (status: PlantStatus | undefined) => void;
}

/** How many plants are in each state; one press shows only those. */
export function StatusChips({ counts, chosen, onChoose }: StatusChipsProps) {
  const { t } = useTranslation();
  return (
    <FilterChips
      label={t("home.byStatus")}
      chips={plantStatuses.map((status) => ({
        value: status,
        label: <OperatingStatus status={status} />,
        count: counts && (counts[status] ?? 0),
      }))}
      {...{ chosen, onChoose }}
    />
  );
}
