import { useTranslation } from "react-i18next";
import { formatHour } from "../../../shared/base/format/times.ts";
import { readPlainNumber } from "../../../shared/base/format/typed-numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import type { FormValues } from "../../../shared/form/values.ts";
import { readRows } from "../../../shared/form/values.ts";
import type { DayPart } from "./day-prices.ts";
import { formatPart, splitDay } from "./day-prices.ts";
import { makePriceFormat } from "./price-format.ts";
import "./tariff.css";

const HOURS = [0, 6, 12, 18, 24];
const QUARTERS = 96;
/** Narrower parts show no price. */
const MIN_LABELLED_QUARTERS = 6;

const kindOf = ({ periods }: DayPart): "gap" | "price" | "overlap" => {
  if (periods.length === 0) return "gap";
  return periods.length === 1 ? "price" : "overlap";
};

/** The periods of a tariff on a bar of 24 hours, with gaps and overlaps named below it while they are typed. */
export function TariffDay({ values }: { readonly values: FormValues }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (values["tariff.method"] !== "time") return null;
  const rows = readRows(values["tariff.periods"]);
  const parts = splitDay(rows);
  const list = (kind: "gap" | "overlap") =>
    parts
      .filter((part) => kindOf(part) === kind)
      .map(formatPart)
      .join(", ");
  const [gaps, overlaps] = [list("gap"), list("overlap")];
  const { format } = makePriceFormat(tag);
  const priceOf = ({ periods: [only = -1] }: DayPart): string => {
    const price = readPlainNumber(String(rows[only]?.price ?? ""));
    return Number.isNaN(price) ? "–" : format(price);
  };
  return (
    <div className="tariff-day">
      <div className="tariff-day-bar" aria-hidden="true">
        {parts.map((part) => (
          <span
            key={part.from}
            data-kind={kindOf(part)}
            style={{ flexGrow: part.to - part.from }}
            title={formatPart(part)}
          >
            {kindOf(part) === "price" && part.to - part.from >= MIN_LABELLED_QUARTERS && priceOf(part)}
          </span>
        ))}
      </div>
      <div className="tariff-day-hours" aria-hidden="true">
        {HOURS.map((hour) => (
          <span key={hour} style={{ left: `${((hour * 4) / QUARTERS) * 100}%` }}>
            {formatHour(hour)}
          </span>
        ))}
      </div>
      <p role="status">
        {overlaps !== "" && (
          <span className="refusal">{t("plantEditor.overlapping", { times: overlaps })}</span>
        )}
        <span className="hint">
          {gaps === "" ? t("plantEditor.covered") : t("plantEditor.notPriced", { times: gaps })}
        </span>
      </p>
    </div>
  );
}
