import type { LayoutDraft } from "@heliograph/contract";
import { useReducer } from "react";
import type { Edit, Place } from "../../../shared/roof/draft/edits.ts";
import { placeKey } from "../../../shared/roof/draft/edits.ts";
import type { History } from "../../../shared/roof/draft/history.ts";
import { edit, redo, startHistory, undo } from "../../../shared/roof/draft/history.ts";

/** What a click selects. */
export const editorModes = ["groups", "modules"] as const;
export type EditorMode = (typeof editorModes)[number];

export interface EditorState {
  readonly history: History;
  readonly mode: EditorMode;
  /** Keys of groups. */
  readonly groups: readonly string[];
  readonly places: readonly Place[];
}

export type EditorAction =
  | { readonly type: "edit"; readonly step: Edit }
  | { readonly type: "undo" }
  | { readonly type: "redo" }
  | { readonly type: "mode"; readonly mode: EditorMode }
  | { readonly type: "selectGroups"; readonly groups: readonly string[] }
  | { readonly type: "selectPlaces"; readonly places: readonly Place[] };

/** Without what is selected and no longer there. */
function withSelection(state: EditorState, history: History): EditorState {
  const { groups } = history.present;
  const keys = new Set(groups.map(({ groupKey }) => groupKey));
  const places = new Set(
    groups.flatMap(({ groupKey, cells }) => cells.map((cell) => placeKey({ groupKey, ...cell }))),
  );
  return {
    ...state,
    history,
    groups: state.groups.filter((key) => keys.has(key)),
    places: state.places.filter((place) => places.has(placeKey(place))),
  };
}

function reduce(state: EditorState, action: EditorAction): EditorState {
  switch (action.type) {
    case "edit": {
      const next = withSelection(state, edit(state.history, action.step));
      const { step } = action;
      return step.kind === "addGroups"
        ? { ...next, mode: "groups", groups: step.groups.map(({ groupKey }) => groupKey) }
        : next;
    }
    case "undo":
      return withSelection(state, undo(state.history));
    case "redo":
      return withSelection(state, redo(state.history));
    case "mode":
      return { ...state, mode: action.mode, places: [] };
    case "selectGroups":
      return { ...state, groups: [...new Set(action.groups)] };
    case "selectPlaces":
      return { ...state, places: action.places };
  }
}

/** The layout as it is edited, its steps, and what is selected. */
export function useEditor(layout: LayoutDraft) {
  return useReducer(
    reduce,
    layout,
    (present): EditorState => ({
      history: startHistory(present),
      mode: "groups",
      groups: [],
      places: [],
    }),
  );
}
