import { resolve } from "node:path";
import type { Surroundings } from "./replay/options.ts";

/** Reads where the program was called and where the server keeps its data; the only look at the environment. */
export function readSurroundings(env: Record<string, string | undefined> = process.env): Surroundings {
  // npm runs scripts in the project's folder and keeps the caller's in INIT_CWD.
  const folder = env.INIT_CWD || process.cwd();
  return { folder, dataFolder: resolve(env.HELIOGRAPH_DATA || "data") };
}
