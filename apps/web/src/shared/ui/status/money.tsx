import { useTranslation } from "react-i18next";
import { formatMoney } from "../../base/format/numbers.ts";
import { useLocale } from "../../base/i18n/i18n.ts";
import { Missing } from "./quantity.tsx";

interface MoneyProps {
  /** Decimal text; null where it is hidden or there is none. */
  readonly amount: string | null;
  readonly currency: string | null;
  readonly isEstimated: boolean;
}

/** Earnings in their own currency, with the exact amount in the tooltip. Needs the texts' part `earnings`. */
export function Money({ amount, currency, isEstimated }: MoneyProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (amount === null || currency === null) return <Missing />;
  const note = isEstimated ? ` · ${t("earnings.estimatedNote")}` : "";
  return (
    <span className="quantity" title={`${amount} ${currency}${note}`}>
      {formatMoney(amount, currency, tag)}
    </span>
  );
}
