import type { SafetyUnit } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { formatVolts } from "../base/format/numbers.ts";
import { formatSecond } from "../base/format/times.ts";
import { useLocale } from "../base/i18n/i18n.ts";
import { isEarlier } from "./evidence-age.ts";
import type { Safety } from "./safety-texts.ts";
import { evidenceText, isProven, nameOfUnit } from "./safety-texts.ts";
import { createUnitClock, listUnitTimes } from "./unit-times.ts";

interface EvidenceProps {
  readonly unit: SafetyUnit;
  readonly safety: Safety;
  readonly timeZone: string;
}

/** What is known of a unit: its measurement where it is proven, else how far its command came. */
export function EvidenceText({ unit, safety, timeZone }: EvidenceProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  if (!isProven(unit, safety)) return <span>{evidenceText(unit, safety, t)}</span>;
  return (
    <span>
      {t(isEarlier(unit) ? "safety.evidenceAge.unitAt" : "safety.provenAt", {
        at: unit.sampleAt === null ? "" : formatSecond(Date.parse(unit.sampleAt), timeZone, tag),
        output: formatVolts(unit.outputV, tag),
        input: formatVolts(unit.inputV, tag),
      })}
      {unit.evidence !== null &&
        unit.evidence !== "recent" &&
        ` · ${t(`safety.evidenceAge.unit.${unit.evidence}`)}`}
    </span>
  );
}

/** Writes the times of a shutdown or reset, in the plant's time. */
export function useUnitClock({ operation }: Safety, timeZone: string): (iso: string) => string {
  const { tag } = useLocale();
  const acceptedAt = operation?.acceptedAt ?? "";
  return useMemo(() => createUnitClock({ acceptedAt, timeZone, tag }), [acceptedAt, timeZone, tag]);
}

interface UnitTimesProps extends Pick<EvidenceProps, "unit" | "safety"> {
  readonly formatAt: (iso: string) => string;
}

/** When the command of a unit was sent and acknowledged, and when the unit was proven. */
export function UnitTimes({ unit, safety, formatAt }: UnitTimesProps) {
  const { t } = useTranslation();
  const times = safety.operation === null ? [] : listUnitTimes(unit, safety);
  if (times.length === 0) return null;
  return (
    <small className="safety-times">
      {times.map(([name, at]) => t(`safety.unitTime.${name}`, { at: formatAt(at) })).join(" · ")}
    </small>
  );
}

interface UnitListProps {
  readonly safety: Safety;
  readonly timeZone: string;
}

/** Units that are not proven, each with its reason, and behind them those that were proven earlier and now. */
export function UnitList({ safety, timeZone }: UnitListProps) {
  const { t } = useTranslation();
  const formatAt = useUnitClock(safety, timeZone);
  const open = safety.units.filter((unit) => !isProven(unit, safety));
  const proven = safety.units.filter((unit) => isProven(unit, safety) && !isEarlier(unit));
  const earlier = safety.units.filter((unit) => isProven(unit, safety) && isEarlier(unit));
  const rows = (units: readonly SafetyUnit[]) => (
    <ul className="safety-units">
      {units.map((unit) => (
        <li key={unit.deviceId}>
          <strong>{nameOfUnit(unit)}</strong>
          <span>{unit.gatewaySn}</span>
          <EvidenceText unit={unit} safety={safety} timeZone={timeZone} />
          <UnitTimes unit={unit} safety={safety} formatAt={formatAt} />
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {open.length > 0 && (
        <>
          <h2>{t("safety.notProven", { count: open.length })}</h2>
          {rows(open)}
        </>
      )}
      {earlier.length > 0 && (
        <details>
          <summary>{t("safety.evidenceAge.units", { count: earlier.length })}</summary>
          {rows(earlier)}
        </details>
      )}
      {proven.length > 0 && (
        <details>
          <summary>{t("safety.proven", { count: proven.length })}</summary>
          {rows(proven)}
        </details>
      )}
    </>
  );
}
