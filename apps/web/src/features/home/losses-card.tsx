import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { queryOf } from "../../shared/api/queries.ts";
import { useQueryWithPrevious } from "../../shared/api/use-query-with-previous.ts";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { formatDay } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Segmented } from "../../shared/ui/form/segmented.tsx";
import { EmptyState, FailedState, Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { HiddenNote } from "../../shared/ui/status/hidden-note.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { toPlants } from "./plant-links.ts";

type Losses = DataOf<typeof endpoints.home.losses>;
type Kind = Losses["rows"][number]["expectedFrom"];
type Days = "1" | "7";
/** Measured first: every cloudy day is below a clear sky. */
const KINDS: readonly Kind[] = ["irradiance", "clear-sky"];
/** A day that is over, and its expected energy, appear within this time. */
const RELOAD_MS = 300_000;

/** Plants with the most energy below the expected energy. */
export function LossesCard() {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const [days, setDays] = useState<Days>("1");
  const losses = useQueryWithPrevious({
    ...queryOf(endpoints.home.losses, { days }),
    refetchInterval: RELOAD_MS,
  });
  const { data } = losses;
  return (
    <section className="card losses" aria-label={t("fleet.losses")}>
      <div className="card-head">
        <h2>{t("fleet.losses")}</h2>
        {data !== undefined && (
          <span className="note">
            {data.fromDay !== data.toDay && `${formatDay(data.fromDay, tag)} – `}
            {formatDay(data.toDay, tag)}
          </span>
        )}
        <span className="push" />
        <Segmented
          label={t("fleet.losses")}
          value={days}
          options={[
            { value: "1", text: t("fleet.yesterday") },
            { value: "7", text: t("fleet.week") },
          ]}
          onChange={setDays}
        />
      </div>
      <div className="home-panel-body">
        {data !== undefined && <LossRows losses={data} />}
        {data === undefined && losses.isError && (
          <FailedState error={losses.error} onRetry={() => void losses.refetch()} />
        )}
        {data === undefined && !losses.isError && <Skeleton width="100%" height="22rem" />}
      </div>
    </section>
  );
}

function LossRows({ losses }: { readonly losses: Losses }) {
  const { t } = useTranslation();
  if (losses.rows.length === 0)
    return (
      <>
        {losses.isCompared ? (
          <EmptyState icon="check" title={t("fleet.noLosses")} text={t("fleet.noLossesText")} />
        ) : (
          <EmptyState icon="clock" title={t("fleet.notCompared")} text={t("fleet.notComparedText")} />
        )}
        <HiddenNote count={losses.energyHiddenCount} link={toPlants(undefined, { gap: "hidden-energy" })} />
      </>
    );
  return (
    <>
      {KINDS.map((kind) => (
        <LossGroup key={kind} kind={kind} losses={losses} />
      ))}
      <p className="loss-all">
        <Link {...toPlants("expectedShare")}>{t("fleet.allByShare")}</Link>
      </p>
      <HiddenNote count={losses.energyHiddenCount} link={toPlants(undefined, { gap: "hidden-energy" })} />
    </>
  );
}

/** The days of a loss on the page of its plant. */
const toLoss = (stationId: string, { fromDay, toDay }: Losses): string =>
  `/station/${stationId}?${fromDay === toDay ? `day=${toDay}` : `by=day&period=${fromDay}~${toDay}`}`;

/** Plants compared with the same kind of expected energy, the greatest loss first. */
function LossGroup({ kind, losses }: { readonly kind: Kind; readonly losses: Losses }) {
  const { t } = useTranslation();
  const rows = losses.rows.filter(({ expectedFrom }) => expectedFrom === kind);
  const { tag } = useLocale();
  const headingId = useId();
  if (rows.length === 0) return null;
  return (
    <div className="loss-group">
      <h3 id={headingId}>{t(`fleet.lossesAgainst.${kind}`)}</h3>
      <ol className="loss-rows" aria-labelledby={headingId}>
        {rows.map(({ stationId, name, energyWh, expectedWh }) => (
          <li key={stationId}>
            <Link to={`/station/${stationId}`}>{name}</Link>
            <Link to={toLoss(stationId, losses)} className="loss-figure">
              <Scaled value={energyWh - expectedWh} unit="Wh" />
            </Link>
            <Link to={toLoss(stationId, losses)} className="loss-note">
              {t(`fleet.shareOf.${kind === "clear-sky" ? kind : "mixed"}`, {
                share: formatShare(energyWh / expectedWh, tag),
              })}
            </Link>
          </li>
        ))}
      </ol>
    </div>
  );
}
