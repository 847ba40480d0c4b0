import sharp from "sharp";

/** A picture of one colour, as a browser would send it. */
export function drawPicture(
  options: { width?: number; height?: number; format?: "png" | "jpeg" | "webp" } = {},
): Promise<Buffer> {
  const { width = 64, height = 64, format = "png" } = options;
  return sharp({ create: { width, height, channels: 3, background: "#e8a020" } })
    .toFormat(format)
    .toBuffer();
}
