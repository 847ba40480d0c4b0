import type { DayPlanes } from "@heliograph/contract/layout-day";
import { decodeDayFile } from "@heliograph/contract/layout-day";

/** Reads a day file as the server sends it. */
export async function readDayFile(blob: Blob): Promise<DayPlanes> {
  const stream = blob.stream().pipeThrough(new DecompressionStream("gzip"));
  return decodeDayFile(new Uint8Array(await new Response(stream).arrayBuffer()));
}
