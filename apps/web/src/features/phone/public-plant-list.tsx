import type { PublicStation } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { usePhoneVersion } from "../../shared/base/theme/device.ts";
import { Scaled } from "../../shared/ui/status/quantity.tsx";
import { TimeAgo } from "../../shared/ui/status/time-ago.tsx";
import { phonePlantAddress } from "./phone-addresses.ts";
import { PlantCard } from "./plant-card.tsx";

const viewerZone = Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Public plants with their public data. */
export function PublicPlantList({ plants }: { plants: readonly PublicStation[] }) {
  const { t } = useTranslation();
  const isPhone = usePhoneVersion() === "phone";
  return (
    <ul className="plant-cards">
      {plants.map((plant) => (
        <PlantCard
          key={plant.stationId}
          plant={plant}
          address={isPhone ? phonePlantAddress(plant.stationId) : `/station/${plant.stationId}`}
          reason={
            <>
              {t("publicPlants.seen")} <TimeAgo at={plant.updatedAt} timeZone={viewerZone} />
            </>
          }
          figure={{
            name: t("publicPlants.total"),
            value: <Scaled value={plant.energyTotalKwh * 1000} unit="Wh" />,
          }}
          place={<Place plant={plant} />}
        />
      ))}
    </ul>
  );
}

function Place({ plant: { latitude, longitude } }: { plant: PublicStation }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (latitude === null || longitude === null) return null;
  const format = new Intl.NumberFormat(tag, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
  return (
    <>
      {t("publicPlants.place")}{" "}
      <span className="quantity">{`${format.format(latitude)}°, ${format.format(longitude)}°`}</span>
    </>
  );
}
