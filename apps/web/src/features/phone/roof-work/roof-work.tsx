import type { LayoutDraft, StationDetail } from "@heliograph/contract";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ConflictDialog } from "../../../shared/roof/draft/conflict-dialog.tsx";
import { DraftOffer, findOffer } from "../../../shared/roof/draft/draft-offer.tsx";
import type { EditorData } from "../../../shared/roof/draft/editor-data.ts";
import type { Edit } from "../../../shared/roof/draft/edits.ts";
import { edit, startHistory, undo } from "../../../shared/roof/draft/history.ts";
import { PublishDialog } from "../../../shared/roof/draft/publish-dialog.tsx";
import { listShared, listUnplaced, unitNames } from "../../../shared/roof/draft/roof-units.ts";
import { SavingNote } from "../../../shared/roof/draft/saving-note.tsx";
import { localCopies, useDraftSaving } from "../../../shared/roof/draft/use-draft-saving.ts";
import { usePublishing } from "../../../shared/roof/draft/use-publishing.ts";
import { useSettleConflict } from "../../../shared/roof/draft/use-settle-conflict.ts";
import { RoofCanvas } from "../../../shared/roof/roof-canvas.tsx";
import { useBackground } from "../../../shared/roof/use-background.ts";
import { usePalette } from "../../../shared/roof/use-palette.ts";
import { toPixel } from "../../../shared/roof/view.ts";
import { createViewStore } from "../../../shared/roof/view-store.ts";
import { phonePlantAddress } from "../phone-addresses.ts";
import type { WorkPlace } from "./draft-content.ts";
import { createDraftContent, createDraftGeometry, findNextEmpty, listPlaces } from "./draft-content.ts";
import { PlacePanel } from "./place-panel.tsx";

interface RoofWorkProps {
  readonly plant: StationDetail;
  readonly accountId: string;
  readonly data: EditorData;
}

