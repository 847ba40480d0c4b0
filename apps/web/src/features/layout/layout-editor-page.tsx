import type { StationDetail } from "@heliograph/contract";
import { useTranslation } from "react-i18next";
import { PlantPage } from "../../shared/plant/plant-page.tsx";
import { useEditorData } from "../../shared/roof/draft/use-editor-data.ts";
import { Awaiting } from "../../shared/ui/layout/page/page-body.tsx";
import { LayoutEditor } from "./editor/layout-editor.tsx";
import "./layout.css";
import "./editor/editor.css";

/** Edits where a plant's modules are on the roof, and which unit serves each of them. */
export function LayoutEditorPage() {
  const { t } = useTranslation();
  return (
    <PlantPage tab="layout" title={t("frame.layoutEdit")} part="layout" isPrivate>
      {({ plant }) => <PlantEditor key={plant.stationId} plant={plant} />}
    </PlantPage>
  );
}

function PlantEditor({ plant }: { readonly plant: StationDetail }) {
  const { data, accountId, awaited } = useEditorData(plant.stationId);
  if (data === undefined || accountId === undefined) return <Awaiting awaited={awaited} />;
  return <LayoutEditor plant={plant} accountId={accountId} data={data} />;
}
