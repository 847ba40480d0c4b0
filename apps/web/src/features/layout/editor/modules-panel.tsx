import type { DraftGroup, PlaceableUnit } from "@heliograph/contract";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Edit, Place } from "../../../shared/roof/draft/edits.ts";
import { Field } from "../../../shared/ui/form/field.tsx";
import { UNIT_TYPE } from "./editor-canvas.tsx";
import { NumberField } from "./number-field.tsx";

const poles = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const PAGE = 100;

interface ModulesPanelProps {
  readonly groups: readonly DraftGroup[];
  readonly places: readonly Place[];
  /** Units without a place. */
  readonly unplaced: readonly PlaceableUnit[];
  readonly nameOf: (unit: number) => string;
  readonly onEdit: (step: Edit) => void;
  readonly onSelect: (places: readonly Place[]) => void;
  /** Assigns a unit to the selected modules. */
  readonly onAssign: (unit: number) => void;
}

/** The selected modules, and the units that have no place yet. */
export function ModulesPanel(props: ModulesPanelProps) {
  const { groups, places, unplaced, nameOf, onEdit } = props;
  const { t } = useTranslation();
  const cells = places.flatMap((place) => {
    const group = groups.find(({ groupKey }) => groupKey === place.groupKey);
    return group?.cells.filter(({ row, column }) => row === place.row && column === place.column) ?? [];
  });
  const pole = cells.every((cell) => cell.pole === cells[0]?.pole) ? (cells[0]?.pole ?? null) : undefined;
  const named = cells.flatMap(({ unit }) => (unit === null ? [] : [nameOf(unit)]));
  return (
    <>
      <PlaceFields groups={groups} places={places} onSelect={props.onSelect} />
      {places.length > 0 && (
        <section
          className="editor-chosen"
          aria-label={t("layoutEditor.selectedModules", { count: places.length })}
        >
          <p>
            <b>{t("layoutEditor.selectedModules", { count: places.length })}</b>{" "}
            {named.length > 0 && <small>{named.slice(0, 6).join(", ")}</small>}
          </p>
          <fieldset className="editor-poles">
            <legend>{t("layoutEditor.pole")}</legend>
            {poles.map((each) => (
              <button
                key={each}
                type="button"
                aria-label={t("layoutEditor.poleOf", { number: each })}
                aria-pressed={pole === each}
                onClick={() => onEdit({ kind: "setPole", places, pole: pole === each ? null : each })}
              />
            ))}
          </fieldset>
          <div className="editor-actions">
            <button
              type="button"
              className="button"
              disabled={named.length === 0}
              onClick={() =>
                onEdit({
                  kind: "assign",
                  units: places.map((place) => ({ ...place, unit: null })),
                  shared: [],
                })
              }
            >
              {t("layoutEditor.unassign")}
            </button>
            <button
              type="button"
              className="button"
              onClick={() => onEdit({ kind: "removeModules", places })}
            >
              {t("layoutEditor.removeModules")}
            </button>
          </div>
        </section>
      )}
      <UnplacedList unplaced={unplaced} canAssign={places.length > 0} onAssign={props.onAssign} />
    </>
  );
}

/** Selects a module by its numbers, without a pointer. */
function PlaceFields({
  groups,
  places,
  onSelect,
}: Pick<ModulesPanelProps, "groups" | "places" | "onSelect">) {
  const { t } = useTranslation();
  const [first] = groups;
  const place: Place | undefined =
    places.at(-1) ?? (first && { groupKey: first.groupKey, row: 0, column: 0 });
  const group = groups.find(({ groupKey }) => groupKey === place?.groupKey);
  if (group === undefined || place === undefined) return <p className="note">{t("layoutEditor.noGroups")}</p>;
  // Null where no module is selected, undefined where several are.
  const shown = (index: number) => {
    if (places.length === 0) return null;
    return places.length === 1 ? index + 1 : undefined;
  };
  return (
    <div className="editor-fields">
      <Field label={t("layoutEditor.group")}>
        {(attributes) => (
          <select
            {...attributes}
            className="input"
            value={group.groupKey}
            onChange={({ target }) => onSelect([{ groupKey: target.value, row: 0, column: 0 }])}
          >
            {groups.map(({ groupKey, name }) => (
              <option key={groupKey} value={groupKey}>
                {name || t("layoutEditor.unnamed")}
              </option>
            ))}
          </select>
        )}
      </Field>
      <NumberField
        label={t("layoutEditor.field.row")}
        value={shown(place.row)}
        min={1}
        max={group.rows}
        isInteger
        onChange={(row) => row !== null && onSelect([{ ...place, row: row - 1 }])}
      />
      <NumberField
        label={t("layoutEditor.field.column")}
        value={shown(place.column)}
        min={1}
        max={group.columns}
        isInteger
        onChange={(column) => column !== null && onSelect([{ ...place, column: column - 1 }])}
      />
    </div>
  );
}

interface UnplacedListProps extends Pick<ModulesPanelProps, "unplaced" | "onAssign"> {
  readonly canAssign: boolean;
}

function UnplacedList({ unplaced, canAssign, onAssign }: UnplacedListProps) {
  const { t } = useTranslation();
  const [search, setSearch] = useState("");
  const [limit, setLimit] = useState(PAGE);
  const id = useId();
  const word = search.trim().toUpperCase();
  const found = unplaced.filter(
    ({ sn, label }) => sn?.includes(word) === true || label.toUpperCase().includes(word),
  );
  return (
    <section className="editor-unplaced" aria-labelledby={id}>
      <h3 id={id}>{t("layoutEditor.unplaced", { count: unplaced.length })}</h3>
      <p className="note">
        {unplaced.length === 0 ? t("layoutEditor.allPlaced") : t("layoutEditor.dragHint")}
      </p>
      {unplaced.length > 0 && (
        <input
          className="input"
          type="search"
          value={search}
          aria-label={t("layoutEditor.searchUnits")}
          placeholder={t("layoutEditor.searchUnits")}
          onChange={({ target }) => setSearch(target.value)}
        />
      )}
      <ul>
        {found.slice(0, limit).map(({ key, sn, label, parentSn }) => (
          <li key={key} draggable onDragStart={(event) => event.dataTransfer.setData(UNIT_TYPE, String(key))}>
            <span>
              <b>{sn ?? label}</b>{" "}
              <small>{[label, parentSn].filter((each) => each && each !== sn).join(" · ")}</small>
            </span>
            <button
              type="button"
              className="link-button"
              disabled={!canAssign}
              aria-label={t("layoutEditor.assignNamed", { name: sn ?? label })}
              onClick={() => onAssign(key)}
            >
              {t("layoutEditor.assign")}
            </button>
          </li>
        ))}
      </ul>
      {found.length > limit && (
        <button type="button" className="button" onClick={() => setLimit(limit + PAGE)}>
          {t("layout.more", { count: found.length - limit })}
        </button>
      )}
    </section>
  );
}
