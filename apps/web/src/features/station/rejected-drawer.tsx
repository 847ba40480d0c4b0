import type { Device } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { RejectedReports } from "../../shared/device/rejected/rejected-reports.tsx";
import { Dialog } from "../../shared/ui/dialog/dialog.tsx";

interface RejectedDrawerProps {
  readonly device: Device;
  readonly onClose: () => void;
}

/** Rejected reports of a gateway beside the plant's gateways. */
export function RejectedDrawer({ device, onClose }: RejectedDrawerProps) {
  const { t } = useTranslation();
  return (
    <Dialog kind="drawer" title={t("rejected.of", { sn: device.sn })} onClose={onClose}>
      <RejectedReports device={device} />
    </Dialog>
  );
}
