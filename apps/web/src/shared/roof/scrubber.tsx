import type { CSSProperties } from "react";
import { useTranslation } from "react-i18next";
import type { DayValues } from "./day-values.ts";

interface ScrubberProps {
  readonly values: DayValues | undefined;
  readonly step: number;
  /** The step as a time of day. */
  readonly clock: string;
  readonly onStep: (step: number) => void;
}

/** Chooses the moment of a day; moments without values yet lead to the last one with values. */
export function Scrubber({ values, step, clock, onStep }: ScrubberProps) {
  const { t } = useTranslation();
  const max = (values?.steps ?? 1) - 1;
  const lastStep = Math.max(values?.lastStep ?? 0, 0);
  return (
    <input
      type="range"
      className="roof-scrubber"
      style={{ "--share": max === 0 ? 0 : step / max } as CSSProperties}
      min={0}
      max={max}
      value={step}
      aria-label={t("layout.moment")}
      aria-valuetext={clock}
      disabled={values === undefined}
      onChange={({ currentTarget }) => onStep(Math.min(currentTarget.valueAsNumber, lastStep))}
    />
  );
}
