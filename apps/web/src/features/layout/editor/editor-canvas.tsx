import type { DraftGroup, LayoutDraft } from "@heliograph/contract";
import type { DragEvent, KeyboardEvent, PointerEvent } from "react";
import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Background } from "../../../shared/roof/background.ts";
import { middleOf, snapMove } from "../../../shared/roof/draft/boxes.ts";
import type { Edit, Place } from "../../../shared/roof/draft/edits.ts";
import { applyEdit, placeKey } from "../../../shared/roof/draft/edits.ts";
import { panBy, toRoof, zoomAt } from "../../../shared/roof/view.ts";
import type { ViewStore } from "../../../shared/roof/view-store.ts";
import type { EditorColors } from "./draw-editor.ts";
import { drawEditor, HANDLE_RADIUS_PX, handleOf } from "./draw-editor.ts";
import { findGroup, findGroupsWithin, findModule, findModulesWithin } from "./hits.ts";
import type { EditorMode } from "./use-editor.ts";
import "../../../shared/roof/roof.css";

type Pixel = readonly [left: number, top: number];

type Drag =
  | { readonly kind: "pan"; last: Pixel }
  | { readonly kind: "marquee"; readonly from: Pixel; readonly isAdded: boolean }
  | { readonly kind: "move"; readonly from: Pixel; readonly groupKeys: readonly string[] }
  | { readonly kind: "rotate"; readonly group: DraftGroup };

interface EditorCanvasProps {
  readonly store: ViewStore;
  readonly layout: LayoutDraft;
  readonly mode: EditorMode;
  readonly groups: readonly string[];
  readonly places: readonly Place[];
  readonly colors: EditorColors;
  readonly nameOf: (unit: number) => string;
  readonly label: string;
  /** The photograph under the modules. */
  readonly background: Background | undefined;
  /** Points that are marked; a click adds one while they are asked for. */
  readonly points: readonly (readonly [number, number])[] | undefined;
  readonly onPoint: (point: readonly [number, number]) => void;
  readonly onEdit: (step: Edit) => void;
  readonly onSelectGroups: (groups: readonly string[]) => void;
  readonly onSelectPlaces: (places: readonly Place[]) => void;
  /** A unit is dropped on a module. */
  readonly onDrop: (unit: number, place: Place) => void;
  /** Returns whether the key did something. */
  readonly onKey: (event: KeyboardEvent) => boolean;
}

/** Type of what is dragged from the list of units. */
export const UNIT_TYPE = "application/x-heliograph-unit";

/** A pointer that moved less than this has clicked. */
const CLICK_PX = 4;
/** Edges within this distance attract a dragged group. */
const SNAP_PX = 8;
/** A turned group stops at multiples of this angle, unless Shift is held. */
const TURN_STEP_DEG = 15;
const WHEEL_ZOOM = 1.0016;

const pixelOf = (event: { clientX: number; clientY: number; currentTarget: EventTarget | null }): Pixel => {
  const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
};

