import type { PlantStatus } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
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
  const { tag } = useLocale();
  return (
    <fieldset className="chips">
      <legend className="visually-hidden">{t("home.byStatus")}</legend>
      {plantStatuses.map((status) => (
        <button
          key={status}
          type="button"
          className="chip"
          aria-pressed={status === chosen}
          onClick={() => onChoose(status === chosen ? undefined : status)}
        >
          <OperatingStatus status={status} />
          <b className="quantity">{counts === undefined ? "–" : formatNumber(counts[status] ?? 0, tag, 0)}</b>
        </button>
      ))}
    </fieldset>
  );
}
