/** Position of a picture on its stage: its scale, and the distance of its centre from the stage's, in px. */
export interface PictureView {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

export interface Area {
  readonly width: number;
  readonly height: number;
}

export const wholePicture: PictureView = { scale: 1, x: 0, y: 0 };
const MAX_SCALE = 12;

/** Zooms around a point of the stage, relative to its centre. */
export function zoomAt(view: PictureView, factor: number, point: { x: number; y: number }): PictureView {
  const scale = Math.min(MAX_SCALE, Math.max(1, view.scale * factor));
  const grown = scale / view.scale;
  return { scale, x: point.x - (point.x - view.x) * grown, y: point.y - (point.y - view.y) * grown };
}

/** Keeps the picture over the stage: it moves only as far as it is larger. */
export function keepInside(view: PictureView, picture: Area, stage: Area): PictureView {
  const clamp = (value: number, size: number, available: number): number => {
    const max = Math.max(0, (size * view.scale - available) / 2);
    return Math.min(max, Math.max(-max, value));
  };
  return {
    scale: view.scale,
    x: clamp(view.x, picture.width, stage.width),
    y: clamp(view.y, picture.height, stage.height),
  };
}
