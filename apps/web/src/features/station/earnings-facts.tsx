import { endpoints } from "virtual:endpoints";
import type { DataOf, StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../shared/api/api.ts";
import { formatEnergy, formatMoney, formatNumber } from "../../shared/base/format/numbers.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { readPlainNumber, toPlainNumber, toTypedNumber } from "../../shared/base/format/typed-numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { toast } from "../../shared/base/toast.ts";
import { Fact, Facts } from "../../shared/ui/content/facts.tsx";
import { askText } from "../../shared/ui/dialog/asking.ts";
import { EarningsChange } from "../../shared/ui/status/earnings-change.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";

export type Earnings = DataOf<typeof endpoints.station.earnings>;

interface EarningsFactsProps {
  readonly plant: StationDetail;
  /** Of the period shown. */
  readonly earnings: Earnings;
  /** Of the whole time, once it is read. */
  readonly whole: Earnings | undefined;
}

/** Sums beside the bars: earnings, energy without a price, prices, payback, and the factor from DC to AC. */
export function EarningsFacts({ plant, earnings, whole }: EarningsFactsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { currency, unpricedWh, conversionFactor } = earnings;
  return (
    <div className="earnings-facts">
      <Facts>
        {/* All years are the whole time. */}
        {earnings !== whole && (
          <Fact name={t("earnings.sum")}>
            <Amount earnings={earnings} />
            {earnings.comparison !== null && (
              <span className="earnings-before">
                <EarningsChange comparison={earnings.comparison} currency={currency} />
              </span>
            )}
          </Fact>
        )}
        {unpricedWh !== null && unpricedWh > 0 && (
          <Fact name={t("earnings.unpriced")}>
            <span title={t("earnings.unpricedTip")}>
              <Scaled value={unpricedWh} unit="Wh" />
            </span>
            {plant.mayEdit && (
              <Link className="link-button" to={`/edit-power-station/${plant.stationId}`}>
                {t("earnings.setPrice")}
              </Link>
            )}
            <span className="hint">{t("earnings.unpricedTip")}</span>
          </Fact>
        )}
        {whole !== undefined && (
          <>
            <Fact name={t("earnings.total")}>
              <Amount earnings={whole} />
            </Fact>
            <Fact name={t("earnings.payback")}>
              <Payback whole={whole} />
            </Fact>
          </>
        )}
        {conversionFactor !== null && (
          <Fact name={t("earnings.factor")}>
            {formatFactor(conversionFactor, tag)}
            {plant.mayEdit && <FactorButton plant={plant} factor={conversionFactor} />}
          </Fact>
        )}
      </Facts>
      {earnings.tariffs.some(({ periods }, index) => index > 0 || periods.length > 0) && (
        <div className="earnings-tariffs">
          <h3>{t("earnings.tariffs")}</h3>
          <Facts>
            {earnings.tariffs.map((each) => (
              <Fact key={each.validFrom} name={t("earnings.since", { day: formatDay(each.validFrom, tag) })}>
                {formatMoney(each.amount, currency, tag)}
                <Periods tariff={each} currency={currency} />
              </Fact>
            ))}
          </Facts>
        </div>
      )}
    </div>
  );
}

interface PeriodsProps {
  readonly tariff: Earnings["tariffs"][number];
  readonly currency: string;
}

/** What the periods of a tariff by time of day have earned. */
function Periods({ tariff: { validFrom, periods }, currency }: PeriodsProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (periods.length === 0) return null;
  const label = t("earnings.byTime", { day: formatDay(validFrom, tag) });
  return (
    <ul className="earnings-periods" aria-label={label}>
      {periods.map(({ start, end, price, amount, energyWh }) => (
        <li key={start} title={`${formatPrice(price, tag)} ${currency}/kWh`}>
          <span>{`${start}–${end}`}</span> <b>{formatMoney(amount, currency, tag)}</b>
          {energyWh !== null && <span className="hint">{formatEnergy(energyWh, tag)}</span>}
        </li>
      ))}
    </ul>
  );
}

const formatPrice = (price: string, tag: string): string =>
  new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 6 }).format(Number(price));

export const formatFactor = (factor: number, tag: string): string =>
  new Intl.NumberFormat(tag, { minimumFractionDigits: 2, maximumFractionDigits: 4 }).format(factor);

function Amount({ earnings }: { readonly earnings: Earnings }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { amount, currency, isEstimated, conversionFactor } = earnings;
  return (
    <>
      <strong title={`${amount} ${currency}`}>{formatMoney(amount, currency, tag)}</strong>
      {isEstimated && (
        <span
          className="hint"
          title={
            conversionFactor === null
              ? t("earnings.estimatedNote")
              : t("earnings.estimatedTip", { factor: formatFactor(conversionFactor, tag) })
          }
        >
          {t("earnings.estimated")}
        </span>
      )}
    </>
  );
}

function Payback({ whole }: { readonly whole: Earnings }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { payback, currency } = whole;
  if (payback === null) return <span className="hint">{t("earnings.noPayback")}</span>;
  return (
    <>
      <strong>{t("earnings.years", { figure: formatNumber(payback.years, tag, 1) })}</strong>
      <span className="hint">
        {t("earnings.paybackTip", {
          investment: formatMoney(payback.investment, currency, tag),
          yearly: formatMoney(payback.yearlyAmount, currency, tag),
          days: formatNumber(payback.days, tag, 0),
        })}
      </span>
    </>
  );
}

/** A factor is about 1: a comma in it is a decimal one. */
const readFactor = (typed: string, tag: string): number =>
  readPlainNumber(toPlainNumber(typed, tag, { isGrouped: false }));

function FactorButton({ plant, factor }: { readonly plant: StationDetail; readonly factor: number }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const toFactor = (typed: string): number => readFactor(typed, tag);
  async function change(): Promise<void> {
    const typed = await askText({
      title: t("earnings.editFactor"),
      text: t("earnings.factorText"),
      label: t("earnings.factor"),
      initial: toTypedNumber(String(factor), tag),
      maxLength: 6,
      pattern: /^[01]([.,]\d{1,4})?$/,
      isValid: (text) => toFactor(text) >= 0.5 && toFactor(text) <= 1,
      errorText: t("earnings.factorWrong"),
      confirmText: t("earnings.save"),
    });
    if (typed === undefined || toFactor(typed) === factor) return;
    const body = { stationId: plant.stationId, conversionFactor: toFactor(typed) };
    const response = await call(endpoints.station.setConversionFactor, { body }).catch(() => undefined);
    if (response !== undefined) toast("success", t("earnings.factorSaved"));
  }
  return (
    <button type="button" className="link-button" onClick={() => void change()}>
      {t("earnings.editFactor")}
    </button>
  );
}
