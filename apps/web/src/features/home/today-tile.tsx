import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatShare, roundShare } from "../../shared/base/format/numbers.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { CoverageSummary } from "../../shared/ui/status/coverage-summary.tsx";
import { HiddenNote } from "../../shared/ui/status/hidden-note.tsx";
import { ImplausibleNote } from "../../shared/ui/status/implausible-note.tsx";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { toPlants } from "./plant-links.ts";
import { Tile } from "./tile.tsx";

type Overview = DataOf<typeof endpoints.home.getOverview>;

/** Energy of each plant's own day, which falls at every midnight of a zone, with the sum of the last 24 hours, which does not. */
export function TodayTile({ overview, mark }: { readonly overview: Overview; readonly mark: ReactNode }) {
  const { t } = useTranslation();
  const { energyTodayWh } = overview;
  return (
    <Tile
      label={t("figure.energyToday")}
      link={toPlants("energyTodayKwh")}
      mark={mark}
      note={energyTodayWh === null ? t("home.kept") : <TodayNote overview={overview} />}
    >
      <Scaled value={energyTodayWh} unit="Wh" />
    </Tile>
  );
}

function TodayNote({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation();
  return (
    <>
      <p>{t("fleet.localDay")}</p>
      <p>
        {t("fleet.last24h")}{" "}
        <Link {...toPlants("energyTodayKwh")} className="plain-link">
          <Scaled value={overview.energyLastDayWh} unit="Wh" />
        </Link>
      </p>
      <p>
        <TodayCoverage overview={overview} />{" "}
        {overview.implausibleTodayWh > 0 && (
          <Link {...toPlants(undefined, { gap: "implausible" })} className="plain-link">
            <ImplausibleNote energyWh={overview.implausibleTodayWh} />
          </Link>
        )}
      </p>
      <HiddenNote count={overview.energyHiddenCount} link={toPlants(undefined, { gap: "hidden-energy" })} />
    </>
  );
}

/** To the plants that keep the coverage from being complete; to all plants where none does. */
function toCovered({ estimatedTodayWh, backfilledTodayWh }: Overview) {
  if (estimatedTodayWh > 0) return toPlants("energyTodayKwh", { gap: "estimated" });
  if (backfilledTodayWh > 0) return toPlants("energyTodayKwh", { gap: "backfilled" });
  return toPlants("energyTodayKwh");
}

function TodayCoverage({ overview }: { readonly overview: Overview }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { backfilledTodayWh, estimatedTodayWh } = overview;
  const energyWh = overview.energyTodayWh ?? 0;
  if (energyWh === 0) return <>{t("coverage.none")}</>;
  const measuredShare = 1 - estimatedTodayWh / energyWh;
  return (
    <Link {...toCovered(overview)} className="plain-link">
      <CoverageSummary
        measured={{
          share: measuredShare,
          text: t("coverage.measured", { share: formatShare(measuredShare, tag) }),
        }}
        backfilledShare={roundShare(backfilledTodayWh, energyWh)}
        estimatedShare={roundShare(estimatedTodayWh, energyWh)}
      />
    </Link>
  );
}
