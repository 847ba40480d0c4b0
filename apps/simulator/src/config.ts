import { resolve } from "node:path";
import type { Surroundings } from "./replay/options.ts";

/** Reads the working directory and the data folder of the server; the only access to the environment. */
export function readSurroundings(env: Record<string, string | undefined> = process.env): Surroundings {
  // npm runs scripts in the project's folder and passes the caller's in INIT_CWD.
  const folder = env.INIT_CWD || process.cwd();
  return { folder, dataFolder: resolve(env.HELIOGRAPH_DATA || "data") };
}
