import type { PlantStatus } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";

/** As the list sorts them, the most urgent first. */
const order: readonly PlantStatus[] = [
  "shut-down",
  "waiting",
  "offline",
  "fault",
  "alarm",
  "warning",
  "normal",
];

interface PlantStatusChipsProps {
  readonly counts: Readonly<Record<PlantStatus, number>>;
  readonly chosen: PlantStatus | undefined;
  readonly onChoose: (status: PlantStatus | undefined) => void;
}

/** Number of plants by status; each chip filters the list. */
export function PlantStatusChips({ counts, chosen, onChoose }: PlantStatusChipsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const offered = order.filter((status) => counts[status] > 0 || status === chosen);
  if (offered.length < 2) return null;
  return (
    <fieldset className="phone-chips">
      <legend className="visually-hidden">{t("phone.byStatus")}</legend>
      {offered.map((status) => (
        <button
          key={status}
          type="button"
          className="phone-chip"
          aria-pressed={status === chosen}
          onClick={() => onChoose(status === chosen ? undefined : status)}
        >
          <OperatingStatus status={status} />
          <b>{formatNumber(counts[status], tag, 0)}</b>
        </button>
      ))}
    </fieldset>
  );
}
