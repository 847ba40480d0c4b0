import type { StringVoltage } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatNumber } from "../base/format/numbers.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { StatusMark } from "../ui/status/status-mark.tsx";
import { isProvenEarlier } from "./evidence-age.ts";
import type { Safety } from "./safety-texts.ts";
import { isCounting } from "./safety-texts.ts";
import { useEvidenceTime } from "./use-evidence-age.ts";

/** Strings that are listed; the others are counted. */
const MAX_LISTED = 20;

interface StringVoltagesProps {
  readonly strings: readonly StringVoltage[];
  readonly safety: Safety;
  readonly timeZone: string;
}

/** The highest voltage that each string of a shutdown may carry; those that may carry more than 30 V first. */
export function StringVoltages({ strings, safety, timeZone }: StringVoltagesProps) {
  const { t } = useTranslation();
  const formatAt = useEvidenceTime(timeZone);
  const { state, evidence } = safety;
  if (strings.length === 0) return null;
  const unsafe = strings.filter(({ level }) => level !== "outside");
  const safe = strings.filter(({ level }) => level === "outside");
  // While the countdown runs, missing evidence is not a result yet.
  const failed = isCounting(safety) ? "waiting" : "alarm";
  // What was measured earlier is not called safe.
  const isEarlier = isProvenEarlier(state, evidence);
  const earlier = evidence.age === "dark" ? "stopped" : "alarm";
  const whole = isEarlier ? earlier : "good";
  return (
    <div>
      <h2>{t("safety.strings.title")}</h2>
      <p>
        <StatusMark
          variant={unsafe.length === 0 ? whole : failed}
          text={
            unsafe.length === 0
              ? t(isEarlier ? "safety.strings.allAt" : "safety.strings.all", {
                  count: safe.length,
                  at: formatAt(evidence.oldestAt),
                })
              : t("safety.strings.some", { count: unsafe.length })
          }
        />
      </p>
      <p className="note">{t("safety.strings.limit")}</p>
      <StringRows strings={unsafe} />
      {safe.length > 0 && (
        <details>
          <summary>{t("safety.strings.safe", { count: safe.length })}</summary>
          <StringRows strings={safe} />
        </details>
      )}
    </div>
  );
}

function StringRows({ strings }: Pick<StringVoltagesProps, "strings">) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const more = strings.length - MAX_LISTED;
  return (
    <ul className="safety-units">
      {strings.slice(0, MAX_LISTED).map((string) => (
        <li key={string.stringId ?? string.gatewaySn}>
          <strong>
            {string.sn === null
              ? t("safety.strings.unknown", { gateway: string.gatewaySn ?? "–" })
              : [string.slotLabel, string.sn].filter((part) => part !== "").join(" · ")}
          </strong>
          <span>
            {t("safety.strings.volts", { volts: formatNumber(string.maxV, tag, 1) })}
            {string.level !== "outside" && `, ${t(`safety.strings.level.${string.level}`)}`}
          </span>
          <span>{t("safety.strings.units", { proven: string.proven, units: string.units })}</span>
          {string.unlinkedUnits > 0 && (
            <span>{t("safety.strings.unlinked", { count: string.unlinkedUnits })}</span>
          )}
          {string.otherHalfV > 0 && (
            <span>{t("safety.strings.otherHalf", { volts: formatNumber(string.otherHalfV, tag, 1) })}</span>
          )}
        </li>
      ))}
      {more > 0 && <li>{t("safety.strings.more", { count: more })}</li>}
    </ul>
  );
}
