import type { ReactNode } from "react";
import { useEffect, useEffectEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { Scene } from "./draw-roof.ts";
import { drawRoof } from "./draw-roof.ts";
import { findCell } from "./geometry.ts";
import { useRoofPointer } from "./use-roof-pointer.tsx";
import { toRoof } from "./view.ts";
import type { ViewStore } from "./view-store.ts";
import "./roof.css";

/** A scene without its view. */
export type RoofContent = Omit<Scene, "view" | "size" | "hovered">;

export interface Hover {
  readonly cell: number;
  readonly left: number;
  readonly top: number;
}

interface RoofCanvasProps {
  readonly store: ViewStore;
  readonly content: RoofContent;
  readonly label: string;
  /** A drag selects instead of moving the roof. */
  readonly isLasso: boolean;
  readonly hovered: number | undefined;
  readonly onHover: (hover: Hover | undefined) => void;
  readonly onPick: (cell: number | undefined, isAdded: boolean) => void;
  readonly onLasso: (cells: readonly number[]) => void;
  readonly children?: ReactNode;
}

const KEY_PAN_PX = 60;
const KEY_ZOOM = 1.3;

/** The roof on a canvas, drawn at most once a frame; moved and zoomed by pointer, touch, wheel and keys. */
export function RoofCanvas(props: RoofCanvasProps) {
  const { store, content, label, hovered, isLasso, children } = props;
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const latest = useRef({ content, hovered });
  latest.current = { content, hovered };
  const request = useRef<() => void>(() => undefined);
  const pointer = useRoofPointer({
    store,
    geometry: content.geometry,
    isLasso,
    onPick: (left, top, isAdded) => props.onPick(cellAt(left, top), isAdded),
    onLasso: props.onLasso,
    onHover(left, top) {
      const cell = cellAt(left, top);
      props.onHover(cell === undefined ? undefined : { cell, left, top });
    },
    onLeave: () => props.onHover(undefined),
  });
  const drag = useEffectEvent((event: WheelEvent) => pointer.onWheel(event));

  function cellAt(left: number, top: number): number | undefined {
    return findCell(content.geometry, ...toRoof(store.read(), store.readSize(), left, top));
  }

  useEffect(() => {
    const [element, target] = [frame.current, canvas.current];
    const context = target?.getContext("2d", { alpha: false });
    if (element === null || target === null || !context) return;
    let handle = 0;
    const draw = (): void => {
      handle = 0;
      const size = store.readSize();
      const ratio = window.devicePixelRatio;
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      drawRoof(context, {
        ...latest.current.content,
        view: store.read(),
        size,
        hovered: latest.current.hovered,
      });
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
    const onWheel = (event: WheelEvent): void => drag(event);
    element.addEventListener("wheel", onWheel, { passive: false });
    schedule();
    return () => {
      cancelAnimationFrame(handle);
      observer.disconnect();
      stop();
      element.removeEventListener("wheel", onWheel);
    };
  }, [store]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn is read from the latest render
  useEffect(() => request.current(), [content, hovered]);

  function onKeyDown(event: React.KeyboardEvent): void {
    const act = keyActions(store)[event.key];
    if (act === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    act();
  }

  return (
    <div
      ref={frame}
      className="roof-canvas"
      data-lasso={isLasso}
      role="application"
      aria-label={label}
      aria-roledescription={t("layout.roof")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is moved and zoomed by keys
      tabIndex={0}
      onKeyDown={onKeyDown}
      {...pointer.handlers}
    >
      <canvas ref={canvas} />
      {pointer.lasso}
      {children}
    </div>
  );
}

/** What keys do with the view of a roof. */
export function keyActions(store: ViewStore): Readonly<Record<string, () => void>> {
  const pan = (left: number, top: number) => () => {
    const view = store.read();
    store.move({ ...view, x: view.x + left / view.scale, y: view.y + top / view.scale });
  };
  const zoom = (factor: number) => () => {
    const view = store.read();
    store.move({ ...view, scale: view.scale * factor });
  };
  return {
    ArrowLeft: pan(-KEY_PAN_PX, 0),
    ArrowRight: pan(KEY_PAN_PX, 0),
    ArrowUp: pan(0, -KEY_PAN_PX),
    ArrowDown: pan(0, KEY_PAN_PX),
    "+": zoom(KEY_ZOOM),
    "-": zoom(1 / KEY_ZOOM),
    "0": store.fit,
  };
}
