import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { addDays, formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Money } from "../../shared/ui/status/money.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { useServerNow } from "../../shared/ui/status/time-ago.tsx";
import { findPeak } from "./day-curve.ts";

/** What the plant's day was so far: its highest power, its earnings, and when the sun is up; before sunrise also the day before. */
export function DayFacts({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, today, timeZone, sun, earningsToday, currency, isEarningsEstimated, hiddenParts } =
    plant;
  // The curve beside the card is the same response, unless it shows another day.
  const curve = useQuery({
    ...queryOf(endpoints.station.curve, { stationId, day: today }),
    enabled: !hiddenParts.includes("energy"),
  });
  const peak = curve.data && findPeak(curve.data.points);
  const clock = (at: string): string => formatClock(Date.parse(at), timeZone, tag);
  return (
    <dl className="now-facts">
      <Yesterday plant={plant} />
      {peak !== undefined && (
        <Fact name={t("station.peak")}>
          <Scaled value={peak.powerW} unit="W" /> <time>{clock(peak.at)}</time>
        </Fact>
      )}
      {earningsToday !== null && !isWithoutReports(plant) && (
        <Fact name={t("earnings.today")}>
          <Money amount={earningsToday} currency={currency} isEstimated={isEarningsEstimated} />
        </Fact>
      )}
      {sun !== null && (
        <Fact name={t("station.sun")}>
          {clock(sun.sunriseAt)} – {clock(sun.sunsetAt)}
        </Fact>
      )}
    </dl>
  );
}

/** Energy of the day before, while today has none because the sun is not up yet. */
function Yesterday({ plant }: { readonly plant: StationDetail }) {
  const { t } = useTranslation();
  const { stationId, today, sun, firstDay, hiddenParts } = plant;
  const isBeforeSunrise = useServerNow() < Date.parse(sun?.sunriseAt ?? "");
  const curve = useQuery({
    ...queryOf(endpoints.station.curve, { stationId, day: addDays(today, -1) }),
    enabled: isBeforeSunrise && firstDay !== null && firstDay < today && !hiddenParts.includes("energy"),
  });
  if (!isBeforeSunrise || curve.data === undefined) return null;
  return (
    <Fact name={t("station.yesterday")}>
      <Scaled value={curve.data.energyWh} unit="Wh" />
    </Fact>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
