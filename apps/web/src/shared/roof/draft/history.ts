import type { LayoutDraft } from "@heliograph/contract";
import type { Edit } from "./edits.ts";
import { applyEdit } from "./edits.ts";

/** Steps that can be undone. */
export const MAX_STEPS = 100;

/** A layout with what it was before and after. Layouts share what did not change, so that steps cost little. */
export interface History {
  readonly past: readonly LayoutDraft[];
  readonly present: LayoutDraft;
  readonly future: readonly LayoutDraft[];
}

export const startHistory = (present: LayoutDraft): History => ({ past: [], present, future: [] });

export function edit({ past, present }: History, step: Edit): History {
  return { past: [...past, present].slice(-MAX_STEPS), present: applyEdit(present, step), future: [] };
}

export function undo(history: History): History {
  const { past, present, future } = history;
  const before = past.at(-1);
  if (before === undefined) return history;
  return { past: past.slice(0, -1), present: before, future: [present, ...future] };
}

export function redo(history: History): History {
  const { past, present, future } = history;
  const [next, ...rest] = future;
  if (next === undefined) return history;
  return { past: [...past, present], present: next, future: rest };
}
