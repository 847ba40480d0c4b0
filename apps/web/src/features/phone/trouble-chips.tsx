import { useTranslation } from "react-i18next";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import type { Trouble, TroubledUnits } from "./troubles.ts";

interface TroubleChipsProps {
  readonly troubled: readonly TroubledUnits[];
  readonly chosen: Trouble | undefined;
  readonly onChoose: (status: Trouble | undefined) => void;
}

/** Number of units that need attention, by status; each chip filters the list. */
export function TroubleChips({ troubled, chosen, onChoose }: TroubleChipsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  // The chosen one stays to be let go of, even when its last unit has recovered.
  const offered = troubled.filter(({ status, total }) => total > 0 || status === chosen);
  if (offered.length === 0) return null;
  return (
    <fieldset className="phone-chips">
      <legend className="visually-hidden">{t("phonePlant.byStatus")}</legend>
      {offered.map(({ status, total }) => (
        <button
          key={status}
          type="button"
          className="phone-chip"
          aria-pressed={status === chosen}
          onClick={() => onChoose(status === chosen ? undefined : status)}
        >
          <OperatingStatus status={status} />
          <b>{formatNumber(total, tag, 0)}</b>
        </button>
      ))}
    </fieldset>
  );
}
