import { useTranslation } from "react-i18next";
import { formatNumber } from "../base/format/numbers.ts";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { StatusMark } from "../ui/status/status-mark.tsx";
import type { Safety } from "./safety-texts.ts";
import { isProven, nameOfUnit } from "./safety-texts.ts";

/** Units of offline gateways that are listed by name; the others are counted. */
const MAX_NAMED = 12;

interface ReadinessProps {
  readonly safety: Safety;
  readonly timeZone: string;
}

/** Before a shutdown: what it would open, what it would not, the holder, how the last one ended, and the last drill. */
export function Readiness({ safety, timeZone }: ReadinessProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { gateways, counts, operation, units, lastDrill } = safety;
  const offline = units.filter(({ isConnected }) => !isConnected);
  const more = offline.length - MAX_NAMED;
  return (
    <div>
      <h2>{t("safety.check")}</h2>
      <ul className="safety-units">
        <li>
          <StatusMark
            variant={counts.units > 0 ? "good" : "inactive"}
            text={t("safety.checkUnits", { count: counts.units })}
          />
        </li>
        <li>
          <StatusMark variant="good" text={t("safety.checkHolder")} />
        </li>
        {gateways.map(({ deviceId, sn, isOnline, unitCount }) => (
          <li key={deviceId}>
            <strong>{sn}</strong>
            <span>{t("safety.gatewayUnits", { count: unitCount })}</span>
            <StatusMark
              variant={isOnline ? "good" : "inactive"}
              text={t(isOnline ? "safety.gatewayOnline" : "safety.gatewayOffline")}
            />
          </li>
        ))}
        {offline.length > 0 && (
          <li>
            <StatusMark variant="warning" text={t("safety.checkOffline", { count: offline.length })} />
            <span>
              {offline.slice(0, MAX_NAMED).map(nameOfUnit).join(", ")}
              {more > 0 && ` +${more}`}
            </span>
          </li>
        )}
        {operation?.kind === "reset" && (
          <li>
            <span>
              {t("safety.checkLastReset", {
                at: formatSecond(Date.parse(operation.acceptedAt), timeZone, tag),
                closed: units.filter((unit) => isProven(unit, safety)).length,
                units: counts.units,
              })}
            </span>
          </li>
        )}
        <li>
          <LastDrill drill={lastDrill} timeZone={timeZone} />
        </li>
      </ul>
    </div>
  );
}

interface LastDrillProps {
  readonly drill: Safety["lastDrill"];
  readonly timeZone: string;
}

/** When the whole plant was shut down last to try it, and how long it took until it was safe. */
function LastDrill({ drill, timeZone }: LastDrillProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (drill === null) return <StatusMark variant="inactive" text={t("safety.lastDrill.none")} />;
  const at = formatSecond(Date.parse(drill.startedAt), timeZone, tag);
  return (
    <span>
      {drill.safeAfterS === null
        ? t("safety.lastDrill.never", { at })
        : t("safety.lastDrill.safe", { at, seconds: formatNumber(drill.safeAfterS, tag, 1) })}
    </span>
  );
}