/** The modules of a plant, one after the other with the unit that serves it; saved as the plant's draft until it is published. */
export function RoofWork({ plant, accountId, data }: RoofWorkProps) {
  const { t } = useTranslation();
  const { stationId } = plant;
  const [server, setServer] = useState(data);
  const [history, setHistory] = useState(() => startHistory(data.draft?.layout ?? data.layout));
  const layout = history.present;
  const [offer, setOffer] = useState(() => findOffer(accountId, stationId, data));
  const [isPublishing, setPublishing] = useState(false);
  /** What was assigned last. */
  const [done, setDone] = useState<string>();
  const saving = useDraftSaving({
    ...{ stationId, accountId, layout },
    saved: { layout: data.draft?.layout ?? data.layout, revision: data.draft?.revision ?? null },
  });
  const publishing = usePublishing({
    ...{ stationId, accountId, layout, saving, server },
    nextAddress: phonePlantAddress(stationId),
    onReady: () => setPublishing(true),
  });
  const apply = (step: Edit): void => setHistory((before) => edit(before, step));
  const replace = (next: LayoutDraft): void => apply({ kind: "replace", layout: next });
  const settleConflict = useSettleConflict({
    ...{ stationId, saving },
    onServer: setServer,
    onReplace: replace,
  });

  const places = useMemo(() => listPlaces(layout), [layout]);
  const [chosen, setChosen] = useState(() => findNextEmpty(listPlaces(layout), -1) ?? 0);
  const selected = Math.min(chosen, places.length - 1);
  const nameOf = useMemo(() => unitNames(server.units), [server.units]);
  const unplaced = useMemo(() => listUnplaced(server.units, layout), [layout, server.units]);
  const geometry = useMemo(() => createDraftGeometry(layout, places), [layout, places]);
  const palette = usePalette();
  const background = useBackground(stationId, layout.background);
  const content = useMemo(
    () => createDraftContent({ layout, places, geometry, background, palette, nameOf, selected }),
    [layout, places, geometry, background, palette, nameOf, selected],
  );
  const [store] = useState(() => createViewStore(() => geometry.bounds, undefined));
  useEffect(() => {
    const [view, size] = [store.readMoved(), store.readSize()];
    if (view === undefined) return;
    const [x, y] = [geometry.x[selected]!, geometry.y[selected]!];
    const [left, top] = toPixel(view, size, x, y);
    const isShown = left > 0 && top > 0 && left < size.width && top < size.height;
    // The next module may be outside of what was zoomed in on.
    if (!isShown) store.move({ ...view, x, y });
  }, [store, geometry, selected]);
  const served = places.filter(({ unit }) => unit !== null).length;

  const nameOfPlace = ({ group, row, column }: WorkPlace): string =>
    t("layoutEditor.mapping.place", {
      group: layout.groups[group]!.name || t("layoutEditor.unnamed"),
      row: row + 1,
      column: column + 1,
    });
  const place = places[selected]!;

  function assign(unit: number | null): void {
    const { groupKey, row, column } = place;
    const shared = listShared(server.units);
    apply({ kind: "assign", units: [{ groupKey, row, column, unit }], shared });
    if (unit === null) {
      setDone(undefined);
      return;
    }
    const before = shared.includes(unit) ? undefined : places.find((each) => each.unit === unit);
    const words = { unit: nameOf(unit), place: nameOfPlace(place) };
    setDone(
      before === undefined || before === place
        ? t("layoutEditor.phone.assigned", words)
        : t("layoutEditor.phone.moved", { ...words, before: nameOfPlace(before) }),
    );
    setChosen(findNextEmpty(places, selected) ?? selected);
  }

  return (
    <div className="roof-work">
      {offer !== undefined && (
        <DraftOffer
          {...{ offer, plant }}
          onRestore={() => {
            replace(offer.layout);
            setOffer(undefined);
          }}
          onDismiss={() => {
            localCopies.remove(accountId, stationId);
            setOffer(undefined);
          }}
        />
      )}
      <p className="roof-work-progress" role="status">
        <b>{plant.name}</b> {t("layoutEditor.phone.progress", { served, count: places.length })}
      </p>
      <div className="roof-work-canvas">
        <RoofCanvas
          {...{ store, content }}
          label={t("layoutEditor.phone.roofLabel", { count: places.length })}
          isLasso={false}
          hovered={undefined}
          onHover={() => undefined}
          onPick={(cell) => cell !== undefined && setChosen(cell)}
          onLasso={() => undefined}
        />
      </div>
      {done !== undefined && (
        <p className="roof-work-done" role="status">
          {done}
        </p>
      )}
      <PlacePanel
        key={`${selected}/${history.past.length}`}
        {...{ stationId, unplaced }}
        name={nameOfPlace(place)}
        unitName={place.unit === null ? undefined : nameOf(place.unit)}
        units={server.units}
        onStep={(by) => setChosen((selected + by + places.length) % places.length)}
        onAssign={assign}
      />
      <div className="roof-work-foot">
        <SavingNote state={saving.state} timeZone={plant.timeZone} onRetry={() => void saving.flush()} />
        <button
          type="button"
          className="button"
          disabled={history.past.length === 0}
          onClick={() => {
            setHistory(undo);
            setDone(undefined);
          }}
        >
          {t("layoutEditor.undo")}
        </button>
        <button
          type="button"
          className="button"
          data-kind="primary"
          onClick={() => void publishing.openPublish()}
        >
          {t("layoutEditor.publish")}
        </button>
      </div>
      {isPublishing && (
        <PublishDialog
          published={server.version === null ? { groups: [] } : server.layout}
          units={server.units}
          {...{ layout, nameOf }}
          refusal={publishing.refusal}
          isBusy={publishing.isBusy}
          onPublish={() => void publishing.publish()}
          onClose={() => setPublishing(false)}
        />
      )}
      {saving.state.kind === "conflict" && (
        <ConflictDialog onKeep={() => void settleConflict(true)} onLoad={() => void settleConflict(false)} />
      )}
    </div>
  );
}
