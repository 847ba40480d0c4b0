import type { UnitOperation } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { devicePath } from "../routing/device-path.ts";
import { StatusMark } from "../ui/status/status-mark.tsx";
import type { Safety } from "./safety-texts.ts";
import { isMeasuredEarlier, unitHeadline } from "./unit-headline.ts";
import { useEvidenceTime } from "./use-evidence-age.ts";

interface PlaceProps {
  readonly timeZone: string;
  /** Whether devices have pages here. */
  readonly hasLinks: boolean;
  /** Whether the caller may close what it has opened, and what no one holds. */
  readonly mayClose: boolean;
}

/** What was opened beside the plant, or is not confirmed closed: each with who did it, since when, and what is measured. */
export function UnitOperations({ safety, ...place }: PlaceProps & { readonly safety: Safety }) {
  const { t } = useTranslation();
  if (safety.unitOperations.length === 0) return null;
  return (
    <div>
      <h2>{t("safety.alone.title")}</h2>
      {safety.unitOperations.some(isMeasuredEarlier) && <p>{t("safety.alone.earlier")}</p>}
      <ul className="safety-units">
        {safety.unitOperations.map((unit) => (
          <OperationLine key={unit.operationId} unit={unit} {...place} />
        ))}
      </ul>
    </div>
  );
}

function OperationLine({
  unit,
  timeZone,
  hasLinks,
  mayClose,
}: PlaceProps & { readonly unit: UnitOperation }) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const formatAt = useEvidenceTime(timeZone);
  const { deviceId, sn, name, type, kind, isDrill, state, reason, counts, sampleAt } = unit;
  const at = (iso: string) => formatSecond(Date.parse(iso), timeZone, tag);
  const measured = [
    ...(counts.units > 1 && state !== "released" ? [t("safety.strings.units", counts)] : []),
    ...(sampleAt === null || isMeasuredEarlier(unit)
      ? []
      : [
          t(counts.units > 1 ? "safety.alone.measuredSince" : "safety.alone.measuredAt", {
            at: at(sampleAt),
          }),
        ]),
  ];
  const place = [...new Set([name, sn])].join(" · ");
  return (
    <li className="safety-unit">
      <p className="safety-unit-name">
        <StatusMark {...unitHeadline(unit, t, formatAt)} />
        <strong>{hasLinks ? <Link to={devicePath(deviceId)}>{place}</Link> : place}</strong>
        <span>{t(`deviceKind.${type}`)}</span>
        {isDrill && <StatusMark variant="scheduled" text={t("safety.alone.drill")} />}
        {!unit.isConnected && <StatusMark variant="inactive" text={t("safety.alone.offline")} />}
      </p>
      <p className="note">
        {t(kind === "open" ? "safety.unit.openedBy" : "safety.unit.closedBy", {
          name: unit.byName ?? t("safety.someone"),
          at: at(unit.acceptedAt),
        })}
        {reason !== "" && ` · ${reason}`}
      </p>
      {measured.length > 0 && <p className="note">{measured.join(" · ")}</p>}
      {hasLinks && mayClose && (unit.isMine || state === "released") && kind === "open" && (
        <Link className="button" to={devicePath(deviceId)}>
          {t("safety.alone.close", { name })}
        </Link>
      )}
    </li>
  );
}
