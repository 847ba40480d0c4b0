import type { ReactNode } from "react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { DayValues, RoofValue } from "../../shared/roof/day-values.ts";
import type { Hover } from "../../shared/roof/roof-canvas.tsx";
import { RoofCanvas } from "../../shared/roof/roof-canvas.tsx";
import type { ShownRoof } from "../../shared/roof/use-roof-content.ts";
import { useRoofContent } from "../../shared/roof/use-roof-content.ts";
import { useZoomAddress } from "../../shared/roof/use-zoom-address.ts";
import type { View } from "../../shared/roof/view.ts";
import { createViewStore } from "../../shared/roof/view-store.ts";
import type { OtherDay } from "./hover-card.tsx";
import { HoverCard } from "./hover-card.tsx";
import { Minimap } from "./minimap.tsx";
import { ZoomButtons } from "./zoom-buttons.tsx";

interface PhysicalViewProps extends ShownRoof {
  readonly values: DayValues | undefined;
  readonly step: number;
  /** The day that is compared. */
  readonly other: OtherDay | undefined;
  readonly value: RoofValue;
  readonly zoom: View | undefined;
  readonly onZoom: (zoom: View | undefined) => void;
  readonly onPick: (unit: number | undefined, isAdded: boolean) => void;
  /** The units of an area. */
  readonly onArea: (units: readonly number[]) => void;
  /** Below the roof, also in full screen. */
  readonly notice: ReactNode;
}

/** Every module at its place, coloured by a value. */
export function PhysicalView(props: PhysicalViewProps) {
  const { layout, geometry, values, moment, step, value, onPick, onArea, notice } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const [isLasso, setLasso] = useState(false);
  const [hover, setHover] = useState<Hover>();
  const [store] = useState(() => createViewStore(() => geometry.bounds, props.zoom));
  const content = useRoofContent(props);
  const toUnits = (cells: readonly number[]): number[] => [
    ...new Set(cells.map((cell) => geometry.unit[cell]!)),
  ];
  useZoomAddress(store, props.zoom, props.onZoom);
  return (
    <div className="roof-frame" ref={frame}>
      <RoofCanvas
        store={store}
        content={content}
        label={t("layout.roofLabel", { count: geometry.count })}
        isLasso={isLasso}
        hovered={hover?.cell}
        onHover={setHover}
        onPick={(cell, isAdded) => onPick(cell === undefined ? undefined : geometry.unit[cell], isAdded)}
        onLasso={(cells) => onArea(toUnits(cells))}
      >
        <ZoomButtons
          store={store}
          isLasso={isLasso}
          onLasso={() => setLasso(!isLasso)}
          onFullScreen={() => toggleFullScreen(frame.current)}
        />
        <Minimap store={store} content={content} />
        {hover !== undefined && (
          <HoverCard
            hover={hover}
            size={store.readSize()}
            layout={layout}
            values={values}
            step={step}
            moment={moment}
            other={props.other}
            value={value}
          />
        )}
      </RoofCanvas>
      <p className="roof-help">{moment === undefined ? t("layout.loading") : t("layout.help")}</p>
      {notice}
    </div>
  );
}

function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void element?.requestFullscreen();
}
