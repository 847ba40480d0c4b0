import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatClock } from "../../shared/base/format/times.ts";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import { Icon } from "../../shared/ui/content/icon.tsx";
import type { PlaceProblem } from "./place-problem.ts";

export interface PlaceNotePartProps {
  readonly plant: StationDetail;
  readonly problem: PlaceProblem;
}

/** The problem in words, and the way to the location for users who may change it. */
export function PlaceNotePart({ plant, problem }: PlaceNotePartProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId, timeZone, mayEdit } = plant;
  const text =
    problem === "missing"
      ? t("placeNote.missing")
      : t("placeNote.contradiction", { time: formatClock(problem.noonAt, timeZone, tag), timeZone });
  return (
    <p className="place-note" role="note">
      <Icon name="warning" />
      {text}
      {mayEdit && <Link to={`/edit-power-station/${stationId}`}>{t("placeNote.edit")}</Link>}
    </p>
  );
}
