import { useTranslation } from "react-i18next";
import { formatUnitPrice } from "../../base/format/per-kwh.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { Missing } from "./quantity.tsx";

interface UnitPriceProps {
  /** Average of a paid kilowatt hour; null where it is hidden or there is none. */
  readonly amount: number | null;
  readonly currency: string;
  readonly isEstimated: boolean;
}

/** Average earnings of a kilowatt hour. Needs the texts' part `earnings`. */
export function UnitPrice({ amount, currency, isEstimated }: UnitPriceProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (amount === null) return <Missing />;
  return (
    <span className="quantity" {...(isEstimated && { title: t("earnings.estimatedNote") })}>
      {formatUnitPrice(amount, currency, tag)}
    </span>
  );
}
