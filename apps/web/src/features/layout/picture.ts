import type { Scale } from "../../shared/roof/colors.ts";
import { bucketOfState, SHADES } from "../../shared/roof/colors.ts";
import { drawRoof } from "../../shared/roof/draw-roof.ts";
import type { RoofContent } from "../../shared/roof/roof-canvas.tsx";
import { fitView } from "../../shared/roof/view.ts";

/** What is on a picture of the roof; texts are in the language of the page. */
export interface RoofPicture {
  readonly content: RoofContent;
  readonly title: string;
  readonly subtitle: string;
  /** Texts of the two ends of the scale. */
  readonly scale: Readonly<Record<keyof Scale, string>>;
  /** Units in each state but producing, by number of the state. */
  readonly states: readonly { readonly state: number; readonly text: string }[];
}

const WIDTH = 1600;
const HEIGHT = 1100;
const HEAD = 104;
const FOOT = 72;
const MARGIN = 40;
/** Sharp on paper and on dense screens. */
const RATIO = 2;

/** Draws the whole roof with its title above and the colours explained below. */
export function drawPicture(context: CanvasRenderingContext2D, picture: RoofPicture): void {
  const { content, title, subtitle } = picture;
  const { palette } = content;
  const size = { width: WIDTH, height: HEIGHT - HEAD - FOOT };
  context.setTransform(RATIO, 0, 0, RATIO, 0, 0);
  context.fillStyle = palette.ground;
  context.fillRect(0, 0, WIDTH, HEIGHT);
  context.save();
  context.translate(0, HEAD);
  drawRoof(context, {
    ...content,
    selected: new Set(),
    hovered: undefined,
    view: fitView(content.geometry.bounds, size),
    size,
  });
  context.restore();
  context.fillStyle = palette.text;
  context.textAlign = "left";
  context.textBaseline = "alphabetic";
  context.font = `600 28px ${palette.font}`;
  context.fillText(title, MARGIN, 54, WIDTH - 2 * MARGIN);
  context.font = `17px ${palette.font}`;
  context.fillText(subtitle, MARGIN, 84, WIDTH - 2 * MARGIN);
  drawLegend(context, picture);
}

function drawLegend(context: CanvasRenderingContext2D, { content, scale, states }: RoofPicture): void {
  const { palette } = content;
  const y = HEIGHT - FOOT / 2;
  context.textBaseline = "middle";
  context.font = `16px ${palette.font}`;
  let x = MARGIN;
  const write = (text: string, gap: number): void => {
    context.fillStyle = palette.text;
    context.fillText(text, x, y);
    x += context.measureText(text).width + gap;
  };
  write(scale.from, 12);
  for (let shade = 0; shade < SHADES; shade++) {
    context.fillStyle = palette.fills[shade]!;
    context.fillRect(x, y - 9, 9, 18);
    x += 8;
  }
  x += 13;
  write(scale.to, 40);
  for (const { state, text } of states) {
    context.fillStyle = palette.fills[bucketOfState(state)]!;
    context.fillRect(x, y - 9, 18, 18);
    x += 26;
    write(text, 32);
  }
}

/** The picture as a PNG file. */
export async function createPicture(picture: RoofPicture): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH * RATIO;
  canvas.height = HEIGHT * RATIO;
  const context = canvas.getContext("2d", { alpha: false });
  if (context === null) throw new Error("no canvas");
  drawPicture(context, picture);
  return await new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no picture")) : resolve(blob)), "image/png"),
  );
}
