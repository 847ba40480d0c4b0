import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useLocale } from "../../shared/base/i18n/i18n.ts";
import type { Palette, Scale } from "./colors.ts";
import { bucketOfState, NO_DATA, SHADES, shadeOf } from "./colors.ts";
import type { DayValues, RoofValue } from "./day-values.ts";
import { orderByBucket } from "./draw-roof.ts";
import { formatShort, formatValue } from "./format-value.ts";
import type { Geometry, Layout } from "./geometry.ts";
import { HoverCard } from "./hover-card.tsx";
import { Minimap } from "./minimap.tsx";
import type { Moment } from "./paint.ts";
import { bucketOf, paintCells, sumGroups } from "./paint.ts";
import type { Hover, RoofContent } from "./roof-canvas.tsx";
import { RoofCanvas } from "./roof-canvas.tsx";
import type { View } from "./view.ts";
import { readView, writeView } from "./view.ts";
import type { ViewStore } from "./view-store.ts";
import { createViewStore } from "./view-store.ts";
import { ZoomButtons } from "./zoom-buttons.tsx";

/** The address follows the view when it has been still for this long. */
const STILL_MS = 400;
const SN_END = 5;

interface PhysicalViewProps {
  readonly layout: Layout;
  readonly geometry: Geometry;
  readonly values: DayValues | undefined;
  readonly moment: Moment | undefined;
  readonly step: number;
  readonly value: RoofValue;
  readonly scale: Scale;
  readonly palette: Palette;
  /** Indexes of units. */
  readonly selected: readonly number[];
  readonly zoom: View | undefined;
  readonly onZoom: (zoom: View | undefined) => void;
  readonly onPick: (unit: number | undefined, isAdded: boolean) => void;
  readonly onSelect: (units: readonly number[]) => void;
}

/** Every module at its place, coloured by a value. */
export function PhysicalView(props: PhysicalViewProps) {
  const { layout, geometry, values, moment, step, value, selected, onPick, onSelect } = props;
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
        onLasso={(cells) => onSelect([...new Set([...selected, ...toUnits(cells)])])}
      >
        <ZoomButtons
          store={store}
          isLasso={isLasso}
          onLasso={() => setLasso(!isLasso)}
          onFullScreen={() => toggleFullScreen(frame.current)}
        />
        <Minimap store={store} content={content} />
        {hover !== undefined && (
          <HoverCard hover={hover} layout={layout} values={values} step={step} value={value} />
        )}
      </RoofCanvas>
      <p className="roof-help">{moment === undefined ? t("layout.loading") : t("layout.help")}</p>
    </div>
  );
}

function toggleFullScreen(element: HTMLElement | null): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen();
  else void element?.requestFullscreen();
}

/** Writes the view into the address once it is still, and follows an address that names another one. */
function useZoomAddress(store: ViewStore, zoom: View | undefined, onZoom: PhysicalViewProps["onZoom"]): void {
  const write = useEffectEvent(() => onZoom(store.readMoved()));
  const asked = zoom && writeView(zoom);
  const [last] = useState({ text: asked });
  useEffect(() => {
    if (last.text === asked) return;
    last.text = asked;
    const next = readView(asked ?? null);
    if (next === undefined) store.fit();
    else store.move(next);
  }, [store, last, asked]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = store.subscribe(() => {
      clearTimeout(timer);
      const moved = store.readMoved();
      const text = moved && writeView(moved);
      if (text === last.text) return;
      timer = setTimeout(() => {
        last.text = text;
        write();
      }, STILL_MS);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [store, last]);
}

/** What is on the canvas at a moment. */
function useRoofContent(props: PhysicalViewProps): RoofContent {
  const { layout, geometry, moment, scale, palette, selected } = props;
  const { tag } = useLocale();
  const order = useMemo(() => {
    if (moment === undefined)
      return orderByBucket(new Uint8Array(geometry.count).fill(bucketOfState(NO_DATA)));
    return orderByBucket(paintCells(geometry, moment, scale));
  }, [geometry, moment, scale]);
  const groups = useMemo(
    () =>
      (moment === undefined ? [] : sumGroups(geometry, moment)).map(({ total, mean }, index) => {
        const isSum = moment!.value === "power" || moment!.value === "energy";
        const figure = formatValue(isSum ? total : mean, moment!.value, tag);
        return {
          text: `${layout.groups[index]!.name} · ${figure}`,
          bucket: Number.isNaN(mean) ? bucketOfState(NO_DATA) : shadeOf(mean, scale),
        };
      }),
    [geometry, moment, scale, layout, tag],
  );
  const textOf = useMemo(() => {
    // Numbers are formatted once for each unit and moment, not once a frame.
    const texts = new Map<number, readonly [string, string]>();
    return (cell: number): readonly [string, string] => {
      const unit = geometry.unit[cell]!;
      let text = texts.get(unit);
      if (text === undefined) {
        const { sn, label } = layout.units[unit]!;
        // A state has its mark instead.
        const isShown = moment !== undefined && bucketOf(moment, unit, scale) < SHADES;
        const figure = isShown ? formatShort(moment.now[unit]!, moment.value, tag) : "";
        text = [figure, (sn ?? label).slice(-SN_END)];
        texts.set(unit, text);
      }
      return text;
    };
  }, [geometry, layout, moment, scale, tag]);
  const cells = useMemo(() => {
    const units = new Set(selected);
    return new Set(Array.from(geometry.unit.keys()).filter((cell) => units.has(geometry.unit[cell]!)));
  }, [geometry, selected]);
  return useMemo(
    () => ({
      geometry,
      order,
      palette,
      textOf,
      groupTexts: layout.groups.map(({ name }, index) => groups[index]?.text ?? name),
      groupBuckets: layout.groups.map((_, index) => groups[index]?.bucket ?? bucketOfState(NO_DATA)),
      selected: cells,
    }),
    [geometry, order, palette, textOf, groups, layout, cells],
  );
}
