import type { PublicStation } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { OperatingStatus } from "../../shared/ui/status/operating-status.tsx";
import { Missing, Scaled } from "../../shared/ui/status/quantity.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import { UpdatingMark } from "../../shared/ui/status/updating-mark.tsx";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Public plants with their public data. */
export function PublicPlantList({ plants }: { plants: readonly PublicStation[] }) {
  return (
    <ul className="public-plants">
      {plants.map((plant) => (
        <PublicPlant key={plant.stationId} plant={plant} />
      ))}
    </ul>
  );
}

function PublicPlant({ plant }: { plant: PublicStation }) {
  const { t } = useTranslation();
  const isStale = plant.status === "offline";
  const figures = [
    ["power", <Scaled key="power" value={plant.powerW} unit="W" isStale={isStale} />],
    ["today", <Scaled key="today" value={plant.energyTodayKwh * 1000} unit="Wh" />],
    ["total", <Scaled key="total" value={plant.energyTotalKwh * 1000} unit="Wh" />],
    ["place", <Place key="place" plant={plant} />],
    ["seen", <TimeAgo key="seen" at={plant.updatedAt} timeZone={viewerZone} />],
  ] as const;
  return (
    <li className="card">
      <h2>
        <Link to={`/station/${plant.stationId}`}>{plant.name}</Link>
      </h2>
      <OperatingStatus status={plant.status} isAsleep={plant.isAsleep} />
      <dl>
        {figures.map(([name, figure]) => (
          <div key={name}>
            <dt>{t(`publicPlants.${name}`)}</dt>
            <dd>
              {figure} <UpdatingMark isUpdating={plant.isUpdating && isEnergy(name)} isCompact />
            </dd>
          </div>
        ))}
      </dl>
    </li>
  );
}

const isEnergy = (name: string): boolean => name === "today" || name === "total";

function Place({ plant: { latitude, longitude } }: { plant: PublicStation }) {
  const { tag } = useLocale();
  if (latitude === null || longitude === null) return <Missing />;
  const format = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return <span className="quantity">{`${format.format(latitude)}°, ${format.format(longitude)}°`}</span>;
}
