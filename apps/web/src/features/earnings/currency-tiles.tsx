import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatEnergy, formatMoney } from "../../shared/base/format/numbers.ts";
import { formatUnitPrice } from "../../shared/base/format/per-kwh.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { EarningsChange } from "../../shared/ui/status/earnings-change.tsx";

export type CurrencyEarnings = DataOf<typeof endpoints.home.earningsPeriods>["currencies"][number];

interface CurrencyTilesProps {
  readonly currencies: readonly CurrencyEarnings[];
  readonly chosen: string;
  readonly onChoose: (currency: string) => void;
}

/** The sum of each currency in the period; one of several is chosen for the chart and the list below. */
export function CurrencyTiles({ currencies, chosen, onChoose }: CurrencyTilesProps) {
  const { t } = useTranslation();
  const whole = useQuery(queryOf(endpoints.home.earningsPeriods, { by: "year" }));
  const totalOf = (currency: string) => whole.data?.currencies.find((each) => each.currency === currency);
  return (
    <section className="currency-tiles" aria-label={t("fleetEarnings.byCurrency")}>
      {currencies.map((earnings) => {
        const { currency } = earnings;
        const props = { earnings, total: totalOf(currency)?.amount };
        return currencies.length === 1 ? (
          <div key={currency} className="card currency-tile">
            <CurrencyTile {...props} />
          </div>
        ) : (
          <button
            key={currency}
            type="button"
            className="card currency-tile"
            aria-pressed={currency === chosen}
            onClick={() => onChoose(currency)}
          >
            <CurrencyTile {...props} />
          </button>
        );
      })}
    </section>
  );
}

interface CurrencyTileProps {
  readonly earnings: CurrencyEarnings;
  /** Since the first day, once it is read. */
  readonly total: string | undefined;
}

function CurrencyTile({ earnings, total }: CurrencyTileProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { currency, amount, energyWh, amountPerKwh, isEstimated, plantCount, comparison } = earnings;
  const plants = t("fleetEarnings.plants", { count: plantCount });
  const hasData = earnings.bars.some((bar) => bar.amount !== null);
  return (
    <>
      <span className="currency-tile-head">
        {currency}
        {isEstimated && <span title={t("earnings.estimatedNote")}>{t("earnings.estimated")}</span>}
      </span>
      <span className="currency-tile-figure" {...(hasData && { title: `${amount} ${currency}` })}>
        {hasData ? formatMoney(amount, currency, tag) : "–"}
      </span>
      {comparison !== null && <EarningsChange comparison={comparison} currency={currency} />}
      {comparison !== null && comparison.plantCount < plantCount && (
        <span className="currency-tile-note">
          {t("fleetEarnings.compared", { compared: comparison.plantCount, plants })}
        </span>
      )}
      <span className="currency-tile-note">
        <span>{plants}</span>
        {hasData && energyWh !== null && <span>{formatEnergy(energyWh, tag)}</span>}
        {amountPerKwh !== null && (
          <span
            title={t("earnings.table.perKwh")}
          >{`${formatUnitPrice(amountPerKwh, currency, tag)}/kWh`}</span>
        )}
      </span>
      {total !== undefined && (
        <span className="currency-tile-note">
          {t("earnings.total")} {formatMoney(total, currency, tag)}
        </span>
      )}
    </>
  );
}
