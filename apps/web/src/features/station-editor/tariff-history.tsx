import { endpoints } from "virtual:endpoints";
import type { StationDetail, Tariff } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { makePriceFormat } from "./tariff/price-format.ts";

/** The prices of a plant by day. */
export function TariffHistory({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const tariffs = useQuery(queryOf(endpoints.station.tariffs, { stationId: plant.stationId }));
  const rows = tariffs.data?.rows ?? [];
  if (rows.length === 0) return null;
  return (
    <div className="tariff-history">
      <h3>{t("form.tariffs")}</h3>
      <ul>
        {rows.map(({ validFrom, tariff, isInForce }) => (
          <li key={validFrom} data-in-force={isInForce}>
            <time dateTime={validFrom}>{t("form.tariffSince", { day: formatDay(validFrom, tag) })}</time>
            <Price tariff={tariff} currency={plant.currency ?? ""} />
            {isInForce && <span className="hint">{t("form.tariffInForce")}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

function Price({ tariff, currency }: { readonly tariff: Tariff; readonly currency: string }) {
  const { tag } = useLocale();
  const figures = makePriceFormat(tag);
  const unit = `${currency}/kWh`;
  const periods = tariff.method === "fixed" ? [{ price: tariff.price }] : tariff.periods;
  return (
    <span className="tariff-prices">
      {periods.map((period) => (
        <span key={"start" in period ? period.start : "all day"} className="quantity">
          {"start" in period && `${period.start}–${period.end} `}
          {figures.format(Number(period.price))}
          <span className="unit">{unit}</span>
        </span>
      ))}
    </span>
  );
}
