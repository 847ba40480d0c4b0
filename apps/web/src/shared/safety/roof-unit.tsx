import type { SafetyUnit } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { isEarlier } from "./evidence-age.ts";
import type { Safety } from "./safety-texts.ts";
import { isProven, nameOfUnit } from "./safety-texts.ts";
import { EvidenceText, UnitTimes, useUnitClock } from "./unit-list.tsx";

interface RoofUnitProps {
  readonly unit: SafetyUnit;
  readonly safety: Safety;
  readonly timeZone: string;
}

/** The module that was tapped on the roof, with what is known of it. */
export function RoofUnit({ unit, safety, timeZone }: RoofUnitProps) {
  const { t } = useTranslation();
  const formatAt = useUnitClock(safety, timeZone);
  return (
    <p role="status">
      <strong>{nameOfUnit(unit)}</strong> ·{" "}
      {isProven(unit, safety) && !isEarlier(unit) && `${t("safety.roof.proven")} · `}
      <EvidenceText unit={unit} safety={safety} timeZone={timeZone} />
      <UnitTimes unit={unit} safety={safety} formatAt={formatAt} />
    </p>
  );
}
