import type { endpoints } from "virtual:endpoints";
import type { DataOf } from "@heliograph/contract";

/** What the editor of a layout begins with. */
export type EditorData = DataOf<typeof endpoints.layout.editor>;
