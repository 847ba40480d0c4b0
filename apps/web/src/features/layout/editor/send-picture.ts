import { endpoints } from "virtual:endpoints";
import type { LayoutBackground } from "@heliograph/contract";
import { call } from "../../../shared/api/api.ts";
import type { Bounds } from "../../../shared/roof/bounds.ts";

/** Longer sides are of no use: the server stores no more. */
const MAX_SIDE_PX = 1_920;
const OPACITY = 0.7;
/** Around the modules, as a share of their extent; and the width without any, in metres. */
const MARGIN = 0.25;
const MIN_WIDTH_M = 10;

/** Reads a photograph, which is smaller then than a camera makes it. Throws an error where the browser cannot. */
async function shrink(file: Blob): Promise<Blob> {
  const picture = await createImageBitmap(file);
  const factor = Math.min(1, MAX_SIDE_PX / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(picture.width * factor);
  canvas.height = Math.round(picture.height * factor);
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/webp", 0.9));
  if (content === null) throw new Error("no picture");
  return content;
}

/** A photograph for the layout of a plant, or why there is none. */
export async function sendPicture(
  stationId: string,
  file: Blob,
): Promise<{ pictureId: string; width: number; height: number } | undefined> {
  const content = await shrink(file);
  const query = { stationId };
  const response = await call(endpoints.layout.uploadPicture, { query, file: content, refusalIn: "card" });
  return response?.data;
}

/** Behind all modules, until its scale is set. */
export function placeBehind(
  { pictureId, width, height }: { pictureId: string; width: number; height: number },
  { left, top, right, bottom }: Bounds,
): LayoutBackground {
  const extentM = Math.max(right - left, ((bottom - top) * width) / height) * (1 + 2 * MARGIN);
  const widthM = Math.max(Math.round(extentM * 10) / 10, MIN_WIDTH_M);
  const heightM = Math.round(((widthM * height) / width) * 1000) / 1000;
  const xM = Math.round(((left + right - widthM) / 2) * 1000) / 1000;
  const yM = Math.round(((top + bottom - heightM) / 2) * 1000) / 1000;
  return { pictureKey: pictureId, xM, yM, widthM, heightM, rotationDeg: 0, opacity: OPACITY };
}
