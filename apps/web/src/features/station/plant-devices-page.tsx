import { endpoints } from "virtual:endpoints";
import { useTranslation } from "react-i18next";
import { useSearchParams } from "react-router";
import type { ShownPlant } from "../../shared/plant/plant-page.tsx";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { useCanAddDevices } from "../../shared/plant/use-can-add-devices.ts";
import { changeParams } from "../../shared/routing/change-params.ts";
import { AddDeviceDialog } from "./add-device-dialog.tsx";
import { GatewaysCard } from "./gateways-card.tsx";
import { PlantSteps } from "./plant-steps.tsx";
import { UnitsCard } from "./units-card.tsx";
import { UnplacedHint } from "./unplaced-hint.tsx";
import "./station.css";

const follows = [endpoints.device.list.path];

/** Gateways, strings and modules of a plant; a device is added here. */
export function PlantDevicesPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="devices" title={t("frame.devices")} follows={follows} part="devices" isPrivate>
      {(shown) => <PlantDevices {...shown} />}
    </PlantPage>
  );
}

function PlantDevices({ plant, alarms }: ShownPlant) {
  const [params, setParams] = useSearchParams();
  const canAdd = useCanAddDevices(plant);

  return (
    <>
      <PlantSteps plant={plant} />
      <UnplacedHint plant={plant} />
      <GatewaysCard plant={plant} />
      <UnitsCard plant={plant} alarms={alarms?.rows} />
      {params.get("add") === "gateway" && canAdd && (
        <AddDeviceDialog
          plant={plant}
          onClose={() => setParams(changeParams(params, { add: undefined }), { replace: true })}
        />
      )}
    </>
  );
}
