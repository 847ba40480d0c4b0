import type { KeyboardEvent, PointerEvent } from "react";
import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { MapSize, MapView, Place, WorldPoint } from "../../../shared/ui/map/projection.ts";
import { fromPixel, toPixel } from "../../../shared/ui/map/projection.ts";

const STEP_PX = 10;
const FINE_STEP_PX = 1;

const directions: Readonly<Record<string, WorldPoint>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

interface LocationMarkerProps {
  readonly point: WorldPoint;
  readonly place: Place;
  readonly view: MapView;
  readonly size: MapSize;
  /** Takes the focus when it appears: the button that placed it is gone. */
  readonly isFocused: boolean;
  readonly onMove: (point: WorldPoint) => void;
  readonly onShow: (view: MapView) => void;
}

const focus = (element: HTMLElement | null): void => element?.focus();

/** The marker of a place, moved by dragging or with the arrow keys. */
export function LocationMarker(props: LocationMarkerProps) {
  const { point, place, view, size, isFocused, onMove, onShow } = props;
  const { t } = useTranslation();
  const hintId = useId();
  const drag = useRef<WorldPoint>(undefined);
  const { x, y } = toPixel(point, view, size);

  function move(event: PointerEvent): void {
    const start = drag.current;
    if (start !== undefined)
      onMove(fromPixel({ x: start.x + event.clientX, y: start.y + event.clientY }, view, size));
  }
  function step(event: KeyboardEvent): void {
    const direction = directions[event.key];
    if (direction === undefined) return;
    event.preventDefault();
    const px = event.shiftKey ? FINE_STEP_PX : STEP_PX;
    const next = { x: x + direction.x * px, y: y + direction.y * px };
    const target = fromPixel(next, view, size);
    onMove(target);
    const isInside = next.x > 0 && next.y > 0 && next.x < size.width && next.y < size.height;
    if (!isInside) onShow({ ...view, x: target.x, y: target.y });
  }
  return (
    <>
      <button
        {...(isFocused && { ref: focus })}
        type="button"
        className="location-marker"
        style={{ left: `${x}px`, top: `${y}px` }}
        aria-label={t("plantEditor.marker", { latitude: place.latitude, longitude: place.longitude })}
        aria-describedby={hintId}
        onKeyDown={step}
        onPointerDown={(event) => {
          drag.current = { x: x - event.clientX, y: y - event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={move}
        onPointerUp={() => {
          drag.current = undefined;
        }}
        onPointerCancel={() => {
          drag.current = undefined;
        }}
      >
        <svg viewBox="0 0 24 32" aria-hidden="true">
          <path d="M12 31C5 21 2 17 2 11.500a10 10 0 0 1 20 0C22 17 19 21 12 31z" />
          <circle cx="12" cy="11.500" r="4" />
        </svg>
      </button>
      <span id={hintId} className="visually-hidden">
        {t("plantEditor.markerHint")}
      </span>
    </>
  );
}
