import { useTranslation } from "react-i18next";
import { Link, useSearchParams } from "react-router";
import { formatEnergy } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { changeParams } from "../../shared/routing/change-params.ts";
import type { CurrencyEarnings } from "./currency-tiles.tsx";

/** How much energy has no price; leads to the list with its plants first. Nothing where all energy has one. */
export function UnpricedNote({ earnings }: { readonly earnings: CurrencyEarnings }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [params] = useSearchParams();
  const { unpricedWh, unpricedPlantCount: count } = earnings;
  if (unpricedWh === null || count === 0) return null;
  const sorted = changeParams(params, {
    sort: "unpricedWh",
    order: "desc",
    search: undefined,
    page: undefined,
  });
  return (
    <p className="unpriced-note" title={t("earnings.unpricedTip")}>
      <span>{t("fleetEarnings.unpriced", { count, energy: formatEnergy(unpricedWh, tag) })}</span>{" "}
      <Link to={`/earnings?${sorted}`} onClick={() => document.getElementById(LIST_ID)?.scrollIntoView()}>
        {t("fleetEarnings.showUnpriced")}
      </Link>
    </p>
  );
}

/** The list of plants on the page. */
export const LIST_ID = "earning-plants";
