import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/deviceMoves.replace";
import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { cleanCode, cleanSn } from "../../shared/device/registration-code.ts";
import { ScanLabel } from "../../shared/device/scan-label.tsx";
import type { FormLayout } from "../../shared/form/layout.ts";
import { PlaceChangeDialog } from "./place-change-dialog.tsx";

interface ReplaceDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

const layout: FormLayout = {
  sn: {
    labelKey: "deviceMoves.replace.sn",
    hintKey: "device.snHint",
    isMono: true,
    autoCapitalize: "characters",
    normalize: cleanSn,
    messages: { required: "device.snNeeded" },
  },
  registrationCode: {
    labelKey: "device.code",
    hintKey: "deviceMoves.replace.codeHint",
    isMono: true,
    autoCapitalize: "none",
    normalize: cleanCode,
  },
  alias: { labelKey: "device.alias", hintKey: "deviceMoves.replace.aliasHint" },
  fromAt: { labelKey: "deviceMoves.replace.at", hintKey: "deviceMoves.atHint" },
};

/** Puts another device at the place of this one. */
export function ReplaceDialog({ device, onClose }: ReplaceDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PlaceChangeDialog
      title={t("deviceMoves.replace.title", { sn: device.sn })}
      text={t("deviceMoves.replace.text")}
      endpoint={endpoints.deviceMoves.replace}
      schema={schema}
      layout={layout}
      fixed={{ deviceId: device.deviceId }}
      lead={(set) => (
        <ScanLabel
          onLabel={({ sn, registrationCode }) => {
            set("sn", sn);
            if (registrationCode !== undefined) set("registrationCode", registrationCode);
          }}
        />
      )}
      confirmText={t("deviceMoves.replace.confirm")}
      onClose={onClose}
      onDone={({ shownDeviceId }) => {
        onClose();
        void navigate(`/device/${shownDeviceId ?? ""}`);
      }}
    />
  );
}
