import type { DraftGroup } from "@heliograph/contract";
import { MAX_GROUP_NAME, MAX_LAYOUT_SIDE } from "@heliograph/contract/layout-limits";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { GroupFields, Place } from "../../../shared/roof/draft/edits.ts";
import { toFullTurn } from "../../../shared/roof/draft/edits.ts";
import { Field } from "../../../shared/ui/form/field.tsx";
import { NumberField } from "./number-field.tsx";
import { listMissingPlaces } from "./placement.ts";

interface GroupPanelProps {
  readonly groups: readonly DraftGroup[];
  readonly selected: readonly DraftGroup[];
  readonly onSelect: (groupKeys: readonly string[]) => void;
  readonly onChange: (fields: Partial<GroupFields>) => void;
  /** Adds modules at these places. */
  readonly onAddModules: (places: readonly Place[]) => void;
}

const FAR_M = 100_000;

/** The groups as a list, and what is entered for those that are selected. */
export function GroupPanel({ groups, selected, onSelect, onChange, onAddModules }: GroupPanelProps) {
  const { t } = useTranslation();
  const keys = selected.map(({ groupKey }) => groupKey);
  const missing = listMissingPlaces(selected);
  return (
    <>
      <fieldset className="editor-list">
        <legend>{t("layoutEditor.groups")}</legend>
        {groups.length === 0 && <p className="note">{t("layoutEditor.noGroups")}</p>}
        <ul>
          {groups.map(({ groupKey, name, rows, columns }) => (
            <li key={groupKey}>
              <label>
                <input
                  type="checkbox"
                  checked={keys.includes(groupKey)}
                  onChange={({ target }) =>
                    onSelect(target.checked ? [...keys, groupKey] : keys.filter((key) => key !== groupKey))
                  }
                />
                {name || t("layoutEditor.unnamed")}
              </label>
              <small>{t("layoutEditor.size", { rows, columns })}</small>
            </li>
          ))}
        </ul>
      </fieldset>
      {selected.length > 0 && <GroupFieldset key={keys.join()} selected={selected} onChange={onChange} />}
      {missing.length > 0 && (
        <div className="editor-actions">
          <button type="button" className="button" onClick={() => onAddModules(missing)}>
            {t("layoutEditor.addMissing", { count: missing.length })}
          </button>
        </div>
      )}
    </>
  );
}

/** The value that all selected groups have; undefined where they differ. */
function common<Name extends keyof GroupFields>(
  groups: readonly DraftGroup[],
  name: Name,
): GroupFields[Name] | undefined {
  const value = groups[0]![name];
  return groups.every((group) => group[name] === value) ? value : undefined;
}

function GroupFieldset({ selected, onChange }: Pick<GroupPanelProps, "selected" | "onChange">) {
  const { t } = useTranslation();
  const [only, ...others] = selected;
  const isOne = others.length === 0;
  const field = (name: Exclude<keyof GroupFields, "name">, min: number, max: number, isOptional = false) => (
    <NumberField
      label={t(`layoutEditor.field.${name}`)}
      value={common(selected, name)}
      min={min}
      max={max}
      isOptional={isOptional}
      isInteger={name === "rows" || name === "columns"}
      onChange={(value) => {
        if (value === null && !isOptional) return;
        const isAngle = name === "rotationDeg" || name === "azimuthDeg";
        onChange({ [name]: isAngle && value !== null ? toFullTurn(value) : value });
      }}
    />
  );
  return (
    <div className="editor-fields">
      {isOne && <NameField name={only!.name} onChange={(name) => onChange({ name })} />}
      {isOne && field("rows", 1, MAX_LAYOUT_SIDE)}
      {isOne && field("columns", 1, MAX_LAYOUT_SIDE)}
      {isOne && field("xM", -FAR_M, FAR_M)}
      {isOne && field("yM", -FAR_M, FAR_M)}
      {field("rotationDeg", -360, 360)}
      {field("tiltDeg", 0, 90, true)}
      {field("azimuthDeg", 0, 360, true)}
      {field("moduleWidthM", 0.05, 20)}
      {field("moduleHeightM", 0.05, 20)}
    </div>
  );
}

function NameField({ name, onChange }: { readonly name: string; readonly onChange: (name: string) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string>();
  const commit = (): void => {
    if (typed !== undefined && typed.trim() !== name) onChange(typed.trim());
    setTyped(undefined);
  };
  return (
    <Field label={t("layoutEditor.field.name")}>
      {(attributes) => (
        <input
          {...attributes}
          className="input"
          maxLength={MAX_GROUP_NAME}
          value={typed ?? name}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === "Enter" && commit()}
        />
      )}
    </Field>
  );
}
