import { useCallback, useEffectEvent } from "react";
import type { MapSize, MapView } from "./projection.ts";
import { zoomAt } from "./projection.ts";

/** A notch of a wheel, about 100 px, is a quarter more or less. */
const ZOOM_PER_PX = Math.log(1.25) / 100;
/** Wheels that count lines or pages instead of pixels. */
const PX_PER_UNIT = [1, 16, 300] as const;

interface WheelZoom {
  readonly view: MapView | undefined;
  readonly size: MapSize | undefined;
  readonly maxWorldPx: number;
  readonly show: (view: MapView) => void;
}

/**
 * Zooms a map at the pointer with the wheel while the pointer has been pressed on it, and with Ctrl, which is also what
 * pinching a touchpad sends. Otherwise the wheel scrolls the page, of which the map is only a part.
 */
export function useWheelZoom({ view, size, maxWorldPx, show }: WheelZoom) {
  const zoom = useEffectEvent((event: WheelEvent, element: HTMLElement) => {
    if (view === undefined || size === undefined) return;
    const { left, top } = element.getBoundingClientRect();
    const pixel = { x: event.clientX - left, y: event.clientY - top };
    const deltaPx = event.deltaY * (PX_PER_UNIT[event.deltaMode] ?? 1);
    show(zoomAt(view, size, { pixel, factor: Math.exp(-deltaPx * ZOOM_PER_PX), maxWorldPx }));
  });
  return useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    let isActive = false;
    const follow = ({ type }: Event): void => {
      isActive = type === "pointerdown";
    };
    function turn(event: WheelEvent): void {
      if (!isActive && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      if (element !== null) zoom(event, element);
    }
    element.addEventListener("pointerdown", follow);
    element.addEventListener("pointerleave", follow);
    // React listens passively, where the page cannot be kept from scrolling.
    element.addEventListener("wheel", turn, { passive: false });
    return () => {
      element.removeEventListener("pointerdown", follow);
      element.removeEventListener("pointerleave", follow);
      element.removeEventListener("wheel", turn);
    };
  }, []);
}
