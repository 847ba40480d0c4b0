import { useTranslation } from "react-i18next";
import type { Form } from "../../../shared/form/use-form.ts";
import { isSameTime } from "../../../shared/plant/zone/compare-zones.ts";
import { findZone } from "../../../shared/plant/zone/find-zone.ts";
import type { Place } from "../../../shared/ui/map/projection.ts";
import { suggestCurrency } from "../suggest-currency.ts";

interface ZoneAdviceProps {
  readonly form: Pick<Form, "values" | "set" | "layout">;
  readonly place: Place;
}

/** Says that the coordinates are in another time zone or currency than the plant's, and offers those of the place. */
export function ZoneAdvice({ form: { values, set, layout }, place }: ZoneAdviceProps) {
  const { t } = useTranslation();
  const timeZone = String(values.timeZone ?? "");
  const zone = findZone(place);
  if (zone === undefined || timeZone === "") return null;
  const isSameZone = isSameTime(zone, timeZone, Date.now());
  const found = suggestCurrency(zone);
  const currency = found !== values.currency && layout.currency?.lockedKey === undefined ? found : undefined;
  if (isSameZone && currency === undefined) return null;
  const useText = currency === undefined ? "plantEditor.useZone" : "plantEditor.useZoneAndCurrency";
  return (
    <div className="zone-advice" role="status">
      <p>
        {isSameZone
          ? t("plantEditor.otherCurrency", { currency })
          : t("plantEditor.otherZone", { zone, timeZone })}
      </p>
      <button
        type="button"
        className="button"
        onClick={() => {
          if (!isSameZone) set("timeZone", zone);
          if (currency !== undefined) set("currency", currency);
        }}
      >
        {isSameZone ? t("plantEditor.useCurrency", { currency }) : t(useText, { zone, currency })}
      </button>
    </div>
  );
}
