/** The stored picture is 4 to 3, at most this wide. */
const ASPECT = 4 / 3;
const MAX_WIDTH_PX = 1600;
export const MAX_ZOOM = 4;

/** What is kept of a picture: `x` and `y` from 0 (left, top) to 1, `zoom` from 1 (as much as possible). */
export interface Crop {
  readonly zoom: number;
  readonly x: number;
  readonly y: number;
}

export const WHOLE: Crop = { zoom: 1, x: 0.5, y: 0.5 };

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of a picture in its pixels. */
export function toPart({ width, height }: Size, { zoom, x, y }: Crop) {
  const widest = Math.min(width, height * ASPECT);
  const part = { width: widest / zoom, height: widest / ASPECT / zoom };
  return { ...part, left: (width - part.width) * x, top: (height - part.height) * y };
}

/** Draws the part on the canvas, which takes its size. */
export function drawPart(canvas: HTMLCanvasElement, picture: ImageBitmap, crop: Crop): void {
  const part = toPart(picture, crop);
  canvas.width = Math.round(Math.min(MAX_WIDTH_PX, part.width));
  canvas.height = Math.round(canvas.width / ASPECT);
  canvas
    .getContext("2d")
    ?.drawImage(picture, part.left, part.top, part.width, part.height, 0, 0, canvas.width, canvas.height);
}

/** The picture on a canvas as a file; browsers that write no WebP write PNG. */
export const toFile = (canvas: HTMLCanvasElement): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