/** The roof as it is edited: groups are dragged and turned, modules are selected. */
export function EditorCanvas(props: EditorCanvasProps) {
  const { store, layout, mode, groups, places, colors, nameOf, label, background, points } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drag = useRef<Drag>(undefined);
  const start = useRef<Pixel>([0, 0]);
  const isMoved = useRef(false);
  const [preview, setPreview] = useState<Edit>();
  const [marquee, setMarquee] = useState<readonly [number, number, number, number]>();
  const shown = useMemo(
    () => (preview === undefined ? layout : applyEdit(layout, preview)),
    [layout, preview],
  );
  const scene = useMemo(
    () => ({
      layout: shown,
      background: background && { ...background, ...shown.background },
      points: points ?? [],
      groups: new Set(groups),
      places: new Set(places.map(placeKey)),
      colors,
      nameOf,
      marquee,
    }),
    [shown, background, points, groups, places, colors, nameOf, marquee],
  );
  useCanvasDrawing({ frame, canvas, store, scene });

  const roofAt = (pixel: Pixel) => toRoof(store.read(), store.readSize(), ...pixel);

  function startDrag(pixel: Pixel, event: PointerEvent): Drag {
    if (points !== undefined) return { kind: "pan", last: pixel };
    const isAdded = event.ctrlKey || event.metaKey;
    const selected = layout.groups.filter(({ groupKey }) => groups.includes(groupKey));
    const [only] = selected;
    if (mode === "groups" && only !== undefined && selected.length === 1) {
      const [x, y] = handleOf(only, store.read(), store.readSize());
      if (Math.hypot(x - pixel[0], y - pixel[1]) <= HANDLE_RADIUS_PX + 3)
        return { kind: "rotate", group: only };
    }
    if (event.shiftKey) return { kind: "marquee", from: pixel, isAdded };
    const hit = mode === "groups" ? findGroup(layout, roofAt(pixel)) : undefined;
    if (hit === undefined || isAdded) return { kind: "pan", last: pixel };
    const groupKeys = groups.includes(hit.groupKey) ? groups : [hit.groupKey];
    if (!groups.includes(hit.groupKey)) props.onSelectGroups(groupKeys);
    return { kind: "move", from: pixel, groupKeys };
  }

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || (event.target as Element).closest("button") !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const pixel = pixelOf(event);
    start.current = pixel;
    isMoved.current = false;
    drag.current = startDrag(pixel, event);
  }

  function toStep(current: Drag, pixel: Pixel, isFree: boolean): Edit | undefined {
    if (current.kind === "move") {
      const { groupKeys, from } = current;
      const { scale } = store.read();
      const by = [(pixel[0] - from[0]) / scale, (pixel[1] - from[1]) / scale] as const;
      const isOwn = ({ groupKey }: DraftGroup) => groupKeys.includes(groupKey);
      const others = layout.groups.filter((group) => !isOwn(group));
      const moved = layout.groups.filter(isOwn);
      const [xM, yM] = isFree ? by : snapMove({ moved, others }, by, SNAP_PX / scale);
      return { kind: "move", groupKeys, xM, yM };
    }
    if (current.kind !== "rotate") return undefined;
    const { group } = current;
    const [x, y] = roofAt(pixel);
    const [middleX, middleY] = middleOf(group);
    const angle = (Math.atan2(y - middleY, x - middleX) * 180) / Math.PI + 90;
    const rotationDeg = isFree
      ? Math.round(angle * 10) / 10
      : Math.round(angle / TURN_STEP_DEG) * TURN_STEP_DEG;
    return { kind: "rotate", groupKeys: [group.groupKey], byDeg: rotationDeg - group.rotationDeg };
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const { current } = drag;
    if (current === undefined) return;
    const pixel = pixelOf(event);
    if (Math.hypot(pixel[0] - start.current[0], pixel[1] - start.current[1]) > CLICK_PX)
      isMoved.current = true;
    if (!isMoved.current) return;
    if (current.kind === "pan") {
      store.move(panBy(store.read(), pixel[0] - current.last[0], pixel[1] - current.last[1]));
      current.last = pixel;
    } else if (current.kind === "marquee") setMarquee([...current.from, ...pixel]);
    else setPreview(toStep(current, pixel, event.shiftKey || event.altKey));
  }

  function pickGroup(key: string | undefined, isAdded: boolean): void {
    if (key === undefined) props.onSelectGroups([]);
    else if (!isAdded) props.onSelectGroups([key]);
    else
      props.onSelectGroups(groups.includes(key) ? groups.filter((each) => each !== key) : [...groups, key]);
  }

  function pickPlace(place: Place | undefined, isAdded: boolean): void {
    if (place === undefined) {
      props.onSelectPlaces([]);
      return;
    }
    const rest = places.filter((each) => placeKey(each) !== placeKey(place));
    if (!isAdded) props.onSelectPlaces([place]);
    else props.onSelectPlaces(rest.length < places.length ? rest : [...places, place]);
  }

  function pick(pixel: Pixel, isAdded: boolean): void {
    if (points !== undefined) props.onPoint(roofAt(pixel));
    else if (mode === "groups") pickGroup(findGroup(layout, roofAt(pixel))?.groupKey, isAdded);
    else pickPlace(findModule(layout, roofAt(pixel)), isAdded);
  }

  function selectWithin(from: Pixel, to: Pixel, isAdded: boolean): void {
    const [one, other] = [roofAt(from), roofAt(to)];
    if (mode === "groups")
      props.onSelectGroups([...(isAdded ? groups : []), ...findGroupsWithin(layout, one, other)]);
    else {
      const found = findModulesWithin(layout, one, other);
      const known = new Set(found.map(placeKey));
      props.onSelectPlaces([
        ...(isAdded ? places.filter((each) => !known.has(placeKey(each))) : []),
        ...found,
      ]);
    }
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const { current } = drag;
    drag.current = undefined;
    const pixel = pixelOf(event);
    setPreview(undefined);
    setMarquee(undefined);
    if (current === undefined) return;
    if (!isMoved.current) pick(pixel, event.ctrlKey || event.metaKey || event.shiftKey);
    else if (current.kind === "marquee") selectWithin(current.from, pixel, current.isAdded);
    else {
      const step = toStep(current, pixel, event.shiftKey || event.altKey);
      if (step !== undefined) props.onEdit(step);
    }
  }

  function onPointerCancel(): void {
    drag.current = undefined;
    setPreview(undefined);
    setMarquee(undefined);
  }

  function onDrop(event: DragEvent<HTMLElement>): void {
    const unit = Number(event.dataTransfer.getData(UNIT_TYPE) || Number.NaN);
    const place = findModule(layout, roofAt(pixelOf(event)));
    if (!Number.isInteger(unit) || place === undefined) return;
    event.preventDefault();
    props.onDrop(unit, place);
  }

  return (
    <div
      ref={frame}
      className="roof-canvas editor-canvas"
      role="application"
      aria-label={label}
      aria-roledescription={t("layoutEditor.roof")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: groups and modules are moved and selected by keys
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.target === event.currentTarget && props.onKey(event)) event.preventDefault();
      }}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={onPointerUp}
      onPointerCancel={onPointerCancel}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(UNIT_TYPE)) event.preventDefault();
      }}
      onDrop={onDrop}
    >
      <canvas ref={canvas} />
    </div>
  );
}

