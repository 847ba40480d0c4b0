import { endpoints } from "virtual:endpoints";
import type { DataOf, DraftGroup, LayoutDraft, StationDetail } from "@heliograph/contract";
import { MAX_LAYOUT_GROUPS, MAX_LAYOUT_MODULES } from "@heliograph/contract/layout-limits";
import type { KeyboardEvent } from "react";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { call } from "../../../shared/api/api.ts";
import { ApiError } from "../../../shared/api/api-error.ts";
import { sentenceOf } from "../../../shared/api/shown-refusals.ts";
import { formatDateTime } from "../../../shared/base/format/times.ts";
import { useLocale } from "../../../shared/base/i18n/i18n.ts";
import { readToken } from "../../../shared/base/theme/read-token.ts";
import { useTheme } from "../../../shared/base/theme/theme.ts";
import { toast } from "../../../shared/base/toast.ts";
import type { Bounds } from "../../../shared/roof/bounds.ts";
import { useBackground } from "../../../shared/roof/use-background.ts";
import type { View } from "../../../shared/roof/view.ts";
import { createViewStore } from "../../../shared/roof/view-store.ts";
import { useUnsaved } from "../../../shared/routing/cached-page.ts";
import { askConfirm } from "../../../shared/ui/dialog/asking.ts";
import { Segmented } from "../../../shared/ui/form/segmented.tsx";
import { AddGroupDialog } from "./add-group-dialog.tsx";
import { BackgroundPanel } from "./background-panel.tsx";
import { alignGroups, alignments, distributeGroups, findBox } from "./boxes.ts";
import { ConflictDialog } from "./conflict-dialog.tsx";
import { isSameLayout } from "./diff.ts";
import type { EditorColors } from "./draw-editor.ts";
import { EditorCanvas } from "./editor-canvas.tsx";
import { actionOf, removeAction } from "./editor-keys.ts";
import type { Edit } from "./edits.ts";
import { FilesDialog } from "./files-dialog.tsx";
import { GroupPanel } from "./group-panel.tsx";
import { MappingDialog } from "./mapping/mapping-dialog.tsx";
import { ModulesPanel } from "./modules-panel.tsx";
import { PublishDialog } from "./publish-dialog.tsx";
import { listRoofUnits, listShared } from "./roof-units.ts";
import { SavingNote } from "./saving-note.tsx";
import { SerialsDialog } from "./serials-dialog.tsx";
import { localCopies, useDraftSaving } from "./use-draft-saving.ts";
import { editorModes, useEditor } from "./use-editor.ts";

export type EditorData = DataOf<typeof endpoints.layout.editor>;

interface LayoutEditorProps {
  readonly plant: StationDetail;
  readonly accountId: string;
  readonly data: EditorData;
}

/** Around the groups, so that new ones have space: a part of their size, in metres at least and at most. */
const MARGIN_SHARE = 0.15;
const MIN_MARGIN_M = 2;
const MAX_MARGIN_M = 8;
const PASTE_OFFSET_M = 1;
const ZOOM = 1.5;
const noGroups: readonly string[] = [];

type OpenDialog = "add" | "serials" | "files" | "mapping" | "publish" | undefined;

