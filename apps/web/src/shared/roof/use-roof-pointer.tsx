import type { PointerEvent, ReactNode } from "react";
import { useRef, useState } from "react";
import type { Geometry } from "./geometry.ts";
import { findCellsWithin } from "./geometry.ts";
import { panBy, toRoof, zoomAt } from "./view.ts";
import type { ViewStore } from "./view-store.ts";

/** A pointer that moved less than this has clicked. */
const CLICK_PX = 4;
/** Zoom of one pixel of a wheel. */
const WHEEL_ZOOM = 1.0016;

type Pixel = readonly [left: number, top: number];

interface RoofPointer {
  readonly store: ViewStore;
  readonly geometry: Geometry;
  readonly isLasso: boolean;
  readonly onPick: (left: number, top: number, isAdded: boolean) => void;
  readonly onLasso: (cells: readonly number[]) => void;
  readonly onHover: (left: number, top: number) => void;
  readonly onLeave: () => void;
}

interface Drag {
  /** Fingers on the roof by id of their pointer. */
  readonly pointers: Map<number, Pixel>;
  isMoved: boolean;
  isLasso: boolean;
  path: Pixel[];
}

const pixelOf = (event: { clientX: number; clientY: number; currentTarget: EventTarget | null }): Pixel => {
  const { left, top } = (event.currentTarget as HTMLElement).getBoundingClientRect();
  return [event.clientX - left, event.clientY - top];
};

const distance = ([ax, ay]: Pixel, [bx, by]: Pixel): number => Math.hypot(ax - bx, ay - by);

/** Moves, zooms and selects by mouse, pen and fingers: one drags, two pinch, Shift or the lasso selects. */
export function useRoofPointer(options: RoofPointer) {
  const { store, geometry, isLasso, onPick, onLasso, onHover, onLeave } = options;
  const drag = useRef<Drag>({ pointers: new Map(), isMoved: false, isLasso: false, path: [] });
  const [path, setPath] = useState<readonly Pixel[]>();

  function onPointerDown(event: PointerEvent<HTMLElement>): void {
    if (event.button !== 0 || (event.target as Element).closest("button") !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { current } = drag;
    if (current.pointers.size === 0) {
      current.isMoved = false;
      current.isLasso = isLasso || event.shiftKey;
      current.path = [pixelOf(event)];
    }
    current.pointers.set(event.pointerId, pixelOf(event));
  }

  function pinch(before: ReadonlyMap<number, Pixel>, after: ReadonlyMap<number, Pixel>): void {
    const [[a1, b1], [a2, b2]] = [[...before.values()], [...after.values()]] as [Pixel[], Pixel[]];
    if (!a1 || !b1 || !a2 || !b2) return;
    const factor = distance(a2, b2) / Math.max(distance(a1, b1), 1);
    const middle: Pixel = [(a2[0] + b2[0]) / 2, (a2[1] + b2[1]) / 2];
    const old: Pixel = [(a1[0] + b1[0]) / 2, (a1[1] + b1[1]) / 2];
    const moved = panBy(store.read(), middle[0] - old[0], middle[1] - old[1]);
    store.move(zoomAt(moved, store.readSize(), middle, factor));
  }

  function onPointerMove(event: PointerEvent<HTMLElement>): void {
    const { current } = drag;
    const pixel = pixelOf(event);
    const before = current.pointers.get(event.pointerId);
    if (before === undefined) {
      onHover(...pixel);
      return;
    }
    const old = new Map(current.pointers);
    current.pointers.set(event.pointerId, pixel);
    if (distance(current.path[0]!, pixel) > CLICK_PX) current.isMoved = true;
    if (!current.isMoved) return;
    if (current.pointers.size === 2) pinch(old, current.pointers);
    else if (current.isLasso) {
      current.path.push(pixel);
      setPath([...current.path]);
    } else store.move(panBy(store.read(), pixel[0] - before[0], pixel[1] - before[1]));
  }

  function onPointerUp(event: PointerEvent<HTMLElement>): void {
    const { current } = drag;
    if (!current.pointers.delete(event.pointerId) || current.pointers.size > 0) return;
    setPath(undefined);
    if (!current.isMoved) onPick(...pixelOf(event), event.ctrlKey || event.metaKey || current.isLasso);
    else if (current.isLasso) {
      const polygon = current.path.map((pixel) => toRoof(store.read(), store.readSize(), ...pixel));
      onLasso(findCellsWithin(geometry, polygon));
    }
  }

  function onPointerCancel(event: PointerEvent<HTMLElement>): void {
    drag.current.pointers.delete(event.pointerId);
    setPath(undefined);
  }

  const lasso: ReactNode = path !== undefined && (
    <svg className="roof-lasso" aria-hidden="true">
      <polygon points={path.map((pixel) => pixel.join()).join(" ")} />
    </svg>
  );

  return {
    lasso,
    handlers: { onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onPointerLeave: onLeave },
    onWheel(event: WheelEvent): void {
      event.preventDefault();
      // A wheel reports lines or pixels.
      const pixels = event.deltaY * (event.deltaMode === 1 ? 32 : 1);
      store.move(zoomAt(store.read(), store.readSize(), pixelOf(event), WHEEL_ZOOM ** -pixels));
    },
  };
}
