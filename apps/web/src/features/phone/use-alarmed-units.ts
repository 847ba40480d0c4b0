import type { AlarmRow } from "@heliograph/contract";
import { useMemo } from "react";
import { readToken } from "../../shared/base/theme/read-token.ts";
import { useTheme } from "../../shared/base/theme/theme.ts";
import type { AlarmMarks } from "../../shared/roof/draw-alarms.ts";
import type { Geometry, Layout } from "../../shared/roof/geometry.ts";
import { severityPaths } from "../../shared/ui/status/status-mark.tsx";
import { findAlarmedUnits } from "./roof-alarms.ts";

interface AlarmsOnRoof {
  readonly layout: Layout;
  readonly geometry: Geometry;
  readonly alarms: readonly AlarmRow[] | undefined;
}

/** Units on a roof that have open alarms, with their marks in the colours of the theme. */
export function useAlarmedUnits({ layout, geometry, alarms }: AlarmsOnRoof) {
  const theme = useTheme();
  const alarmed = useMemo(() => findAlarmedUnits(layout, geometry, alarms ?? []), [layout, geometry, alarms]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens are those of the theme
  const marks = useMemo(
    (): AlarmMarks =>
      new Map(
        // Of two alarms at one module, the more severe comes first and is drawn last.
        alarmed.toReversed().map(({ cell, alarms: [{ severity }] }) => {
          const path = new Path2D(severityPaths[severity]);
          return [cell, { path, color: readToken(`--${severity}`), isLines: severity === "fault" }];
        }),
      ),
    [alarmed, theme],
  );
  return { alarmed, marks };
}
