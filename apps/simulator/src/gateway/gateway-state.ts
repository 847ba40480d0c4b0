import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { z } from "zod";

const count = z.int().nonnegative();

const schema = z.object({
  /** Password after claiming. */
  secret: z.string().optional(),
  /** The secret has signed in at least once: the registration code is used up. */
  isConfirmed: z.boolean().default(false),
  session: count.default(0),
  rev: count.default(0),
  /** Inventory in the birth of this revision, to detect a change. */
  inventoryHash: z.string().default(""),
  /** Every sequence number below it is assigned or lost. */
  nextSeq: count.default(1),
  /** Firmware of units by index, of the gateway itself under 0, where it is no longer the one of the factory. */
  versions: z.record(z.string(), z.string()).default({}),
  /** Parameters of units by index, of the gateway itself under 0, once they were written. */
  parameters: z
    .record(z.string(), z.record(z.string(), z.union([z.number(), z.string(), z.boolean(), z.null()])))
    .default({}),
  commandSeq: z.int().min(-1).default(-1),
  /** Earliest instant among the records the cloud has not acknowledged, and the latest of all; UTC ms. */
  unsentFromAt: count.optional(),
  lastRecordAt: count.optional(),
});

/** Content of a gateway's flash memory. */
export type GatewayState = z.output<typeof schema>;

/** Storage of a gateway's state; callers may provide their own. */
export interface GatewayStore {
  load(): GatewayState;
  save(state: GatewayState): void;
}

/** State in a JSON file that only its owner can read, replaced as a whole. */
export function createFileStore(path: string): GatewayStore {
  return {
    load: () => schema.parse(existsSync(path) ? JSON.parse(readFileSync(path, "utf8")) : {}),
    save(state) {
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
      const draft = `${path}.new`;
      writeFileSync(draft, `${JSON.stringify(state)}\n`, { mode: 0o600 });
      // The mode above counts only for a new file.
      chmodSync(draft, 0o600);
      renameSync(draft, path);
    },
  };
}

/** State in the memory of the process. */
export function createMemoryStore(initial: Partial<GatewayState> = {}): GatewayStore {
  let stored = schema.parse(initial);
  return {
    load: () => ({ ...stored }),
    save(state) {
      stored = { ...state };
    },
  };
}
