import { useEffect, useRef } from "react";
import { drawRoof } from "../../shared/roof/draw-roof.ts";
import type { RoofContent } from "../../shared/roof/roof-canvas.tsx";
import { fitView, panBy, toPixel, toRoof } from "../../shared/roof/view.ts";
import type { ViewStore } from "../../shared/roof/view-store.ts";

const SIZE = { width: 168, height: 112 };

/** All of the roof, and the part of it on the canvas as a frame. Shown for the eye: keys move the canvas itself. */
export function Minimap({ store, content }: { readonly store: ViewStore; readonly content: RoofContent }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const { bounds } = content.geometry;

  useEffect(() => {
    const context = canvas.current?.getContext("2d", { alpha: false });
    if (!context) return;
    const ratio = window.devicePixelRatio;
    context.setTransform(ratio, 0, 0, ratio, 0, 0);
    const nothing = { groupTexts: [], hovered: undefined };
    drawRoof(context, { ...content, ...nothing, view: fitView(bounds, SIZE), size: SIZE });
  }, [content, bounds]);

  useEffect(() => {
    const show = (): void => {
      if (frame.current === null) return;
      const [view, size] = [store.read(), store.readSize()];
      const fitted = fitView(bounds, SIZE);
      const [left, top] = toPixel(fitted, SIZE, ...toRoof(view, size, 0, 0));
      const [right, bottom] = toPixel(fitted, SIZE, ...toRoof(view, size, size.width, size.height));
      const { style } = frame.current;
      style.left = `${left}px`;
      style.top = `${top}px`;
      style.width = `${right - left}px`;
      style.height = `${bottom - top}px`;
      // While all of the roof is shown it has nothing to add, and could cover modules.
      const isWhole = store.readMoved() === undefined;
      frame.current.hidden = isWhole;
      if (frame.current.parentElement !== null) frame.current.parentElement.hidden = isWhole;
    };
    show();
    return store.subscribe(show);
  }, [store, bounds]);

  function go(event: React.PointerEvent<HTMLElement>): void {
    if (event.buttons !== 1) return;
    event.stopPropagation();
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const [x, y] = toRoof(fitView(bounds, SIZE), SIZE, event.clientX - left, event.clientY - top);
    store.move(panBy({ ...store.read(), x, y }, 0, 0));
  }

  return (
    <div className="roof-minimap" aria-hidden="true" onPointerDown={go} onPointerMove={go}>
      <canvas
        ref={canvas}
        width={SIZE.width * window.devicePixelRatio}
        height={SIZE.height * window.devicePixelRatio}
      />
      <div ref={frame} className="roof-minimap-frame" />
    </div>
  );
}
