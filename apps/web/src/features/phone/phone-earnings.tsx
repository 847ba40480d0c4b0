import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatEnergy, formatMoney } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { usePlantData } from "./use-plant-data.ts";

interface PhoneEarningsProps {
  readonly plant: StationDetail;
  /** Changes when the plant has reported. */
  readonly version: number;
}

/** Earnings of the plant's current day and month; nothing where they are not visible. */
export function PhoneEarnings(props: PhoneEarningsProps) {
  const { level, hiddenParts } = props.plant;
  return level === "public" || hiddenParts.includes("earnings") ? null : <Month {...props} />;
}

function Month({ plant: { stationId, today }, version }: PhoneEarningsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const month = today.slice(0, 7);
  const { known } = usePlantData(
    endpoints.station.earnings,
    { stationId, by: "day", period: month },
    version,
  );
  // The card is an addition to the energy, which says why nothing can be read.
  if (known.state !== "ready") return null;
  const { bars, amount, currency, isEstimated, unpricedWh } = known.data;
  const figures = [
    [t("phone.today"), bars.find(({ period }) => period === today)?.amount],
    [t("phonePlant.month"), amount],
  ] as const;
  return (
    <section className="card phone-card phone-earned" aria-labelledby="phone-earnings">
      <h2 id="phone-earnings">{t("earnings.title")}</h2>
      <dl>
        {figures.map(([name, sum]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{sum == null ? "–" : formatMoney(sum, currency, tag)}</dd>
          </div>
        ))}
      </dl>
      {isEstimated && (
        <p className="phone-caption" title={t("earnings.estimatedNote")}>
          {t("earnings.estimated")}
        </p>
      )}
      {unpricedWh !== null && unpricedWh > 0 && (
        <p className="note" title={t("earnings.unpricedTip")}>
          {t("earnings.unpriced")}: {formatEnergy(unpricedWh, tag)}
        </p>
      )}
    </section>
  );
}
