import { useTranslation } from "react-i18next";
import { viewerZone } from "./moments.ts";

/** Names the zone of the times of a list or card: the plant's where it is given, else the viewer's own. */
export function ZoneNote({ plantZone }: { readonly plantZone?: string }) {
  const { t } = useTranslation();
  return plantZone === undefined
    ? t("frame.viewerZone", { zone: viewerZone })
    : t("frame.plantZone", { zone: plantZone });
}
