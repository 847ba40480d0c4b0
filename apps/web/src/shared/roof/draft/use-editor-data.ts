import { endpoints } from "virtual:endpoints";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { queryOf } from "../../api/queries.ts";
import type { EditorData } from "./editor-data.ts";

/**
 * What the editing of a layout begins with, and who edits it: the first response. A later one, after a return to the window, must
 * not replace what is edited. Give the component a key of the plant.
 */
export function useEditorData(stationId: string) {
  const editor = useQuery(queryOf(endpoints.layout.editor, { stationId }));
  const user = useQuery(queryOf(endpoints.user.getUserInfo));
  const [first, setFirst] = useState<EditorData>();
  if (first === undefined && editor.data !== undefined && !editor.isFetching) setFirst(editor.data);
  return { data: first, accountId: user.data?.accountId, awaited: first === undefined ? editor : user };
}
