import { z } from "zod";
import { uuidKey } from "./primitives.ts";

/** A photograph under the modules: lengths in metres as those of groups, rotation clockwise around its upper left corner. */
export const layoutBackground = z.strictObject({
  /** Id of a picture that was uploaded for the layout of the same plant: of another plant it is refused as one that does not exist. */
  pictureKey: uuidKey,
  xM: z.number().min(-100_000).max(100_000),
  yM: z.number().min(-100_000).max(100_000),
  widthM: z.number().min(0.1).max(20_000),
  heightM: z.number().min(0.1).max(20_000),
  rotationDeg: z.number().min(-360).max(360),
  opacity: z.number().min(0.05).max(1),
});
export type LayoutBackground = z.output<typeof layoutBackground>;
