import type { StationDetail } from "@heliograph/contract";
import { Suspense } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { lazyPart } from "../../shared/routing/lazy-part.tsx";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { PlaceProblem } from "./place-problem.ts";
import type { PlaceZoneProps } from "./place-zone.tsx";

// The borders of all zones are large.
const PlaceZone = lazyPart<PlaceZoneProps>(async () => (await import("./place-zone.tsx")).PlaceZone);

export interface PlaceNotePartProps {
  readonly plant: StationDetail;
  readonly problem: PlaceProblem;
}

/** The problem in words, and the way to the location for users who may change it. */
export function PlaceNotePart({ plant, problem }: PlaceNotePartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, timeZone, mayEdit, latitude, longitude } = plant;
  const text =
    problem === "missing"
      ? t("placeNote.missing")
      : t("placeNote.contradiction", { time: formatClock(problem.noonAt, timeZone, tag), timeZone });
  return (
    <p className="place-note" role="note">
      <Icon name="warning" />
      {text}
      {latitude !== null && longitude !== null && (
        <Suspense fallback={null}>
          <PlaceZone place={{ latitude, longitude }} timeZone={timeZone} />
        </Suspense>
      )}
      {mayEdit && <Link to={`/edit-power-station/${stationId}?at=location`}>{t("placeNote.edit")}</Link>}
    </p>
  );
}
