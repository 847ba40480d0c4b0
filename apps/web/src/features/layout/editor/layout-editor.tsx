import type { StationDetail } from "@heliograph/contract";
import { MAX_LAYOUT_MODULES } from "@heliograph/contract/layout-limits";
import type { KeyboardEvent } from "react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { toast } from "../../../shared/base/toast.ts";
import { alignGroups, alignments, distributeGroups, findBox } from "../../../shared/roof/draft/boxes.ts";
import { ConflictDialog } from "../../../shared/roof/draft/conflict-dialog.tsx";
import { DraftOffer, findOffer } from "../../../shared/roof/draft/draft-offer.tsx";
import type { EditorData } from "../../../shared/roof/draft/editor-data.ts";
import type { Edit } from "../../../shared/roof/draft/edits.ts";
import { PublishDialog } from "../../../shared/roof/draft/publish-dialog.tsx";
import { listShared, listUnplaced, unitNames } from "../../../shared/roof/draft/roof-units.ts";
import { SavingNote } from "../../../shared/roof/draft/saving-note.tsx";
import { localCopies, useDraftSaving } from "../../../shared/roof/draft/use-draft-saving.ts";
import { usePublishing } from "../../../shared/roof/draft/use-publishing.ts";
import { useSettleConflict } from "../../../shared/roof/draft/use-settle-conflict.ts";
import { useBackground } from "../../../shared/roof/use-background.ts";
import type { View } from "../../../shared/roof/view.ts";
import { createViewStore } from "../../../shared/roof/view-store.ts";
import { useUnsaved } from "../../../shared/routing/cached-page.ts";
import { Segmented } from "../../../shared/ui/form/segmented.tsx";
import { AddGroupDialog } from "./add-group-dialog.tsx";
import { BackgroundPanel } from "./background-panel.tsx";
import { EditorCanvas } from "./editor-canvas.tsx";
import { actionOf, removeAction } from "./editor-keys.ts";
import { FilesDialog } from "./files-dialog.tsx";
import { GroupPanel } from "./group-panel.tsx";
import { MappingDialog } from "./mapping/mapping-dialog.tsx";
import { ModulesPanel } from "./modules-panel.tsx";
import {
  countModules,
  editorBounds,
  findFreePlace,
  joinBounds,
  listEmptyPlaces,
  nextName,
} from "./placement.ts";
import { SerialsDialog } from "./serials-dialog.tsx";
import { editorModes, useEditor } from "./use-editor.ts";
import { useEditorColors } from "./use-editor-colors.ts";
import { useGroupClipboard } from "./use-group-clipboard.ts";
import { VersionsDialog } from "./versions/versions-dialog.tsx";

interface LayoutEditorProps {
  readonly plant: StationDetail;
  readonly accountId: string;
  readonly data: EditorData;
}

const ZOOM = 1.5;
const noGroups: readonly string[] = [];

type OpenDialog = "add" | "serials" | "files" | "mapping" | "versions" | "publish" | undefined;

