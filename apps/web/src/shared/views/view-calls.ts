import type { endpoints } from "virtual:endpoints";
import type { PlantView } from "@heliograph/contract";

/**
 * Calls of the saved views of a list. Those of the lists differ in what the query of a view may contain, which is only
 * passed on here: the list's own address is checked against its contract when it is read.
 */
export type ViewCalls = (typeof endpoints)["plantView"];
export type SavedView = PlantView;

/** Views of another list as `ViewCalls`. */
export const toViewCalls = (calls: (typeof endpoints)["deviceView"]): ViewCalls =>
  calls as unknown as ViewCalls;
