import { endpoints } from "virtual:endpoints";
import type { LayoutDraft } from "@heliograph/contract";
import { call } from "../../api/api.ts";
import type { EditorData } from "./editor-data.ts";
import type { useDraftSaving } from "./use-draft-saving.ts";

interface ConflictInput {
  readonly stationId: string;
  readonly saving: ReturnType<typeof useDraftSaving>;
  readonly onServer: (data: EditorData) => void;
  /** Their version is one more step, so that undo returns to the user's own. */
  readonly onReplace: (layout: LayoutDraft) => void;
}

/** Continues with the user's own version of the draft, or with the one that someone else has saved. */
export function useSettleConflict({ stationId, saving, onServer, onReplace }: ConflictInput) {
  return async function settle(keepsMine: boolean): Promise<void> {
    const next = (await call(endpoints.layout.editor, { query: { stationId } }))?.data;
    if (next === undefined) return;
    onServer(next);
    const theirs = next.draft?.layout ?? next.layout;
    saving.rebase({ layout: theirs, revision: next.draft?.revision ?? null });
    if (keepsMine) void saving.flush();
    else onReplace(theirs);
  };
}
