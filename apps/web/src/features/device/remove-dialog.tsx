import { endpoints } from "virtual:endpoints";
import { schema } from "virtual:form/deviceMoves.remove";
import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { PlaceChangeDialog } from "./place-change-dialog.tsx";

interface RemoveDialogProps {
  readonly device: Device;
  readonly onClose: () => void;
}

/** Releases the device from its plant. */
export function RemoveDialog({ device, onClose }: RemoveDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <PlaceChangeDialog
      title={t("deviceMoves.remove.title", { sn: device.sn })}
      text={t("deviceMoves.remove.text")}
      endpoint={endpoints.deviceMoves.remove}
      schema={schema}
      layout={{
        ...(device.level < 3 && { withBelow: { labelKey: "deviceMoves.remove.withBelow" } }),
        fromAt: { labelKey: "deviceMoves.remove.at", hintKey: "deviceMoves.atHint" },
      }}
      initial={{ withBelow: device.type === "DCON" }}
      fixed={{ deviceId: device.deviceId }}
      confirmText={t("deviceMoves.remove.confirm")}
      isDangerous
      onClose={onClose}
      onDone={({ stationId }) => {
        onClose();
        void navigate(`/station/${stationId}/devices`);
      }}
    />
  );
}
