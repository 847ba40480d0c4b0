import type { KeyboardEvent } from "react";
import type { EditorAction, EditorState } from "./use-editor.ts";

/** Distance of an arrow key, with Shift and without. */
const STEP_M = 0.1;
const FAR_STEP_M = 1;
const TURN_DEG = 15;
const FINE_TURN_DEG = 1;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

type Key = Pick<KeyboardEvent, "key" | "shiftKey" | "ctrlKey" | "metaKey" | "altKey">;

function moveAction(
  { mode, groups, places, history }: EditorState,
  { key, shiftKey }: Key,
): EditorAction | undefined {
  const arrow = arrows[key];
  if (arrow === undefined) return undefined;
  if (mode === "groups") {
    if (groups.length === 0) return undefined;
    const step = shiftKey ? FAR_STEP_M : STEP_M;
    return {
      type: "edit",
      step: { kind: "move", groupKeys: groups, xM: arrow[0] * step, yM: arrow[1] * step },
    };
  }
  const last = places.at(-1);
  const group = history.present.groups.find(({ groupKey }) => groupKey === last?.groupKey);
  if (last === undefined || group === undefined) {
    const first = history.present.groups.find(({ cells }) => cells.length > 0);
    const cell = first?.cells[0];
    return (
      first &&
      cell && {
        type: "selectPlaces",
        places: [{ groupKey: first.groupKey, row: cell.row, column: cell.column }],
      }
    );
  }
  // The next module in this direction, over places without one.
  const next = { ...last };
  do {
    next.column += arrow[0];
    next.row += arrow[1];
    if (next.row < 0 || next.column < 0 || next.row >= group.rows || next.column >= group.columns)
      return undefined;
  } while (!group.cells.some(({ row, column }) => row === next.row && column === next.column));
  return { type: "selectPlaces", places: shiftKey ? [...places, next] : [next] };
}

function turnAction({ mode, groups }: EditorState, { key, altKey }: Key): EditorAction | undefined {
  const direction = Number(key === "]") - Number(key === "[");
  if (direction === 0 || mode !== "groups" || groups.length === 0) return undefined;
  const byDeg = direction * (altKey ? FINE_TURN_DEG : TURN_DEG);
  return { type: "edit", step: { kind: "rotate", groupKeys: groups, byDeg } };
}

/** What removes the selection. */
export function removeAction({ mode, groups, places }: EditorState): EditorAction | undefined {
  if (mode === "groups")
    return groups.length === 0
      ? undefined
      : { type: "edit", step: { kind: "removeGroups", groupKeys: groups } };
  return places.length === 0 ? undefined : { type: "edit", step: { kind: "removeModules", places } };
}

function selectAll({ mode, history }: EditorState): EditorAction {
  const { groups } = history.present;
  if (mode === "groups") return { type: "selectGroups", groups: groups.map(({ groupKey }) => groupKey) };
  return {
    type: "selectPlaces",
    places: groups.flatMap(({ groupKey, cells }) =>
      cells.map(({ row, column }) => ({ groupKey, row, column })),
    ),
  };
}

/** The action of a key on the roof; copying and pasting are not among them. */
export function actionOf(state: EditorState, event: Key): EditorAction | undefined {
  const key = event.key.toLowerCase();
  if (event.ctrlKey || event.metaKey) {
    if (key === "z") return { type: event.shiftKey ? "redo" : "undo" };
    if (key === "y") return { type: "redo" };
    return key === "a" ? selectAll(state) : undefined;
  }
  if (key === "delete" || key === "backspace") return removeAction(state);
  if (key === "escape")
    return state.mode === "groups"
      ? { type: "selectGroups", groups: [] }
      : { type: "selectPlaces", places: [] };
  return turnAction(state, event) ?? moveAction(state, event);
}
