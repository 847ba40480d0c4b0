import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import type { PhonePlants } from "./use-phone-plants.ts";

/** Power, energy and open alarms of all plants together; the alarms lead to the plants that have most. */
export function FleetTotals({ overview }: { readonly overview: PhonePlants["overview"] }) {
  const { t } = useTranslation();
  const { powerW, energyTodayWh, unresolvedAlarms } = overview;
  return (
    <dl className="fleet-totals">
      <div>
        <dt>{t("phone.power")}</dt>
        <dd>
          <Scaled value={powerW} unit="W" />
        </dd>
      </div>
      {energyTodayWh !== null && (
        <div>
          <dt>{t("phone.today")}</dt>
          <dd>
            <Scaled value={energyTodayWh} unit="Wh" />
          </dd>
        </div>
      )}
      {unresolvedAlarms !== null && (
        <div>
          <dt>{t("phone.alarms")}</dt>
          <dd className="quantity" data-alarms={unresolvedAlarms > 0}>
            <AlarmsLink count={unresolvedAlarms} />
          </dd>
        </div>
      )}
    </dl>
  );
}

function AlarmsLink({ count }: { readonly count: number }) {
  const { t } = useTranslation();
  const number = formatNumber(count, useLocale().tag, 0);
  if (count === 0) return number;
  return (
    <Link to="?sort=openAlarms&order=desc" aria-label={`${t("phone.alarms")} ${number}`}>
      {number}
    </Link>
  );
}
