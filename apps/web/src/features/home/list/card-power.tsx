import type { StationRow } from "@heliograph/contract";
import { getEfficiencyPct } from "@heliograph/contract/efficiency";
import { isDark } from "@heliograph/contract/is-dark";
import { isWithoutReports } from "@heliograph/contract/is-without-reports";
import { useTranslation } from "react-i18next";
import { formatShare } from "../../../shared/base/format/numbers.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { useLivePlant } from "../../../shared/live/live.ts";
import { NightMark } from "../../../shared/ui/status/night-mark.tsx";
import { Missing, Scaled } from "../../../shared/ui/status/quantity.tsx";

/** Power against the installed capacity. */
export function CardPower({ row }: { readonly row: StationRow }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { powerW, isAsleep } = useLivePlant(row.stationId) ?? row;
  const capacityKwp = row.installedCapacityKwp;
  const isOut = isDark({ powerW, isAsleep });
  const sharePct = isOut ? null : getEfficiencyPct(powerW, capacityKwp);
  const width = Math.min(100, Math.max(0, sharePct ?? 0));
  return (
    <div className="fleet-card-power">
      <p>
        <Power row={row} />
        <span className="fleet-card-note">
          <span>
            {sharePct !== null && t("home.shareOf", { share: formatShare(sharePct / 100, tag) })}{" "}
            <Scaled value={capacityKwp * 1000} unit="Wp" />
          </span>
        </span>
      </p>
      {!isOut && powerW !== null && (
        <span className="tile-bar" aria-hidden="true">
          <i style={{ width: `${width}%` }} />
        </span>
      )}
    </div>
  );
}

function Power({ row }: { readonly row: StationRow }) {
  const { t } = useTranslation();
  const { powerW, isAsleep, status } = useLivePlant(row.stationId) ?? row;
  if (isDark({ powerW, isAsleep }))
    return (
      <span className="fleet-card-words">
        <NightMark plant={row} hasText />
      </span>
    );
  if (powerW === null && !isWithoutReports(row))
    return <span className="fleet-card-words">{t("station.noPower")}</span>;
  return (
    <span className="fleet-card-figure">
      {powerW === null ? <Missing /> : <Scaled value={powerW} unit="W" isStale={status === "offline"} />}
    </span>
  );
}
