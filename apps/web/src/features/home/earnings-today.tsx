import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { formatMoney } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { HiddenNote } from "./hidden-note.tsx";
import { toPlants } from "./plant-links.ts";

/** Today's earnings of all plants that show them, a line for each currency. */
export function EarningsToday() {
  const canRead = useCan("station:read") === true;
  const { data } = useQuery({ ...queryOf(endpoints.home.earnings), enabled: canRead });
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (data === undefined) return null;
  return (
    <>
      {data.currencies.length > 0 && <p>{t("earnings.today")}</p>}
      {data.currencies.map(({ currency, amountToday, isEstimated }) => (
        <p key={currency}>
          <Link {...toPlants("energyTodayKwh")} className="plain-link" title={`${amountToday} ${currency}`}>
            {formatMoney(amountToday, currency, tag)}
          </Link>
          {isEstimated && <span title={t("earnings.estimatedNote")}> · {t("earnings.estimated")}</span>}
        </p>
      ))}
      <HiddenNote count={data.earningsHiddenCount} />
    </>
  );
}
