import type { RunningRole, Runtime } from "./runtime.ts";

/** Schedules, roll-ups, evaluation. */
export async function startJobs(_runtime: Runtime): Promise<RunningRole> {
  return { stop: async () => {} };
}
