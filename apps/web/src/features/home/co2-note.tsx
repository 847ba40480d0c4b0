import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { formatCountry, formatMass } from "../../shared/base/format/co2.ts";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { toPlants } from "./plant-links.ts";

/** CO₂ avoided by all plants, with the factors behind it; says how many plants have none, and why. */
export function Co2Note() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { data } = useQuery(queryOf(endpoints.home.co2));
  if (data === undefined || (data.totalKg === null && data.unknownCount + data.noCountryCount === 0))
    return null;
  const factors = data.factors.map(({ country, gramsPerKwh, year, source }) =>
    t("performance.factor", {
      country: formatCountry(country, tag),
      year,
      grams: formatNumber(gramsPerKwh, tag, 0),
      source,
    }),
  );
  return (
    <>
      {data.totalKg !== null && (
        <p>
          <Link {...toPlants("energyTotalKwh")} className="plain-link" title={factors.join("\n")}>
            {t("performance.co2Total", { mass: formatMass(data.totalKg, tag) })}
          </Link>
        </p>
      )}
      {data.unknownCount > 0 && (
        <p>
          <Link {...toPlants(undefined, { gap: "co2-factor" })} className="plain-link">
            {t("performance.unknown", { count: data.unknownCount })}
          </Link>
        </p>
      )}
      {data.noCountryCount > 0 && (
        <p>
          <Link {...toPlants(undefined, { gap: "country" })} className="plain-link">
            {t("performance.noCountry", { count: data.noCountryCount })}
          </Link>
        </p>
      )}
    </>
  );
}
