import { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { useState } from "react";
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
type Days = "1" | "7";
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
      <Rows losses={losses} />
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

/** The greatest loss first; each says what its energy is compared with. */
function Rows({ losses }: { readonly losses: Losses }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  return (
    <ol className="loss-rows" aria-label={t("fleet.losses")}>
      {losses.rows.toSorted(byLoss).map(({ stationId, name, energyWh, expectedWh, expectedFrom }) => (
        <li key={stationId}>
          <Link to={`/station/${stationId}`}>{name}</Link>
          <Link to={toLoss(stationId, losses)} className="loss-figure">
            <Scaled value={energyWh - expectedWh} unit="Wh" />
          </Link>
          <Link to={toLoss(stationId, losses)} className="loss-note">
            {t(`fleet.lossOf.${expectedFrom}`, { share: formatShare(energyWh / expectedWh, tag) })}
          </Link>
        </li>
      ))}
    </ol>
  );
}

const lossOf = ({ energyWh, expectedWh }: Losses["rows"][number]): number => expectedWh - energyWh;
const byLoss = (one: Losses["rows"][number], other: Losses["rows"][number]): number =>
  lossOf(other) - lossOf(one);
