/** A name along an edge of a group, or across its middle. */
export interface EdgeLabel {
  readonly text: string;
  /** Middle of the edge, or of the group, in pixels. */
  readonly x: number;
  readonly y: number;
  /** Of the group, clockwise. */
  readonly rotationDeg: number;
  readonly side: "above" | "below" | "middle";
  readonly color: string;
  readonly ground: string;
  readonly font: string;
}

type Canvas = Pick<
  CanvasRenderingContext2D,
  | "save"
  | "restore"
  | "translate"
  | "rotate"
  | "strokeText"
  | "fillText"
  | "fillStyle"
  | "strokeStyle"
  | "lineWidth"
  | "lineJoin"
  | "font"
  | "textAlign"
  | "textBaseline"
>;

export const LABEL_DISTANCE_PX = 5;
export const LABEL_HEIGHT_PX = 15;
const HALO_PX = 4;

/** From above -90 to 90, so that text is never upside down. */
export function toReadable(rotationDeg: number): number {
  const turned = ((rotationDeg % 180) + 180) % 180;
  return turned > 90 ? turned - 180 : turned;
}

/** Whether the upper edge of a group is below its lower one on screen, as far as its text is concerned. */
export const isFlipped = (rotationDeg: number): boolean =>
  Math.abs((((rotationDeg - toReadable(rotationDeg)) % 360) + 360) % 360) > 90;

/** Draws a name along an edge; what is close to it does not touch its letters. */
export function drawLabel(canvas: Canvas, label: EdgeLabel): void {
  const { text, x, y, rotationDeg, side, color, ground, font } = label;
  const baseline = { above: -LABEL_DISTANCE_PX, middle: 0, below: LABEL_DISTANCE_PX }[side];
  canvas.save();
  canvas.translate(x, y);
  canvas.rotate((toReadable(rotationDeg) * Math.PI) / 180);
  canvas.font = `600 13px ${font}`;
  canvas.textAlign = "center";
  canvas.textBaseline = ({ above: "bottom", middle: "middle", below: "top" } as const)[side];
  canvas.lineJoin = "round";
  canvas.lineWidth = HALO_PX;
  canvas.strokeStyle = ground;
  canvas.strokeText(text, 0, baseline);
  canvas.fillStyle = color;
  canvas.fillText(text, 0, baseline);
  canvas.restore();
}
