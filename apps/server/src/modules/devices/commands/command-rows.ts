import type { Command, CommandResult } from "@heliograph/contract";
import { commandCode } from "@heliograph/contract";
import type { ListedCommandRow, ResultRow } from "./command-list.repository.ts";

type Scalars = Record<string, string | number | boolean>;

/** Only what a list can show: a name with one value. */
function toScalars(values: unknown): Scalars {
  if (typeof values !== "object" || values === null) return {};
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => ["string", "number", "boolean"].includes(typeof value)),
  ) as Scalars;
}

const toIso = (at: Date | null): string | null => at?.toISOString() ?? null;
const toCode = (code: string | null): Command["code"] => commandCode.safeParse(code).data ?? null;

/** The id of a shutdown says nothing to a reader. */
const withoutHold = ({ hold: _, ...others }: Record<string, unknown>) => others;

export function toListed({ args, ...row }: ListedCommandRow): Command {
  return {
    ...row,
    code: toCode(row.code),
    requested: toScalars(row.op === "param.set" ? args.values : withoutHold(args)),
    createdAt: row.createdAt.toISOString(),
    deliveredAt: toIso(row.deliveredAt),
    deadlineAt: toIso(row.deadlineAt),
    repliedAt: toIso(row.repliedAt),
    finishedAt: toIso(row.finishedAt),
  };
}

export function toResult(row: ResultRow): CommandResult {
  return {
    ...row,
    slotLabel: row.slotLabel ?? "",
    code: toCode(row.code),
    readBack: row.readBack === null ? null : toScalars(row.readBack),
    at: toIso(row.at),
  };
}
