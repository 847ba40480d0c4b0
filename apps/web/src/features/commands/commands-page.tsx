import { useTranslation } from "react-i18next";
import { PlantCommands } from "../../shared/commands/command-list.tsx";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { PlantSection } from "../../shared/plant/plant-section.tsx";

/** Commands sent to the devices of a plant, with the result at each device. */
export function CommandsPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="commands" title={t("frame.commands")} part="devices" isPrivate>
      {({ plant: { stationId, name, timeZone } }) => (
        <>
          <PlantSection text={t("commands.intro")} />
          <PlantCommands stationId={stationId} name={name} timeZone={timeZone} />
        </>
      )}
    </PlantPage>
  );
}