/** The layout of a plant as it is edited, saved as a draft until it is published. */
export function LayoutEditor({ plant, accountId, data }: LayoutEditorProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const { stationId } = plant;
  const [server, setServer] = useState(data);
  const [state, dispatch] = useEditor(data.draft?.layout ?? data.layout);
  const { history, mode, groups: selectedKeys, places } = state;
  const layout = history.present;
  const [opened, setOpened] = useState<OpenDialog>();
  const [offer, setOffer] = useState(() => findOffer(accountId, stationId, data));
  const [points, setPoints] = useState<readonly (readonly [number, number])[]>();
  const background = useBackground(stationId, layout.background);
  const saving = useDraftSaving({
    ...{ stationId, accountId, layout },
    saved: { layout: data.draft?.layout ?? data.layout, revision: data.draft?.revision ?? null },
  });
  const { refusal, isBusy, openPublish, publish, discard } = usePublishing({
    ...{ stationId, accountId, layout, saving, server },
    nextAddress: `/station/${stationId}/layout`,
    onReady: () => setOpened("publish"),
  });
  const settleConflict = useSettleConflict({
    ...{ stationId, saving },
    onServer: setServer,
    onReplace: (theirs) => dispatch({ type: "edit", step: { kind: "replace", layout: theirs } }),
  });
  useUnsaved(saving.state.kind !== "saved");
  const colors = useEditorColors();
  // Grows with the groups, so that each can be shown.
  const bounds = useRef(editorBounds(layout));
  bounds.current = joinBounds(bounds.current, editorBounds(layout));
  const [store] = useState(() => createViewStore(() => bounds.current, undefined));
  const showAll = (): void => {
    bounds.current = editorBounds(layout);
    store.fit();
  };
  const nameOf = useMemo(() => unitNames(server.units), [server.units]);
  const unplaced = useMemo(() => listUnplaced(server.units, layout), [layout, server.units]);
  const selected = layout.groups.filter(({ groupKey }) => selectedKeys.includes(groupKey));
  const moduleCount = countModules(layout.groups);
  const onEdit = (step: Edit): void => dispatch({ type: "edit", step });
  const shared = useMemo(() => listShared(server.units), [server.units]);
  const { hasCopy, copy, paste } = useGroupClipboard({ layout, selected, onEdit });

  function assign(units: readonly { groupKey: string; row: number; column: number; unit: number }[]): void {
    onEdit({ kind: "assign", units, shared });
  }

  /** A unit goes to the first selected module without one, and the selection goes on to the next. */
  function assignSelected(unit: number): void {
    const cellAt = (place: (typeof places)[number]) =>
      layout.groups
        .find(({ groupKey }) => groupKey === place.groupKey)
        ?.cells.find(({ row, column }) => row === place.row && column === place.column);
    const target = places.find((place) => cellAt(place)?.unit === null) ?? places[0];
    if (target === undefined) return;
    assign([{ ...target, unit }]);
    if (places.length > 1) return;
    const group = layout.groups.find(({ groupKey }) => groupKey === target.groupKey)!;
    const index = group.cells.findIndex(({ row, column }) => row === target.row && column === target.column);
    const next = group.cells.slice(index + 1).find((cell) => cell.unit === null);
    if (next !== undefined)
      dispatch({
        type: "selectPlaces",
        places: [{ groupKey: group.groupKey, row: next.row, column: next.column }],
      });
  }

  function onKey(event: KeyboardEvent): boolean {
    const isCommand = event.ctrlKey || event.metaKey;
    const key = event.key.toLowerCase();
    if (isCommand && (key === "c" || key === "v") && mode === "groups") {
      if (key === "c") copy();
      else paste();
      return true;
    }
    if (!isCommand && (key === "+" || key === "-" || key === "0")) {
      if (key === "0") showAll();
      else zoom(key === "+" ? ZOOM : 1 / ZOOM);
      return true;
    }
    const action = actionOf(state, event);
    if (action !== undefined) dispatch(action);
    return action !== undefined;
  }

  const zoom = (factor: number): void => {
    const view: View = store.read();
    store.move({ ...view, scale: view.scale * factor });
  };

  const button = (key: string, text: string, act: () => void, isDisabled = false) => (
    <button key={key} type="button" className="button" disabled={isDisabled} onClick={act}>
      {text}
    </button>
  );
  const isGroups = mode === "groups";
  const hasSelection = isGroups ? selected.length > 0 : places.length > 0;
  return (
    <div className="layout-view" data-panel="true">
      <section className="card layout-main">
        <div className="layout-head">
          <div className="editor-actions">
            {button("add", t("layoutEditor.addGroup"), () => setOpened("add"))}
            {button(
              "undo",
              t("layoutEditor.undo"),
              () => dispatch({ type: "undo" }),
              history.past.length === 0,
            )}
            {button(
              "redo",
              t("layoutEditor.redo"),
              () => dispatch({ type: "redo" }),
              history.future.length === 0,
            )}
            {button(
              "delete",
              t("layoutEditor.delete"),
              () => {
                const action = removeAction(state);
                if (action !== undefined) dispatch(action);
              },
              !hasSelection,
            )}
            {isGroups && button("copy", t("layoutEditor.copy"), copy, selected.length === 0)}
            {isGroups && button("paste", t("layoutEditor.pasteGroups"), paste, !hasCopy)}
            {button("serials", t("layoutEditor.pasteSerials"), () => setOpened("serials"), moduleCount === 0)}
            {button("files", t("layoutEditor.files.open"), () => setOpened("files"))}
            {button("mapping", t("layoutEditor.mapping.open"), () => setOpened("mapping"), moduleCount === 0)}
          </div>
          <div className="editor-actions">
            <SavingNote state={saving.state} timeZone={plant.timeZone} onRetry={() => void saving.flush()} />
            {button("versions", t("layoutEditor.versions.open"), () => setOpened("versions"))}
            {button(
              "discard",
              t("layoutEditor.discard"),
              () => void discard(),
              saving.readRevision() === null && history.past.length === 0,
            )}
            <button type="button" className="button" data-kind="primary" onClick={() => void openPublish()}>
              {t("layoutEditor.publish")}
            </button>
          </div>
        </div>
        {offer !== undefined && (
          <DraftOffer
            {...{ offer, plant }}
            onRestore={() => {
              onEdit({ kind: "replace", layout: offer.layout });
              setOffer(undefined);
            }}
            onDismiss={() => {
              localCopies.remove(accountId, stationId);
              setOffer(undefined);
            }}
          />
        )}
        {server.draft?.isOwn === false && (
          <p className="layout-automatic" role="status">
            {t("layoutEditor.otherDraft", {
              name: server.draft.savedBy ?? t("layoutEditor.someone"),
              when: formatDateTime(Date.parse(server.draft.savedAt), plant.timeZone, tag),
            })}
          </p>
        )}
        <div className="editor-frame">
          <EditorCanvas
            {...{ store, layout, background, points, mode, places, colors, nameOf, onEdit, onKey }}
            onPoint={(point) => setPoints((before = []) => [...before.slice(-1), point])}
            groups={isGroups ? selectedKeys : noGroups}
            label={t("layoutEditor.roofLabel", { groups: layout.groups.length, modules: moduleCount })}
            onSelectGroups={(groups) => dispatch({ type: "selectGroups", groups })}
            onSelectPlaces={(next) => dispatch({ type: "selectPlaces", places: next })}
            onDrop={(unit, place) => assign([{ ...place, unit }])}
          />
          <div className="editor-zoom">
            {button("in", "+", () => zoom(ZOOM))}
            {button("out", "−", () => zoom(1 / ZOOM))}
            {button("fit", t("layout.tool.fit"), showAll)}
          </div>
        </div>
        <p className="roof-help">{t(isGroups ? "layoutEditor.helpGroups" : "layoutEditor.helpModules")}</p>
      </section>
      <section className="card editor-panel" aria-label={t("layoutEditor.properties")}>
        <Segmented
          label={t("layoutEditor.mode")}
          value={mode}
          options={editorModes.map((value) => ({ value, text: t(`layoutEditor.modes.${value}`) }))}
          onChange={(next) => dispatch({ type: "mode", mode: next })}
        />
        {isGroups ? (
          <>
            <GroupPanel
              groups={layout.groups}
              selected={selected}
              onSelect={(groups) => dispatch({ type: "selectGroups", groups })}
              onChange={(fields) => onEdit({ kind: "change", groupKeys: selectedKeys, fields })}
              onAddModules={(missing) => {
                if (moduleCount + missing.length <= MAX_LAYOUT_MODULES)
                  onEdit({ kind: "addModules", places: missing });
                else toast("error", t("layoutEditor.tooMany", { max: MAX_LAYOUT_MODULES }));
              }}
            />
            {selected.length > 1 && (
              <div className="editor-actions">
                {alignments.map((alignment) =>
                  button(alignment, t(`layoutEditor.align.${alignment}`), () =>
                    onEdit({ kind: "arrange", shifts: alignGroups(selected, alignment) }),
                  ),
                )}
                {(["x", "y"] as const).map((axis) =>
                  button(
                    axis,
                    t(`layoutEditor.distribute.${axis}`),
                    () => onEdit({ kind: "arrange", shifts: distributeGroups(selected, axis) }),
                    selected.length < 3,
                  ),
                )}
              </div>
            )}
            <BackgroundPanel
              {...{ stationId, points }}
              background={layout.background}
              box={findBox(layout.groups)}
              onPoints={setPoints}
              onChange={(next) => {
                if (next === undefined) setPoints(undefined);
                onEdit({ kind: "background", background: next });
                if (next?.pictureKey !== layout.background?.pictureKey) store.fit();
              }}
            />
          </>
        ) : (
          <ModulesPanel
            groups={layout.groups}
            {...{ places, unplaced, nameOf, onEdit }}
            onSelect={(next) => dispatch({ type: "selectPlaces", places: next })}
            onAssign={assignSelected}
          />
        )}
      </section>
      {opened === "add" && (
        <AddGroupDialog
          name={nextName(t("layoutEditor.newGroup"), layout)}
          at={findFreePlace(layout)}
          like={selected[0] ?? layout.groups.at(-1)}
          free={MAX_LAYOUT_MODULES - moduleCount}
          onAdd={(group) => {
            onEdit({ kind: "addGroups", groups: [group] });
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === "serials" && (
        <SerialsDialog
          places={
            places.length > 0 ? places : listEmptyPlaces(selected.length > 0 ? selected : layout.groups)
          }
          groups={layout.groups}
          units={server.units}
          onAssign={(units) => {
            assign(units);
            setOpened(undefined);
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === "files" && (
        <FilesDialog
          stationId={stationId}
          fileName={plant.name}
          onSave={saving.flush}
          onReplace={(replacing) => {
            // A file without a photograph does not take it away.
            const { background: kept } = layout;
            onEdit({ kind: "replace", layout: { ...(kept && { background: kept }), ...replacing } });
            setOpened(undefined);
            store.fit();
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === "mapping" && (
        <MappingDialog
          {...{ plant, layout, nameOf }}
          units={server.units}
          onApply={(units) => {
            assign(units);
            dispatch({ type: "mode", mode: "modules" });
            dispatch({ type: "selectPlaces", places: units });
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === "versions" && (
        <VersionsDialog
          {...{ plant }}
          draft={layout}
          units={server.units}
          onRestore={(restored, number) => {
            onEdit({ kind: "replace", layout: restored });
            setOpened(undefined);
            store.fit();
            toast("success", t("layoutEditor.versions.restored", { number }));
          }}
          onClose={() => setOpened(undefined)}
        />
      )}
      {opened === "publish" && (
        <PublishDialog
          published={server.version === null ? { groups: [] } : server.layout}
          units={server.units}
          {...{ layout, nameOf, refusal, isBusy }}
          onPublish={() => void publish()}
          onClose={() => setOpened(undefined)}
        />
      )}
      {saving.state.kind === "conflict" && (
        <ConflictDialog onKeep={() => void settleConflict(true)} onLoad={() => void settleConflict(false)} />
      )}
    </div>
  );
}
