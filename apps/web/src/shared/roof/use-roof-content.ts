import { useMemo } from "react";
import { useLocale } from "../base/i18n/i18n.ts";
import type { Palette, Scale } from "./colors.ts";
import { bucketOfState, NO_DATA, SHADES, shadeOf } from "./colors.ts";
import { orderByBucket } from "./draw-roof.ts";
import { formatShort, formatValue } from "./format-value.ts";
import type { Geometry, Layout } from "./geometry.ts";
import type { Moment } from "./paint.ts";
import { bucketOf, paintCells, sumGroups } from "./paint.ts";
import type { RoofContent } from "./roof-canvas.tsx";

const SN_END = 5;

/** A roof at a moment. */
export interface ShownRoof {
  readonly layout: Layout;
  readonly geometry: Geometry;
  /** Undefined before the values are read. */
  readonly moment: Moment | undefined;
  readonly scale: Scale;
  readonly palette: Palette;
  /** Indexes of units. */
  readonly selected: readonly number[];
}

/** What is on the canvas at a moment. */
export function useRoofContent(props: ShownRoof): RoofContent {
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
      hasMarks: moment !== undefined,
      palette,
      textOf,
      groupTexts: layout.groups.map(({ name }, index) => groups[index]?.text ?? name),
      groupBuckets: layout.groups.map((_, index) => groups[index]?.bucket ?? bucketOfState(NO_DATA)),
      selected: cells,
    }),
    [geometry, order, moment, palette, textOf, groups, layout, cells],
  );
}
