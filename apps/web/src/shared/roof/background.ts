import type { LayoutBackground } from "@heliograph/contract";
import type { Size, View } from "./view.ts";
import { toPixel } from "./view.ts";

/** A photograph under the modules that has been read. */
export interface Background extends LayoutBackground {
  readonly image: CanvasImageSource;
}

type Canvas = Pick<
  CanvasRenderingContext2D,
  "save" | "restore" | "translate" | "rotate" | "drawImage" | "globalAlpha"
>;

/** Draws the photograph where it is on the roof. */
export function drawBackground(canvas: Canvas, background: Background, view: View, size: Size): void {
  const { image, xM, yM, widthM, heightM, rotationDeg, opacity } = background;
  canvas.save();
  canvas.globalAlpha = opacity;
  canvas.translate(...toPixel(view, size, xM, yM));
  canvas.rotate((rotationDeg * Math.PI) / 180);
  canvas.drawImage(image, 0, 0, widthM * view.scale, heightM * view.scale);
  canvas.restore();
}
