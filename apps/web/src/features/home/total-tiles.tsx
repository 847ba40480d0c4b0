import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Skeleton } from "../../shared/ui/status/empty-state.tsx";
import { HiddenNote } from "../../shared/ui/status/hidden-note.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";
import { AlarmTile } from "./alarm-tile.tsx";
import { Co2Note } from "./co2-note.tsx";
import { EarningsTile } from "./earnings-tile.tsx";
import { toPlants } from "./plant-links.ts";
import { Tile } from "./tile.tsx";
import { TodayTile } from "./today-tile.tsx";

type Overview = DataOf<typeof endpoints.home.getOverview>;

/** Power now, energy of today, the month, the year and since the beginning, and open alarms, over all accessible plants. */
export function TotalTiles({ overview }: { overview: Overview | undefined }) {
  const { t } = useTranslation();
  if (overview === undefined) return <TileSkeletons />;
  const { energyTotalWh, energyHiddenCount } = overview;
  const mark = <UpdatingMark isUpdating={overview.isUpdating} />;
  return (
    <section className="tiles" aria-label={t("home.totals")}>
      <PowerTile overview={overview} />
      <TodayTile overview={overview} mark={mark} />
      <EarningsTile />
      <Tile
        label={t("figure.energyMonth")}
        link={toPlants("energyMonthKwh")}
        mark={mark}
        note={<YieldNote overview={overview} energyWh={overview.energyMonthWh} sort="energyMonthKwh" />}
      >
        <Scaled value={overview.energyMonthWh} unit="Wh" />
      </Tile>
      <Tile
        label={t("figure.energyYear")}
        link={toPlants("energyYearKwh")}
        mark={mark}
        note={<YieldNote overview={overview} energyWh={overview.energyYearWh} sort="energyYearKwh" />}
      >
        <Scaled value={overview.energyYearWh} unit="Wh" />
      </Tile>
      <Tile
        label={t("figure.energyTotal")}
        link={toPlants("energyTotalKwh")}
        mark={mark}
        note={
          <>
            {t(energyTotalWh === null ? "home.kept" : "home.sinceFirst")}
            {energyTotalWh !== null && (
              <HiddenNote count={energyHiddenCount} link={toPlants(undefined, { gap: "hidden-energy" })} />
            )}
            {energyTotalWh !== null && <Co2Note />}
          </>
        }
      >
        <Scaled value={energyTotalWh} unit="Wh" />
      </Tile>
      <AlarmTile overview={overview} />
    </section>
  );
}

function PowerTile({ overview }: { overview: Overview }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { powerW, installedCapacityKwp } = overview;
  const share = (getEfficiencyPct(powerW, installedCapacityKwp) ?? 0) / 100;
  return (
    <Tile
      label={t("figure.powerNow")}
      link={toPlants("powerW")}
      note={
        <>
          <span className="tile-bar" aria-hidden="true">
            <i style={{ width: `${Math.min(100, share * 100)}%` }} />
          </span>
          <Link {...toPlants("efficiency")} className="plain-link">
            {t("home.shareOf", { share: formatShare(share, tag) })}
          </Link>{" "}
          <Link {...toPlants("installedCapacityKwp")} className="plain-link">
            <Scaled value={installedCapacityKwp * 1000} unit="Wp" />
          </Link>
        </>
      }
    >
      <Scaled value={powerW} unit="W" />
    </Tile>
  );
}

interface YieldNoteProps {
  readonly overview: Overview;
  readonly energyWh: number | null;
  /** Order of the list that the figure leads to. */
  readonly sort: "energyMonthKwh" | "energyYearKwh";
}

function YieldNote({ overview, energyWh, sort }: YieldNoteProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { installedCapacityKwp } = overview;
  if (energyWh === null) return <>{t("home.kept")}</>;
  if (installedCapacityKwp === 0) return null;
  const figure = new Intl.NumberFormat(tag, { maximumFractionDigits: 1 }).format(
    energyWh / 1000 / installedCapacityKwp,
  );
  return (
    <Link {...toPlants(sort)} className="plain-link">
      {t("home.yield", { figure })}
    </Link>
  );
}

function TileSkeletons() {
  return (
    <div className="tiles" aria-hidden="true">
      {["a", "b", "c", "d", "e", "f", "g"].map((key) => (
        <div key={key} className="card tile">
          <Skeleton width="40%" height="1.4rem" />
          <Skeleton width="65%" height="3rem" />
          <Skeleton width="80%" height="1.3rem" />
        </div>
      ))}
    </div>
  );
}
