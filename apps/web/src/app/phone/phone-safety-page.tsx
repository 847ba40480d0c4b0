import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { phonePlantAddress } from "../../features/phone/phone-addresses.ts";
import { SafetyContent } from "../../features/safety/safety-content.tsx";
import { usePlant } from "../../shared/plant/use-plant.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { NoAccessState } from "../../shared/ui/status/no-access-state.tsx";
import { StationMissing } from "../../shared/ui/status/station-missing.tsx";
import { PhoneBack } from "./phone-back.tsx";
import { PhoneConsole } from "./phone-console.tsx";

/** The plant's page about its shutdown, on a phone: everything that is done on site. */
export function PhoneSafetyPage() {
  const { t } = useTranslation();
  const { id: stationId = "" } = useParams();
  return (
    <PhoneConsole address={`/station/${stationId}/safety`}>
      <PhoneBack to={phonePlantAddress(stationId)} text={t("phoneField.back")} />
      <PlantSafety key={stationId} stationId={stationId} />
    </PhoneConsole>
  );
}

function PlantSafety({ stationId }: { readonly stationId: string }) {
  const { t } = useTranslation();
  const { station, isMissing } = usePlant(stationId);
  const plant = station.data;
  if (isMissing) return <StationMissing error={station.error} />;
  if (plant === undefined) return <Awaiting awaited={station} />;
  const isHidden = plant.level === "public" || plant.hiddenParts.includes("devices");
  return (
    <>
      <h1>{plant.name}</h1>
      <p className="phone-caption">{t("frame.safety")}</p>
      {isHidden ? (
        <NoAccessState error={undefined} />
      ) : (
        <div className="phone-cards">
          <SafetyContent plant={plant} />
        </div>
      )}
    </>
  );
}
