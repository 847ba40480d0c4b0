import type { KeyboardEvent, PointerEvent, RefObject } from "react";
import { useEffect, useEffectEvent, useState } from "react";
import type { PictureView } from "./picture-view.ts";
import { keepInside, wholePicture, zoomAt } from "./picture-view.ts";

const STEP = 1.4;
const MOVE_PX = 60;
/** A turn of the wheel by a notch (about 100 px) zooms by a quarter. */
const WHEEL = 0.0022;

const moves: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [MOVE_PX, 0],
  ArrowRight: [-MOVE_PX, 0],
  ArrowUp: [0, MOVE_PX],
  ArrowDown: [0, -MOVE_PX],
};
const zooms: Readonly<Record<string, number>> = { "+": STEP, "=": STEP, "-": 1 / STEP, _: 1 / STEP };

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Zooming and moving a picture with finger, mouse, wheel and keyboard. */
export function usePictureView(stage: RefObject<HTMLElement | null>, picture: RefObject<HTMLElement | null>) {
  const [view, setView] = useState(wholePicture);
  const [fingers] = useState(() => new Map<number, Point>());

  function change(next: (view: PictureView) => PictureView): void {
    const [container, size] = [stage.current, picture.current];
    if (container === null || size === null) return;
    const area = { width: container.clientWidth, height: container.clientHeight };
    // offsetWidth is the size before zooming.
    setView((now) => keepInside(next(now), { width: size.offsetWidth, height: size.offsetHeight }, area));
  }

  const zoomBy = (factor: number, at: Point = { x: 0, y: 0 }): void =>
    change((now) => zoomAt(now, factor, at));
  const moveBy = (x: number, y: number): void => change((now) => ({ ...now, x: now.x + x, y: now.y + y }));

  /** Position of an event on the stage, relative to its centre. */
  function place(event: { clientX: number; clientY: number }): Point {
    const box = stage.current?.getBoundingClientRect();
    if (box === undefined) return { x: 0, y: 0 };
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  }

  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    zoomBy(Math.exp(-event.deltaY * WHEEL), place(event));
  });
  useEffect(() => {
    const listen = (event: WheelEvent): void => onWheel(event);
    // React listens passively, which would let the page scroll as well.
    const element = stage.current;
    element?.addEventListener("wheel", listen, { passive: false });
    return () => element?.removeEventListener("wheel", listen);
  }, [stage]);

  function onPointerMove(event: PointerEvent): void {
    const before = fingers.get(event.pointerId);
    if (before === undefined) return;
    const now = place(event);
    fingers.set(event.pointerId, now);
    const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1];
    if (other === undefined) {
      moveBy(now.x - before.x, now.y - before.y);
      return;
    }
    const middle = { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 };
    const apart = (point: Point): number => Math.hypot(point.x - other.x, point.y - other.y);
    if (apart(before) > 0) zoomBy(apart(now) / apart(before), middle);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event;
    const move = moves[key];
    const zoom = zooms[key];
    if (move !== undefined) moveBy(...move);
    else if (zoom !== undefined) zoomBy(zoom);
    else if (key === "0") setView(wholePicture);
    else return;
    event.preventDefault();
  }

  const letGo = (event: PointerEvent): void => {
    fingers.delete(event.pointerId);
  };
  return {
    view,
    zoomIn: () => zoomBy(STEP),
    zoomOut: () => zoomBy(1 / STEP),
    fit: () => setView(wholePicture),
    handlers: {
      onPointerDown(event: PointerEvent): void {
        event.currentTarget.setPointerCapture(event.pointerId);
        fingers.set(event.pointerId, place(event));
      },
      onPointerMove,
      onPointerUp: letGo,
      onPointerCancel: letGo,
      onKeyDown,
    },
  };
}
