import { endpoints } from "virtual:endpoints";
import type { DataOf, Tariff } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { formatEnergy, formatMoney } from "../../../shared/base/format/numbers.ts";
import { formatDay } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { useSettled } from "../../../shared/base/use-settled.ts";

type Preview = DataOf<typeof endpoints.station.previewTariff>;

/** Adding up years takes a while: only a price that stays as it is for this time is valued. */
const SETTLED_MS = 600;

interface PastEarningsProps {
  readonly stationId: string;
  readonly tariff: Tariff;
  /** A day that is over. */
  readonly from: string;
}

/** What past earnings are, and what they would be with a typed tariff. */
export function PastEarnings({ stationId, tariff, from }: PastEarningsProps) {
  const { t } = useTranslation();
  const typed = JSON.stringify({ stationId, tariff: JSON.stringify(tariff), tariffFrom: from });
  const settled = useSettled(typed, SETTLED_MS);
  const preview = useQuery(queryOf(endpoints.station.previewTariff, JSON.parse(settled)));
  if (preview.isError) return null;
  return settled === typed && preview.data !== undefined ? (
    <Difference preview={preview.data} />
  ) : (
    <p>{t("plantEditor.pastCounting")}</p>
  );
}

function Difference({ preview }: { readonly preview: Preview }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { before, after, currency, fromDay, toDay, isEstimated } = preview;
  const change = Number(after.amount) - Number(before.amount);
  const money = (amount: string) => formatMoney(amount, currency, tag);
  const difference = `${change > 0 ? "+" : ""}${money(String(change))}`;
  return (
    <>
      <p>
        {t("plantEditor.pastEarnings", { from: formatDay(fromDay, tag), to: formatDay(toDay, tag) })}{" "}
        {money(before.amount)} → <b>{money(after.amount)}</b> ({difference}
        {isEstimated && `, ${t("plantEditor.estimated")}`})
      </p>
      {before.unpricedWh !== after.unpricedWh && (
        <p>
          {t("plantEditor.pastUnpriced")} {formatEnergy(before.unpricedWh ?? 0, tag)} →{" "}
          <b>{formatEnergy(after.unpricedWh ?? 0, tag)}</b>
        </p>
      )}
    </>
  );
}
