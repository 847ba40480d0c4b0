import type { ValueName } from "@heliograph/protocol";
import { POINTS } from "@heliograph/protocol";

/** Rows of a file that are not replayed, by reason. */
export interface Rejection {
  readonly reason: string;
  readonly count: number;
  /** Where the first of them is. */
  readonly first: string;
}

/** Thrown for one row that cannot be replayed while the others can. */
export class RowRejection extends Error {}

/** Counts rejected rows by reason. */
export function createRejections() {
  const byReason = new Map<string, { count: number; first: string }>();
  return {
    add(reason: string, where: string): void {
      const known = byReason.get(reason);
      if (known) known.count += 1;
      else byReason.set(reason, { count: 1, first: where });
    },
    list: (): Rejection[] => [...byReason].map(([reason, rest]) => ({ reason, ...rest })),
  };
}

export type Rejections = ReturnType<typeof createRejections>;

/** Why the device link would reject this value; undefined for an accepted one. */
export function findImpossible(name: ValueName, value: number | null | undefined): string | undefined {
  const { min, max, meaning, unit } = POINTS[name];
  if (value === null || value === undefined || (value >= min && value <= max)) return undefined;
  return `${meaning} not within ${min} to ${max} ${unit}`;
}

/** The same for all values of a sample; the first reason counts. */
export function findImpossibleValue(
  values: Partial<Record<ValueName, number | null | undefined>>,
): string | undefined {
  for (const [name, value] of Object.entries(values)) {
    const reason = findImpossible(name as ValueName, value);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

export const countRejected = (rejections: readonly Rejection[]): number =>
  rejections.reduce((sum, { count }) => sum + count, 0);

/** One line for users, such as `3 rows rejected: stamp repeated (2, first: line 7); …`. */
export function formatRejections(rejections: readonly Rejection[]): string {
  const count = countRejected(rejections);
  const reasons = rejections.map(({ reason, count: each, first }) => `${reason} (${each}, first: ${first})`);
  return `${count} ${count === 1 ? "row" : "rows"} rejected: ${reasons.join("; ")}`;
}
