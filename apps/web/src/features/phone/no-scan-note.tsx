import { useTranslation } from "react-i18next";
import { canScan } from "../../shared/device/scan-label.tsx";

/** Where labels can be scanned, if this browser cannot. */
export function NoScanNote() {
  const { t } = useTranslation();
  return canScan() ? null : <p className="note">{t("phoneField.noScan")}</p>;
}
