import type { Firmware } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../../../shared/base/format/numbers.ts";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { viewerZone } from "../../../shared/logs/moments.ts";
import { Fact, Facts } from "../../../shared/ui/content/facts.tsx";
import { Dialog } from "../../../shared/ui/dialog/dialog.tsx";
import { formatBytes } from "./format-bytes.ts";

/** Everything known of a firmware: release notes, hash and signature. */
export function FirmwareDrawer({ row, onClose }: { row: Firmware; onClose: () => void }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const size = t("firmware.sizeExact", {
    size: formatBytes(row.sizeBytes, tag),
    bytes: formatNumber(row.sizeBytes, tag, 0),
  });
  return (
    <Dialog title={row.name} kind="drawer" onClose={onClose}>
      <Facts>
        <Fact name={t("firmware.column.version")}>{row.version}</Fact>
        <Fact name={t("firmware.column.type")}>{t(`deviceKind.${row.type}`)}</Fact>
        <Fact name={t("firmware.model")}>{row.model}</Fact>
        <Fact name={t("firmware.hardware")}>{row.hardware}</Fact>
        <Fact name={t("firmware.column.size")}>{size}</Fact>
        <Fact name={t("firmware.column.permission")}>{t(`firmware.permissions.${row.permission}`)}</Fact>
        <Fact name={t("firmware.column.publisher")}>{row.publisher}</Fact>
        <Fact name={t("firmware.column.uploadedAt")}>
          {formatDateTime(Date.parse(row.uploadedAt), viewerZone, tag)}
        </Fact>
        <Fact name={t("firmware.releaseNotes")}>
          {row.releaseNotes && <span className="firmware-notes">{row.releaseNotes}</span>}
        </Fact>
        <Fact name={t("firmware.signedBy")}>{row.signedBy}</Fact>
        <Fact name={t("firmware.sha256")}>
          <span className="mono firmware-code">{row.sha256}</span>
        </Fact>
        <Fact name={t("firmware.signature")}>
          <span className="mono firmware-code">{row.signature}</span>
        </Fact>
      </Facts>
    </Dialog>
  );
}
