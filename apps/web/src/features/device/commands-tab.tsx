import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { DeviceCommands } from "../../shared/commands/command-list.tsx";
import { EmptyState } from "../../shared/ui/status/empty-state.tsx";

/** Commands to the device. */
export function CommandsTab({ device: { deviceId, sn, stationId, timeZone } }: { readonly device: Device }) {
  const { t } = useTranslation();
  if (stationId === null)
    return (
      <section className="card">
        <EmptyState icon="panel" title={t("commands.none")} text={t("commands.noPlant")} />
      </section>
    );
  return <DeviceCommands deviceId={deviceId} stationId={stationId} timeZone={timeZone} name={sn} />;
}
