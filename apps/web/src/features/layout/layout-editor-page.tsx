import { endpoints } from "virtual:endpoints";
import type { StationDetail } from "@heliograph/contract";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryOf } from "../../shared/api/queries.ts";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import type { EditorData } from "../../shared/roof/draft/editor-data.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { LayoutEditor } from "./editor/layout-editor.tsx";
import "./layout.css";
import "./editor/editor.css";

/** Edits where a plant's modules are on the roof, and which unit serves each of them. */
export function LayoutEditorPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="layout" title={t("frame.layoutEdit")} part="layout" isPrivate>
      {({ plant }) => <PlantEditor plant={plant} />}
    </PlantPage>
  );
}

function PlantEditor({ plant }: { readonly plant: StationDetail }) {
  const editor = useQuery(queryOf(endpoints.layout.editor, { stationId: plant.stationId }));
  const user = useQuery(queryOf(endpoints.user.getUserInfo));
  // What is edited begins with the first response; a later one, after a return to the window, must not replace it.
  const [first, setFirst] = useState<EditorData>();
  if (first === undefined && editor.data !== undefined && !editor.isFetching) setFirst(editor.data);
  if (first === undefined) return <Awaiting awaited={editor} />;
  if (user.data === undefined) return <Awaiting awaited={user} />;
  return <LayoutEditor plant={plant} accountId={user.data.accountId} data={first} />;
}
