import { useTranslation } from "react-i18next";
import { formatEnergy, formatScaled } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { Icon } from "../content/icon.tsx";

/** Rises of counters that were not counted because no unit can have produced them; nothing where there are none. */
export function ImplausibleNote({ energyWh }: { energyWh: number }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (energyWh <= 0) return null;
  return (
    <span className="implausible" title={formatScaled(energyWh, "Wh", tag).exact}>
      <Icon name="warning" />
      {t("coverage.implausible", { energy: formatEnergy(energyWh, tag) })}
    </span>
  );
}
