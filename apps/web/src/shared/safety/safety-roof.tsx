import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../api/queries.ts";
import { readToken } from "../base/theme/read-token.ts";
import { orderByBucket } from "../roof/draw-roof.ts";
import type { Layout } from "../roof/geometry.ts";
import { createGeometry } from "../roof/geometry.ts";
import type { RoofContent } from "../roof/roof-canvas.tsx";
import { RoofCanvas } from "../roof/roof-canvas.tsx";
import { usePalette } from "../roof/use-palette.ts";
import { createViewStore } from "../roof/view-store.ts";
import { paintRoof, toSafetyPalette } from "./roof-paint.ts";
import { RoofUnit } from "./roof-unit.tsx";
import { SafetyLegend } from "./safety-legend.tsx";
import type { Safety } from "./safety-texts.ts";

const SN_END = 5;

interface SafetyRoofProps {
  readonly stationId: string;
  readonly safety: Safety;
  readonly timeZone: string;
}

/** The roof in the colours of the shutdown; nothing where the plant has no modules or its layout is not visible. */
export function SafetyRoof({ stationId, safety, timeZone }: SafetyRoofProps) {
  const { data } = useQuery(queryOf(endpoints.layout.get, { stationId }));
  if (data === undefined || data.cells.unit.length === 0) return null;
  const { version, cells } = data;
  return (
    <LiveRoof
      key={`${version?.number}/${cells.unit.length}`}
      layout={data}
      safety={safety}
      timeZone={timeZone}
    />
  );
}

interface LiveRoofProps {
  readonly layout: Layout;
  readonly safety: Safety;
  readonly timeZone: string;
}

function LiveRoof({ layout, safety, timeZone }: LiveRoofProps) {
  const { t } = useTranslation();
  const [picked, setPicked] = useState<number>();
  const geometry = useMemo(() => createGeometry(layout), [layout]);
  const [store] = useState(() => createViewStore(() => geometry.bounds, undefined));
  const basePalette = usePalette();
  const palette = useMemo(() => toSafetyPalette(basePalette, readToken), [basePalette]);
  const kind = safety.operation?.kind ?? "shutdown";
  const painted = useMemo(
    () => paintRoof(layout, geometry, { kind, units: safety.units }),
    [layout, geometry, kind, safety.units],
  );
  // Of a reset: what is closed now.
  const provenNow = kind === "shutdown" ? safety.evidence.recent : safety.counts.proven;
  const content = useMemo((): RoofContent => {
    const textOf = (cell: number): readonly [string, string] => {
      const unit = painted.units[cell];
      const { sn, label } = layout.units[geometry.unit[cell]!]!;
      const volts = unit?.state === "closed" && unit.outputV !== null ? `${Math.round(unit.outputV)} V` : "";
      return [volts, (sn ?? label).slice(-SN_END)];
    };
    return {
      geometry,
      order: orderByBucket(painted.buckets),
      hasMarks: true,
      palette,
      textOf,
      groupTexts: painted.groups.map(({ proven, units }, index) => {
        const { name } = layout.groups[index]!;
        return [`${name} · ${proven}/${units}`, name];
      }),
      groupBuckets: painted.groups.map(({ bucket }) => bucket),
      selected: new Set(picked === undefined ? [] : [picked]),
    };
  }, [geometry, layout, painted, palette, picked]);
  const unit = picked === undefined ? undefined : painted.units[picked];
  return (
    <div className="safety-roof">
      {layout.arrangement === "automatic" && <p className="note">{t("safety.roof.automatic")}</p>}
      <div className="safety-roof-canvas">
        <RoofCanvas
          store={store}
          content={content}
          label={t("safety.roof.label", { proven: provenNow, units: safety.counts.units })}
          isLasso={false}
          hovered={undefined}
          onHover={() => undefined}
          onPick={setPicked}
          onLasso={() => undefined}
        />
      </div>
      {unit !== undefined && <RoofUnit unit={unit} safety={safety} timeZone={timeZone} />}
      <SafetyLegend units={safety.units} palette={palette} />
    </div>
  );
}
