import type { LayoutDraft } from "@heliograph/contract";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { findDiff } from "./diff.ts";
import "./draft.css";

/** Units that are named one by one. */
const MAX_NAMED = 12;

/** Names of units, the first ones only where there are many. */
export const listNames = (names: readonly string[]): string => {
  const shown = names.slice(0, MAX_NAMED).join(", ");
  return names.length > MAX_NAMED ? `${shown} …` : shown;
};

interface LayoutDiffProps {
  readonly before: LayoutDraft;
  readonly after: LayoutDraft;
  readonly nameOf: (unit: number) => string;
  /** Above the changes, and in place of them where there are none. */
  readonly intro: string;
  readonly none: string;
}

/** What a layout changes of another one, in words. */
export function LayoutDiff({ before, after, nameOf, intro, none }: LayoutDiffProps) {
  const { t } = useTranslation();
  const diff = useMemo(() => findDiff(before, after), [before, after]);
  const names = (list: readonly string[]): string =>
    list.map((name) => name || t("layoutEditor.unnamed")).join(", ");
  const lines = [
    ...(["addedGroups", "removedGroups", "changedGroups"] as const).flatMap((key) =>
      diff[key].length === 0
        ? []
        : [t(`layoutEditor.diff.${key}`, { count: diff[key].length, names: names(diff[key]) })],
    ),
    ...(["addedModules", "removedModules", "changedPoles", "changedBackgrounds"] as const).flatMap((key) =>
      diff[key] === 0 ? [] : [t(`layoutEditor.diff.${key}`, { count: diff[key] })],
    ),
    ...(["placedUnits", "unplacedUnits", "movedUnits"] as const).flatMap((key) =>
      diff[key].length === 0
        ? []
        : [
            t(`layoutEditor.diff.${key}`, {
              count: diff[key].length,
              names: listNames(diff[key].map(nameOf)),
            }),
          ],
    ),
  ];
  return (
    <>
      <p>{lines.length === 0 ? none : intro}</p>
      <ul className="layout-diff">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
