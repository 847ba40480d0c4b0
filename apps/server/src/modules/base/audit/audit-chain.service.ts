import { createHash } from "node:crypto";

/** A row of the audit as text, column by column in the order of `chainedColumns`; null where the column is. */
export interface ChainedRow {
  readonly number: number;
  readonly id: string;
  readonly values: readonly (string | null)[];
}

/** Hash before the first row. */
export const FIRST_HASH: Buffer = Buffer.alloc(32);

/**
 * Hash of a row: SHA-256 over the hash before it and the row's canonical text, a JSON array of its number and of every
 * column but the hash, so that no two rows have the same text.
 */
export function hashRow(previous: Buffer, { number, values }: ChainedRow): Buffer {
  return createHash("sha256")
    .update(previous)
    .update(JSON.stringify([String(number), ...values]))
    .digest();
}
