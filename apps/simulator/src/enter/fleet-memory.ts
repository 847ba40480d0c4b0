import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const schema = z.object({
  /** Server the fleet was entered at. */
  httpUrl: z.string(),
  /** Where the counters begin, UTC ms. */
  beginAt: z.int().nonnegative(),
  ownerId: z.string().optional(),
  /** Plants by the name of their site. */
  stations: z.record(z.string(), z.string()).default({}),
  /** Registration codes by serial number, as in the register. */
  codes: z.record(z.string(), z.string()).default({}),
  /** Gateways that were added to their plant. */
  added: z.array(z.string()).default([]),
});

/** Objects that a fleet has created at a server, so that a second run continues with them. */
export type FleetMemory = z.output<typeof schema>;

/** Reads a fleet's memory; undefined when it was never entered. */
export function findFleetMemory(path: string): FleetMemory | undefined {
  return existsSync(path) ? schema.parse(JSON.parse(readFileSync(path, "utf8"))) : undefined;
}

/** Writes a fleet's memory; readable by its owner only, since it contains registration codes. */
export function saveFleetMemory(path: string, memory: FleetMemory): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, `${JSON.stringify(memory, null, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
