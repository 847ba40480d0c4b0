import { useTranslation } from "react-i18next";
import { isSameTime } from "../../shared/plant/zone/compare-zones.ts";
import { findZone } from "../../shared/plant/zone/find-zone.ts";
import type { Place } from "../../shared/ui/map/projection.ts";

export interface PlaceZoneProps {
  readonly place: Place;
  readonly timeZone: string;
}

/** The time zone at the coordinates of a plant, where it is another one than the plant's. */
export function PlaceZone({ place, timeZone }: PlaceZoneProps) {
  const { t } = useTranslation();
  const zone = findZone(place);
  if (zone === undefined || isSameTime(zone, timeZone, Date.now())) return null;
  return <span>{t("placeNote.zone", { zone })}</span>;
}
