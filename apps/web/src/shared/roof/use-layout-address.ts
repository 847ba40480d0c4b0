import { useSearchParams } from "react-router";
import { changeParams } from "../routing/change-params.ts";
import type { RoofValue } from "./day-values.ts";
import { roofValues } from "./day-values.ts";
import type { ScaleKind } from "./scales.ts";
import { scaleKinds } from "./scales.ts";
import type { View } from "./view.ts";
import { readView, writeView } from "./view.ts";

export const layoutViews = ["physical", "logical"] as const;
export type LayoutViewKind = (typeof layoutViews)[number];

/** Units that can be compared. */
export const MAX_SELECTED = 20;

const oneOf = <Value extends string>(values: readonly Value[], text: string | null): Value =>
  values.find((value) => value === text) ?? (values[0] as Value);

export interface LayoutAddress {
  readonly view: LayoutViewKind;
  readonly value: RoofValue;
  readonly scale: ScaleKind;
  /** Absent: today. */
  readonly day: string | undefined;
  /** The day whose values are subtracted; absent: none. */
  readonly other: string | undefined;
  /** Minutes since the day began; absent: the latest values. */
  readonly minute: number | undefined;
  /** Absent: all of the roof. */
  readonly zoom: View | undefined;
  /** Keys of the selected units. */
  readonly selected: readonly number[];
}

function readKeys(text: string | null): number[] {
  const keys = (text ?? "").split(",").filter(Boolean).map(Number).filter(Number.isInteger);
  return [...new Set(keys)].slice(0, MAX_SELECTED);
}

function readMinute(text: string | null): number | undefined {
  const minute = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isInteger(minute) && minute >= 0 ? minute : undefined;
}

/** What the page shows is all in its address, so that a pasted link opens the same. */
export function useLayoutAddress() {
  const [params, setParams] = useSearchParams();
  const address: LayoutAddress = {
    view: oneOf(layoutViews, params.get("view")),
    value: oneOf(roofValues, params.get("value")),
    scale: oneOf(scaleKinds, params.get("scale")),
    day: params.get("day") ?? undefined,
    other: params.get("compare") ?? undefined,
    minute: readMinute(params.get("minute")),
    zoom: readView(params.get("zoom")),
    selected: readKeys(params.get("units")),
  };

  function change(next: Partial<{ [Name in keyof LayoutAddress]: LayoutAddress[Name] | undefined }>): void {
    const texts: Record<string, string | undefined> = {};
    if ("view" in next) texts.view = next.view === layoutViews[0] ? undefined : next.view;
    if ("value" in next) texts.value = next.value === roofValues[0] ? undefined : next.value;
    if ("scale" in next) texts.scale = next.scale === scaleKinds[0] ? undefined : next.scale;
    if ("day" in next) texts.day = next.day;
    if ("other" in next) texts.compare = next.other;
    if ("minute" in next) texts.minute = next.minute?.toString();
    if ("zoom" in next) texts.zoom = next.zoom && writeView(next.zoom);
    if ("selected" in next) texts.units = next.selected?.slice(0, MAX_SELECTED).join() || undefined;
    setParams((current) => changeParams(current, texts), { replace: true });
  }

  return { address, change };
}