interface Drawing {
  readonly frame: React.RefObject<HTMLDivElement | null>;
  readonly canvas: React.RefObject<HTMLCanvasElement | null>;
  readonly store: ViewStore;
  readonly scene: Omit<Parameters<typeof drawEditor>[1], "view" | "size">;
}

/** Draws the scene at most once a frame, and follows the size of its frame and the wheel. */
function useCanvasDrawing({ frame, canvas, store, scene }: Drawing): void {
  const latest = useRef(scene);
  latest.current = scene;
  const request = useRef<() => void>(() => undefined);
  const zoom = useEffectEvent((event: WheelEvent): void => {
    event.preventDefault();
    const pixels = event.deltaY * (event.deltaMode === 1 ? 32 : 1);
    store.move(zoomAt(store.read(), store.readSize(), pixelOf(event), WHEEL_ZOOM ** -pixels));
  });
  useEffect(() => {
    const [element, target] = [frame.current, canvas.current];
    const context = target?.getContext("2d", { alpha: false });
    if (element === null || target === null || !context) return;
    let handle = 0;
    const draw = (): void => {
      handle = 0;
      const ratio = window.devicePixelRatio;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawEditor(context, { ...latest.current, view: store.read(), size: store.readSize() });
    };
    const schedule = (): void => {
      if (handle === 0) handle = requestAnimationFrame(draw);
    };
    request.current = schedule;
    const observer = new ResizeObserver(() => {
      const size = { width: element.clientWidth, height: element.clientHeight };
      target.width = Math.round(size.width * window.devicePixelRatio);
      target.height = Math.round(size.height * window.devicePixelRatio);
      store.resize(size);
    });
    observer.observe(element);
    const stop = store.subscribe(schedule);
    // React listens to wheels passively; the page must not scroll along.
    const onWheel = (event: WheelEvent): void => zoom(event);
    element.addEventListener("wheel", onWheel, { passive: false });
    schedule();
    return () => {
      cancelAnimationFrame(handle);
      observer.disconnect();
      stop();
      element.removeEventListener("wheel", onWheel);
    };
  }, [frame, canvas, store]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is read from the latest render
  useEffect(() => request.current(), [scene]);
}
