import type { Locator } from "vitest/browser";

/** A picture of 80 × 40 pixels in one colour, as a camera's file. */
export async function makePhotograph(color: string): Promise<Blob> {
  const canvas = Object.assign(document.createElement("canvas"), { width: 80, height: 40 });
  const context = canvas.getContext("2d")!;
  context.fillStyle = color;
  context.fillRect(0, 0, canvas.width, canvas.height);
  return await new Promise((resolve) => canvas.toBlob((blob) => resolve(blob!), "image/png"));
}

/** Colour in the upper left corner of a drawing, from 0 to 255. */
export function cornerColorOf(drawing: Locator): number[] {
  const context = drawing.element().querySelector("canvas")?.getContext("2d");
  return Array.from(context?.getImageData(2, 2, 1, 1).data ?? []).slice(0, 3);
}

/** Where the layout of a test has its photograph: under all modules and far around them. */
export const photographPlace = {
  pictureKey: "7d0f7a30-5d0c-4b1e-9f0e-2f5a1c9d8e77",
  ...{ xM: -200, yM: -200, widthM: 400, heightM: 400, rotationDeg: 0, opacity: 1 },
};
