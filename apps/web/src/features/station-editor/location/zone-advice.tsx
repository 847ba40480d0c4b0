import { useTranslation } from "react-i18next";
import type { Form } from "../../../shared/form/use-form.ts";
import type { Place } from "../../../shared/ui/map/projection.ts";
import { suggestCurrency } from "../suggest-currency.ts";
import { isSameTime } from "./compare-zones.ts";
import { findZone } from "./find-zone.ts";

interface ZoneAdviceProps {
  readonly form: Pick<Form, "values" | "set" | "layout">;
  readonly place: Place;
}

/** Says that the coordinates are in another time zone than the plant's, and offers that zone and its currency. */
export function ZoneAdvice({ form: { values, set, layout }, place }: ZoneAdviceProps) {
  const { t } = useTranslation();
  const timeZone = String(values.timeZone ?? "");
  const zone = findZone(place);
  if (zone === undefined || timeZone === "" || isSameTime(zone, timeZone, Date.now())) return null;
  const found = suggestCurrency(zone);
  const currency = found !== values.currency && layout.currency?.lockedKey === undefined ? found : undefined;
  return (
    <div className="zone-advice" role="status">
      <p>{t("plantEditor.otherZone", { zone, timeZone })}</p>
      <button
        type="button"
        className="button"
        onClick={() => {
          set("timeZone", zone);
          if (currency !== undefined) set("currency", currency);
        }}
      >
        {currency === undefined
          ? t("plantEditor.useZone", { zone })
          : t("plantEditor.useZoneAndCurrency", { zone, currency })}
      </button>
    </div>
  );
}
