import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { formatMoney, formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { HiddenNote } from "../../shared/ui/status/hidden-note.tsx";
import { Tile } from "./tile.tsx";

/** Further currencies in the note; more are a number, so that the tile stays as tall as those beside it. */
const MAX_NOTED = 2;

/** Today's earnings of all plants that show them, the currency with the most plants first; leads to all earnings. */
export function EarningsTile() {
  const canRead = useCan("station:read") === true;
  const { data } = useQuery({ ...queryOf(endpoints.home.earnings), enabled: canRead });
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (!canRead) return null;
  const currencies = data?.currencies ?? [];
  const amounts = currencies.map(({ currency, amountToday }) => formatMoney(amountToday, currency, tag));
  const [first, ...others] = amounts;
  const more = others.length - MAX_NOTED;
  return (
    <Tile
      label={t("earnings.today")}
      link={{ to: "/earnings?by=day" }}
      note={
        <>
          {others.length > 0 && (
            <p title={others.join(" · ")}>
              {others.slice(0, MAX_NOTED).join(" · ")}
              {more > 0 && ` +${formatNumber(more, tag, 0)}`}
            </p>
          )}
          {currencies.some(({ isEstimated }) => isEstimated) && (
            <p title={t("earnings.estimatedNote")}>{t("earnings.estimated")}</p>
          )}
          <HiddenNote count={data?.earningsHiddenCount ?? 0} />
        </>
      }
    >
      <span className="quantity tile-amount">{first ?? "–"}</span>
    </Tile>
  );
}