/** The layout of a plant as it is edited, saved as a draft until it is published. */
export function LayoutEditor({ plant, accountId, data }: LayoutEditorProps) {
  const { t } = useTranslation();
  const { tag } = useLocale();
  const navigate = useNavigate();
  const { stationId } = plant;
  const [server, setServer] = useState(data);
  const [state, dispatch] = useEditor(data.draft?.layout ?? data.layout);
  const { history, mode, groups: selectedKeys, places } = state;
  const layout = history.present;
  const [opened, setOpened] = useState<OpenDialog>();
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [offer, setOffer] = useState(() => findOffer(accountId, stationId, data));
  const clipboard = useRef<readonly DraftGroup[]>([]);
  const [hasCopy, setHasCopy] = useState(false);
  const [points, setPoints] = useState<readonly (readonly [number, number])[]>();
  const background = useBackground(stationId, layout.background);
  const saving = useDraftSaving({
    ...{ stationId, accountId, layout },
    saved: { layout: data.draft?.layout ?? data.layout, revision: data.draft?.revision ?? null },
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
  const names = useMemo(
    () => new Map(server.units.map(({ key, sn, label }) => [key, label || sn || ""])),
    [server.units],
  );
  const nameOf = useMemo(() => (unit: number) => names.get(unit) ?? "", [names]);
  const unplaced = useMemo(() => {
    const placed = new Set(layout.groups.flatMap(({ cells }) => cells.map(({ unit }) => unit)));
    return listRoofUnits(server.units).filter(({ key, type }) => type !== null && !placed.has(key));
  }, [layout, server.units]);
  const selected = layout.groups.filter(({ groupKey }) => selectedKeys.includes(groupKey));
  const moduleCount = layout.groups.reduce((sum, { cells }) => sum + cells.length, 0);
  const onEdit = (step: Edit): void => dispatch({ type: "edit", step });
  const shared = useMemo(() => listShared(server.units), [server.units]);

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

  function copy(): void {
    clipboard.current = selected;
    setHasCopy(selected.length > 0);
  }

  function paste(): void {
    const copied = clipboard.current;
    const count = copied.reduce((sum, { cells }) => sum + cells.length, 0);
    if (copied.length === 0) return;
    if (
      moduleCount + count > MAX_LAYOUT_MODULES ||
      layout.groups.length + copied.length > MAX_LAYOUT_GROUPS
    ) {
      toast("error", t("layoutEditor.tooMany", { max: MAX_LAYOUT_MODULES }));
      return;
    }
    // A unit has one place: copies are without.
    const pasted = copied.map((group) => ({
      ...group,
      groupKey: crypto.randomUUID(),
      name: nextName(group.name, layout),
      xM: group.xM + PASTE_OFFSET_M,
      yM: group.yM + PASTE_OFFSET_M,
      cells: group.cells.map((cell) => ({ ...cell, unit: null })),
    }));
    onEdit({ kind: "addGroups", groups: pasted });
    clipboard.current = pasted;
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

  async function readServer(): Promise<EditorData | undefined> {
    return (await call(endpoints.layout.editor, { query: { stationId } }))?.data;
  }

  async function settleConflict(keepsMine: boolean): Promise<void> {
    const next = await readServer();
    if (next === undefined) return;
    setServer(next);
    const theirs = next.draft?.layout ?? next.layout;
    const revision = next.draft?.revision ?? null;
    saving.rebase({ layout: theirs, revision });
    // Their version is one more step, so that undo returns to mine.
    if (keepsMine) void saving.flush();
    else dispatch({ type: "edit", step: { kind: "replace", layout: theirs } });
  }

  async function openPublish(): Promise<void> {
    setRefusal(undefined);
    if (!(await saving.flush())) return;
    if (saving.readRevision() === null && isSameLayout(server.layout, layout) && server.version !== null) {
      toast("success", t("layoutEditor.diff.none"));
      return;
    }
    setOpened("publish");
  }

  async function publish(): Promise<void> {
    setBusy(true);
    try {
      const revision = saving.readRevision() ?? (await saveUnchanged(stationId, layout));
      const response = await call(endpoints.layout.publish, {
        body: { stationId, revision },
        refusalIn: "dialog",
      });
      if (response === undefined) return;
      localCopies.remove(accountId, stationId);
      const { version, emptied } = response.data;
      toast("success", t("layoutEditor.published", { number: version }));
      if (emptied > 0) toast("success", t("layoutEditor.emptied", { count: emptied }));
      await navigate(`/station/${stationId}/layout`);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(sentenceOf(error));
    } finally {
      setBusy(false);
    }
  }

  async function discard(): Promise<void> {
    const result = await askConfirm({
      title: t("layoutEditor.discardTitle"),
      text: t("layoutEditor.discardText"),
      confirmText: t("layoutEditor.discard"),
      kind: "danger",
    });
    if (result !== "confirm" || !(await saving.flush())) return;
    const revision = saving.readRevision();
    if (revision !== null) await call(endpoints.layout.discardDraft, { body: { stationId, revision } });
    localCopies.remove(accountId, stationId);
    await navigate(`/station/${stationId}/layout`);
  }

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
          <div className="frame-notice" role="status">
            <span>
              {t("layoutEditor.offer", { when: formatDateTime(offer.at, plant.timeZone, tag) })}
              {offer.isStale && ` ${t("layoutEditor.offerStale")}`}
            </span>
            <button
              type="button"
              className="link-button"
              onClick={() => {
                onEdit({ kind: "replace", layout: offer.layout });
                setOffer(undefined);
              }}
            >
              {t("layoutEditor.restore")}
            </button>
            <button
              type="button"
              className="link-button"
              onClick={() => {
                localCopies.remove(accountId, stationId);
                setOffer(undefined);
              }}
            >
              {t("layoutEditor.dismiss")}
            </button>
          </div>
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
          places={places.length > 0 ? places : listEmptyPlaces(selected)}
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
          onExchange={(units) => {
            assign(units);
            dispatch({ type: "mode", mode: "modules" });
            dispatch({ type: "selectPlaces", places: units });
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

/** The arrangement of a plant without a layout can be published as it is: it is saved first. */
async function saveUnchanged(stationId: string, layout: LayoutDraft): Promise<number> {
  const saved = await call(endpoints.layout.saveDraft, {
    body: { stationId, revision: null, layout },
    refusalIn: "dialog",
  });
  if (saved === undefined) throw new ApiError("");
  return saved.data.revision;
}

function findOffer(accountId: string, stationId: string, { draft, layout }: EditorData) {
  const copy = localCopies.read(accountId, stationId);
  if (copy === undefined) return undefined;
  if (isSameLayout(draft?.layout ?? layout, copy.layout)) {
    localCopies.remove(accountId, stationId);
    return undefined;
  }
  return { ...copy, isStale: copy.revision !== (draft?.revision ?? null) };
}

function editorBounds({ groups }: LayoutDraft): Bounds {
  const { left, top, right, bottom } = findBox(groups);
  const share = Math.max(right - left, bottom - top) * MARGIN_SHARE;
  const margin = Math.min(Math.max(share, MIN_MARGIN_M), MAX_MARGIN_M);
  return { left: left - margin, top: top - margin, right: right + margin, bottom: bottom + margin };
}

const joinBounds = (one: Bounds, other: Bounds): Bounds => ({
  left: Math.min(one.left, other.left),
  top: Math.min(one.top, other.top),
  right: Math.max(one.right, other.right),
  bottom: Math.max(one.bottom, other.bottom),
});

/** Right of the groups that are there. */
function findFreePlace({ groups }: LayoutDraft): readonly [number, number] {
  const { right, top } = findBox(groups);
  return groups.length === 0 ? [0, 0] : [Math.ceil(right) + 1, Math.round(top * 100) / 100];
}

/** A name that no group has: `West 2` after `West`. */
function nextName(name: string, { groups }: LayoutDraft): string {
  const taken = new Set(groups.map((group) => group.name));
  if (!taken.has(name)) return name;
  const base = name.replace(/ \d+$/u, "");
  for (let number = 2; ; number++)
    if (!taken.has(`${base} ${number}`)) return `${base} ${number}`.slice(0, 60);
}

const listEmptyPlaces = (groups: readonly DraftGroup[]) =>
  groups.flatMap(({ groupKey, cells }) =>
    cells.flatMap(({ row, column, unit }) => (unit === null ? [{ groupKey, row, column }] : [])),
  );

function useEditorColors(): EditorColors {
  const theme = useTheme();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tokens are those of the theme
  return useMemo(
    () => ({
      ground: readToken("--roof-field"),
      unit: readToken("--scale-2"),
      empty: readToken("--surface"),
      line: readToken("--text-3"),
      selection: readToken("--amber"),
      text: readToken("--text"),
      onUnit: readToken("--on-roof"),
      font: readToken("--font"),
    }),
    [theme],
  );
}
