import { useMemo } from "react";
import { useLocale } from "../base/i18n/i18n.ts";
import type { Background } from "./background.ts";
import type { Palette, Scale } from "./colors.ts";
import { bucketOfState, NO_DATA, SHADES, shadeOf } from "./colors.ts";
import { orderByBucket } from "./draw-roof.ts";
import { formatMoment, formatShort } from "./format-value.ts";
import type { Geometry, Layout } from "./geometry.ts";
import type { Moment } from "./paint.ts";
import { bucketOf, paintCells, sumGroups } from "./paint.ts";
import type { RoofContent } from "./roof-canvas.tsx";

const SN_END = 5;

/** A roof at a moment. */
export interface ShownRoof {
  readonly layout: Layout;
  readonly geometry: Geometry;
  readonly background?: Background | undefined;
  /** Undefined before the values are read. */
  readonly moment: Moment | undefined;
  readonly scale: Scale;
  readonly palette: Palette;
  /** Indexes of units. */
  readonly selected: readonly number[];
}

type RoofAt = Pick<ShownRoof, "layout" | "geometry" | "moment" | "scale">;

function orderCells({ geometry, moment, scale }: RoofAt): RoofContent["order"] {
  return orderByBucket(
    moment === undefined
      ? new Uint8Array(geometry.count).fill(bucketOfState(NO_DATA))
      : paintCells(geometry, moment, scale),
  );
}

function describeGroups(
  { layout, geometry, moment, scale }: RoofAt,
  tag: string,
): Pick<RoofContent, "groupTexts" | "groupBuckets"> {
  if (moment === undefined)
    return {
      groupTexts: layout.groups.map(({ name }) => [name]),
      groupBuckets: layout.groups.map(() => bucketOfState(NO_DATA)),
    };
  const isSum = moment.value === "power" || moment.value === "energy";
  const figures = sumGroups(geometry, moment.now);
  const colors = moment.shares === undefined ? figures : sumGroups(geometry, moment.shares);
  return {
    groupTexts: figures.map(({ total, mean }, index) => {
      const { name } = layout.groups[index]!;
      return [`${name} · ${formatMoment(isSum ? total : mean, moment, tag)}`, name];
    }),
    groupBuckets: colors.map(({ mean }) =>
      Number.isNaN(mean) ? bucketOfState(NO_DATA) : shadeOf(mean, scale),
    ),
  };
}

function createTexts({ layout, geometry, moment, scale }: RoofAt, tag: string): RoofContent["textOf"] {
  // Numbers are formatted once for each unit and moment, not once a frame.
  const texts = new Map<number, readonly [string, string]>();
  return (cell) => {
    const unit = geometry.unit[cell]!;
    let text = texts.get(unit);
    if (text === undefined) {
      const { sn, label } = layout.units[unit]!;
      // A state has its mark instead.
      const isShown = moment !== undefined && bucketOf(moment, unit, scale) < SHADES;
      const figure = isShown ? formatShort(moment.now[unit]!, moment, tag) : "";
      text = [figure, (sn ?? label).slice(-SN_END)];
      texts.set(unit, text);
    }
    return text;
  };
}

/** What is drawn of a roof at a moment, once: without a selection. */
export const createRoofContent = (
  roof: RoofAt & Pick<ShownRoof, "palette" | "background">,
  tag: string,
): RoofContent => ({
  geometry: roof.geometry,
  background: roof.background,
  order: orderCells(roof),
  hasMarks: roof.moment !== undefined,
  palette: roof.palette,
  textOf: createTexts(roof, tag),
  ...describeGroups(roof, tag),
  selected: new Set(),
});

/** What is on the canvas at a moment. */
export function useRoofContent(props: ShownRoof): RoofContent {
  const { layout, geometry, background, moment, scale, palette, selected } = props;
  const { tag } = useLocale();
  const content = useMemo(
    () => createRoofContent({ layout, geometry, background, moment, scale, palette }, tag),
    [layout, geometry, background, moment, scale, palette, tag],
  );
  const cells = useMemo(() => {
    const units = new Set(selected);
    return new Set(Array.from(geometry.unit.keys()).filter((cell) => units.has(geometry.unit[cell]!)));
  }, [geometry, selected]);
  return useMemo(() => ({ ...content, selected: cells }), [content, cells]);
}
