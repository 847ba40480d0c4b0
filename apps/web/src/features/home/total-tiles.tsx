import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatShare, roundShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { CoverageSummary } from "../../shared/ui/status/coverage-summary.tsx";
import { Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { ImplausibleNote } from "../../shared/ui/status/implausible-note.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";

type Overview = DataOf<typeof endpoints.home.getOverview>;

/** Power now and energy of today, the month, the year and since the beginning, over all accessible plants. */
export function TotalTiles({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (overview === undefined) return <TileSkeletons />;
  const capacityW = overview.installedCapacityKwp * 1000;
  const share = (getEfficiencyPct(overview.powerW, overview.installedCapacityKwp) ?? 0) / 100;
  const mark = <UpdatingMark isUpdating={overview.isUpdating} />;
  return (
    <section className="tiles" aria-label={t("home.totals")}>
      <Tile
        label={t("figure.powerNow")}
        note={
          <>
            <span className="tile-bar" aria-hidden="true">
              <i style={{ width: `${Math.min(100, share * 100)}%` }} />
            </span>
            {t("home.shareOf", { share: formatShare(share, tag) })} <Scaled value={capacityW} unit="Wp" />
          </>
        }
      >
        <Scaled value={overview.powerW} unit="W" />
      </Tile>
      <Tile label={t("figure.energyToday")} mark={mark} note={<TodayNote overview={overview} />}>
        <Scaled value={overview.energyTodayWh} unit="Wh" />
      </Tile>
      <Tile label={t("figure.energyMonth")} mark={mark} note={perCapacity(overview.energyMonthWh)}>
        <Scaled value={overview.energyMonthWh} unit="Wh" />
      </Tile>
      <Tile label={t("figure.energyYear")} mark={mark} note={perCapacity(overview.energyYearWh)}>
        <Scaled value={overview.energyYearWh} unit="Wh" />
      </Tile>
      <Tile
        label={t("figure.energyTotal")}
        mark={mark}
        note={t(overview.energyTotalWh === null ? "home.kept" : "home.sinceFirst")}
      >
        <Scaled value={overview.energyTotalWh} unit="Wh" />
      </Tile>
    </section>
  );

  function perCapacity(energyWh: number | null): string {
    if (energyWh === null) return t("home.kept");
    if (capacityW === 0) return "";
    const figure = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(energyWh / capacityW);
    return t("home.yield", { figure });
  }
}

function TodayNote({ overview }: { overview: Overview }) {
  return (
    <>
      <TodayCoverage overview={overview} /> <ImplausibleNote energyWh={overview.implausibleTodayWh} />
    </>
  );
}

function TodayCoverage({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { energyTodayWh: energyWh, backfilledTodayWh, estimatedTodayWh } = overview;
  if (energyWh === null) return <>{t("home.kept")}</>;
  if (energyWh === 0) return <>{t("coverage.none")}</>;
  const measuredShare = 1 - estimatedTodayWh / energyWh;
  return (
    <CoverageSummary
      measured={{
        share: measuredShare,
        text: t("coverage.measured", { share: formatShare(measuredShare, tag) }),
      }}
      backfilledShare={roundShare(backfilledTodayWh, energyWh)}
      estimatedShare={roundShare(estimatedTodayWh, energyWh)}
    />
  );
}

interface TileProps {
  readonly label: string;
  readonly mark?: ReactNode;
  readonly note: ReactNode;
  readonly children: ReactNode;
}

function Tile({ label, mark, note, children }: TileProps) {
  return (
    <div className="card tile">
      <div className="tile-head">
        <h2>{label}</h2>
        {mark}
      </div>
      <p className="tile-figure">{children}</p>
      <p className="tile-note">{note}</p>
    </div>
  );
}

function TileSkeletons() {
  return (
    <div className="tiles" aria-hidden="true">
      {["a", "b", "c", "d", "e"].map((key) => (
        <div key={key} className="card tile">
          <Skeleton width="40%" height="1.4rem" />
          <Skeleton width="65%" height="3rem" />
          <Skeleton width="80%" height="1.3rem" />
        </div>
      ))}
    </div>
  );
}
