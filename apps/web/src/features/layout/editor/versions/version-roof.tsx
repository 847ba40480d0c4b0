import type { LayoutDraft, StationDetail } from "@heliograph/contract";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Place } from "../../../../shared/roof/draft/edits.ts";
import { keyActions } from "../../../../shared/roof/roof-canvas.tsx";
import { useBackground } from "../../../../shared/roof/use-background.ts";
import { createViewStore } from "../../../../shared/roof/view-store.ts";
import { EditorCanvas } from "../editor-canvas.tsx";
import { countModules, editorBounds } from "../placement.ts";
import { useEditorColors } from "../use-editor-colors.ts";

interface VersionRoofProps {
  readonly plant: StationDetail;
  readonly layout: LayoutDraft;
  /** Modules that are outlined. */
  readonly changed: readonly Place[];
  readonly nameOf: (unit: number) => string;
  readonly title: string;
}

const nothing = (): void => undefined;
const noGroups: readonly string[] = [];

/** A version as it is drawn in the editor, to be moved and zoomed only. */
export function VersionRoof({ plant, layout, changed, nameOf, title }: VersionRoofProps) {
  const { t } = useTranslation();
  const colors = useEditorColors();
  const background = useBackground(plant.stationId, layout.background);
  const shown = useRef(layout);
  shown.current = layout;
  const [store] = useState(() => createViewStore(() => editorBounds(shown.current), undefined));
  return (
    <div className="version-roof">
      <EditorCanvas
        {...{ store, layout, background, colors, nameOf }}
        mode="modules"
        groups={noGroups}
        places={changed}
        points={undefined}
        label={t("layoutEditor.versions.roofLabel", { title, modules: countModules(layout.groups) })}
        onPoint={nothing}
        onEdit={nothing}
        onSelectGroups={nothing}
        onSelectPlaces={nothing}
        onDrop={nothing}
        onKey={({ key }) => {
          const act = keyActions(store)[key];
          act?.();
          return act !== undefined;
        }}
      />
    </div>
  );
}
