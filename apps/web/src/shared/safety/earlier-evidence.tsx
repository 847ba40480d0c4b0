import type { SafetyEvidence } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";

interface EarlierEvidenceProps {
  readonly evidence: SafetyEvidence;
  readonly timeZone: string;
}

/** What follows from evidence that is not recent: nothing is called safe by them. */
export function EarlierEvidence({ evidence, timeZone }: EarlierEvidenceProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { age, recent, oldestAt } = evidence;
  if (oldestAt === null) return null;
  const at = formatSecond(Date.parse(oldestAt), timeZone, tag);
  return (
    <p>
      {t(age === "dark" ? "safety.evidenceAge.dark" : "safety.evidenceAge.old", { at })}
      {recent > 0 && ` ${t("safety.evidenceAge.recent", { count: recent })}`}
    </p>
  );
}
