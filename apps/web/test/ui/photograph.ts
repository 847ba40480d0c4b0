import type { Locator } from "vitest/browser";

/** A picture of 80 × 40 pixels in one colour, as a camera's file. */
export async function makePhotograph(color: string): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), { width: 80, height: 40 });
  const context = canvas.getContext("2d")!;
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), "image/png"));
}

/** Colours at shares of the width and height of a drawing, from 0 to 255. */
export function colorsOf(drawing: Locator, points: readonly (readonly [number, number])[]): number[][] {
  const canvas = drawing.element().querySelector("canvas")!;
  const context = canvas.getContext("2d")!;
  return points.map(([x, y]) => {
    const { data } = context.getImageData(x * (canvas.width - 1), y * (canvas.height - 1), 1, 1);
    return Array.from(data).slice(0, 3);
  });
}

/** Whether any point of a drawing has a colour. */
export function hasColor(drawing: Locator, color: readonly number[]): boolean {
  const canvas = drawing.element().querySelector("canvas")!;
  const { data } = canvas.getContext("2d")!.getImageData(0, 0, canvas.width, canvas.height);
  for (let at = 0; at < data.length; at += 4)
    if (color.every((part, channel) => data[at + channel] === part)) return true;
  return false;
}

/** A place of a photograph that ends 2 m right of the origin and is far larger than the roof in the other directions. */
export const photographPlace = {
  pictureKey: "7d0f7a30-5d0c-4b1e-9f0e-2f5a1c9d8e77",
  ...{ xM: -200, yM: -200, widthM: 202, heightM: 400, rotationDeg: 0, opacity: 1 },
};
