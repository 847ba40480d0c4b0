import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../../shared/api/queries.ts";
import { formatDay } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { Form } from "../../../shared/form/use-form.ts";
import { isTariffChanged } from "../plant-rules.ts";
import { formatPart } from "./day-prices.ts";
import { PastEarnings } from "./past-earnings.tsx";
import { makePriceFormat } from "./price-format.ts";
import type { TariffPreview } from "./tariff-preview.ts";
import { previewTariff, readTariff } from "./tariff-preview.ts";

interface PendingTariffProps {
  readonly form: Pick<Form, "values" | "start">;
  readonly plant: StationDetail;
}

/** The effect of a price that is typed and not saved; nothing while it is no valid one. */
export function PendingTariff({ form: { values, start }, plant }: PendingTariffProps) {
  const versions = useQuery(queryOf(endpoints.station.tariffs, { stationId: plant.stationId }));
  const tariff = isTariffChanged(values, start) ? readTariff(values) : undefined;
  const from = String(values.tariffFrom ?? "") || plant.today;
  const preview = tariff && previewTariff(tariff, from, versions.data?.rows ?? []);
  if (tariff === undefined || preview === undefined) return null;
  const isPast = from < plant.today;
  return (
    <TariffChange
      preview={preview}
      isPast={isPast}
      currency={String(values.currency ?? plant.currency ?? "")}
    >
      {isPast && preview.changes.length > 0 && (
        <PastEarnings stationId={plant.stationId} tariff={tariff} from={from} />
      )}
    </TariffChange>
  );
}

interface TariffChangeProps {
  readonly preview: TariffPreview;
  /** The tariff begins on a day that is over. */
  readonly isPast: boolean;
  readonly children: ReactNode;
  readonly currency: string;
}

/** What a changed price changes, and which days keep theirs. */
function TariffChange({ preview, isPast, currency, children }: TariffChangeProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { format } = makePriceFormat(tag);
  const { from, until, isReplacing, changes } = preview;
  const day = formatDay(from, tag);
  const say = (price: number | undefined) => (price === undefined ? t("plantEditor.noPrice") : format(price));
  return (
    <div className="tariff-change" role="status">
      <h3>{t("plantEditor.previewTitle")}</h3>
      {changes.length === 0 ? (
        <p>{t("plantEditor.previewSame", { day })}</p>
      ) : (
        <>
          <p>
            {until === undefined
              ? t("plantEditor.previewFrom", { day })
              : t("plantEditor.previewUntil", { day, until: formatDay(until, tag) })}
          </p>
          <ul>
            {changes.map((change) => (
              <li key={change.from}>
                <span>{formatPart(change)}</span> {say(change.before)} → <b>{say(change.after)}</b>{" "}
                <span className="unit">{`${currency}/kWh`}</span>
              </li>
            ))}
          </ul>
          {isReplacing && <p>{t("plantEditor.previewReplaces", { day })}</p>}
        </>
      )}
      {children}
      <p className="hint">{t(isPast ? "plantEditor.previewKept" : "plantEditor.previewPast", { day })}</p>
    </div>
  );
}
