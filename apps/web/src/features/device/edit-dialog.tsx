import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/devicePage.update";
import type { Device, DeviceSettings } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { FormDialog } from "../../shared/form/form-dialog.tsx";
import type { Control } from "../../shared/ui/form/control.ts";
import { NumberSelect } from "../../shared/ui/form/number-select.tsx";
import { rereadSettings, toSettingsRow } from "./settings-row.ts";

/** Places on a module. */
const POLES = [1, 2, 3, 4, 5, 6, 7, 8, 9] as const;

interface EditDialogProps {
  readonly device: Device;
  readonly settings: DeviceSettings;
  readonly onClose: () => void;
}

/** Changes alias, rated power and how the device is mounted. */
export function EditDialog({ device, settings, onClose }: EditDialogProps) {
  const { t } = useTranslation();
  const ofPlace = settings.isPlaced ? {} : ({ lockedKey: "deviceEdit.locked" } as const);
  const fields = {
    alias: { labelKey: "devicePage.alias", hintKey: "device.aliasHint" },
    ratedPowerW: { labelKey: "devicePage.ratedPower", unit: "W" },
    tiltDeg: { labelKey: "devicePage.tilt", hintKey: "deviceEdit.tiltHint", unit: "°", ...ofPlace },
    azimuthDeg: { labelKey: "devicePage.azimuth", hintKey: "deviceEdit.azimuthHint", unit: "°", ...ofPlace },
    polePosition: {
      labelKey: "devicePage.pole",
      hintKey: "deviceEdit.poleHint",
      ...ofPlace,
      render: (control: Control) => (
        <NumberSelect
          {...control}
          numbers={POLES}
          say={(pole) => t(`devicePage.poles.p${pole as (typeof POLES)[number]}`)}
          none={t("deviceEdit.noPole")}
        />
      ),
    },
  } as const;

  return (
    <FormDialog
      title={t("deviceEdit.title", { sn: device.sn })}
      endpoint={endpoints.devicePage.update}
      schema={schema}
      fields={fields}
      {...toSettingsRow(settings)}
      sendsChanges
      reread={() => rereadSettings(device.deviceId)}
      submitText={t("deviceEdit.save")}
      onClose={onClose}
      onDone={onClose}
    />
  );
}
