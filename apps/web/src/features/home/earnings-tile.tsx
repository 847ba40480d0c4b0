import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { useCan } from "../../shared/auth/allowed.tsx";
import { formatMoney, formatNumber } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { HiddenNote } from "../../shared/ui/status/hidden-note.tsx";
import { toPlants } from "./plant-links.ts";
import { Tile } from "./tile.tsx";

/** Further currencies in the note; more are a number, so that the tile stays as tall as those beside it. */
const MAX_NOTED = 2;
const ALL_EARNINGS = { to: "/earnings?by=day" };

/** Today's earnings of all plants that show them, the currency with the most plants first; each leads to its plants. */
export function EarningsTile() {
  const canRead = useCan("station:read") === true;
  const { data } = useQuery({ ...queryOf(endpoints.home.earnings), enabled: canRead });
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (!canRead) return null;
  const currencies = data?.currencies ?? [];
  const [first, ...others] = currencies.map(({ currency, amountToday }) => ({
    amount: formatMoney(amountToday, currency, tag),
    link: toPlants("earningsToday", { currency }),
  }));
  const more = others.slice(MAX_NOTED);
  return (
    <Tile
      label={t("earnings.today")}
      link={first?.link ?? ALL_EARNINGS}
      note={
        <>
          {others.length > 0 && (
            <p className="tile-links">
              {others.slice(0, MAX_NOTED).map(({ amount, link }) => (
                <Link key={amount} {...link} className="plain-link">
                  {amount}
                </Link>
              ))}
              {more.length > 0 && (
                <Link
                  {...ALL_EARNINGS}
                  className="plain-link"
                  title={more.map(({ amount }) => amount).join(" · ")}
                >
                  +{formatNumber(more.length, tag, 0)}
                </Link>
              )}
            </p>
          )}
          {currencies.some(({ isEstimated }) => isEstimated) && (
            <p title={t("earnings.estimatedNote")}>{t("earnings.estimated")}</p>
          )}
          <p>
            <Link {...ALL_EARNINGS}>{t("fleet.allEarnings")}</Link>
          </p>
          <HiddenNote
            count={data?.earningsHiddenCount ?? 0}
            link={toPlants(undefined, { gap: "hidden-earnings" })}
          />
        </>
      }
    >
      <span className="quantity tile-amount">{first?.amount ?? "–"}</span>
    </Tile>
  );
}
