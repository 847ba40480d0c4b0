import type { SafetyUnit } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import type { Palette } from "../roof/colors.ts";
import { BUCKETS_OF_STATE, roofStateOf, roofStates } from "./roof-paint.ts";

interface SafetyLegendProps {
  readonly units: readonly SafetyUnit[];
  readonly palette: Palette;
}

/** Colour and mark of each state of a switch, with how many units are in it. */
export function SafetyLegend({ units, palette }: SafetyLegendProps) {
  const { t } = useTranslation();
  const states = units.map(roofStateOf);
  return (
    <ul className="roof-states safety-legend">
      {roofStates.map((state) => {
        const bucket = BUCKETS_OF_STATE[state];
        const count = states.filter((each) => each === state).length;
        return (
          <li key={state} data-none={count === 0}>
            <svg viewBox="0 0 14 14" aria-hidden="true">
              <rect width="14" height="14" rx="2" fill={palette.fills[bucket]} />
              <path
                d={marks[state]}
                stroke={palette.isDark[bucket] ? palette.lightText : palette.darkText}
                strokeWidth="1.6"
              />
            </svg>
            {t(`safety.roof.${state}`)} <b>{count}</b>
          </li>
        );
      })}
    </ul>
  );
}

/** As on the roof. */
const marks = {
  open: "M3.500 3.500l7 7M3.500 10.500l7-7",
  old: "M7 3.500v7",
  closed: "",
  timeout: "M3.500 7h7",
  dark: "M6.300 7h1.400",
  waiting: "M3.500 10.500l7-7",
} as const;
