import { randomUUID } from "node:crypto";
import type { DraftCell, DraftGroup, LayoutDraft } from "@heliograph/contract";
import { MAX_GROUP_NAME, MAX_LAYOUT_GROUPS, MAX_LAYOUT_MODULES } from "@heliograph/contract/layout-limits";
import type { GroupNumber } from "./group-fields.ts";
import { GROUP_NUMBERS, groupNumbers, isGroupKey, readGroupNumber } from "./group-fields.ts";
import type { LayoutFileMessage, LayoutFileProblem } from "./layout-problems.ts";
import { MAX_PROBLEMS } from "./layout-problems.ts";
import type { UnitNames } from "./unit-names.ts";
import { NO_UNIT } from "./unit-names.ts";

/** Where a value is in the file. */
export interface Source {
  readonly row: number | null;
  readonly column: string;
}

/** What a file says of a group; texts as they are in it, empty where it says nothing. */
export interface GroupTexts {
  readonly groupKey: string;
  readonly name: string;
  readonly numbers: Readonly<Record<GroupNumber, string>>;
  readonly at: (field: GroupNumber | "name" | "groupKey") => Source;
}

interface GroupInProgress {
  readonly group: Omit<DraftGroup, "rows" | "columns" | "cells">;
  /** Undefined: as many as the modules need. */
  rows: number | undefined;
  columns: number | undefined;
  readonly cells: Map<string, DraftCell>;
}

export interface LayoutFileContent {
  readonly layout: LayoutDraft;
  /** Names of units that the plant does not have: their modules are without a unit. */
  readonly unknown: readonly string[];
}

/** Collects groups and modules of a file, and what is wrong with it. `shared`: units that may serve several modules. */
export function createDraftBuilder(names: UnitNames, shared: ReadonlySet<number>) {
  const groups: GroupInProgress[] = [];
  const problems: LayoutFileProblem[] = [];
  const unknown = new Set<string>();
  const placed = new Set<number>();
  const keys = new Set<string>();
  let modules = 0;

  function fail(key: LayoutFileMessage, at: Source, value = ""): undefined {
    if (problems.length < MAX_PROBLEMS) problems.push({ key, ...at, value: value.slice(0, 60) });
    return undefined;
  }

  function readNumbers({ numbers, at }: GroupTexts): Pick<DraftGroup, GroupNumber> {
    const values = groupNumbers.map((field) => {
      const { fallback } = GROUP_NUMBERS[field];
      const text = numbers[field];
      if (text === "" && fallback === undefined) fail("layoutFile.noCoordinates", at(field));
      if (text === "") return [field, fallback ?? null];
      const value = readGroupNumber(text, field);
      if (value === undefined) fail("layoutFile.format", at(field), text);
      return [field, value ?? null];
    });
    return Object.fromEntries(values) as Pick<DraftGroup, GroupNumber>;
  }

  function readKey({ groupKey, at }: GroupTexts): string {
    if (groupKey === "") return randomUUID();
    const isFree = isGroupKey(groupKey) && !keys.has(groupKey);
    if (!isFree) fail("layoutFile.format", at("groupKey"), groupKey);
    keys.add(groupKey);
    return groupKey;
  }

  /** Key of the unit of a module; null without one, and for one that the plant does not have. */
  function readUnit(name: string, at: Source): number | null {
    if (name === "" || name === NO_UNIT) return null;
    const unit = names.read(name);
    if (unit === undefined) {
      unknown.add(name);
      return null;
    }
    if (placed.has(unit) && !shared.has(unit)) fail("layoutFile.repeated", at, name);
    placed.add(unit);
    return unit;
  }

  return {
    fail,

    addGroup(texts: GroupTexts): GroupInProgress {
      if (texts.name.length > MAX_GROUP_NAME) fail("layoutFile.format", texts.at("name"), texts.name);
      const group = { groupKey: readKey(texts), name: texts.name, ...readNumbers(texts) };
      const next: GroupInProgress = { group, rows: undefined, columns: undefined, cells: new Map() };
      groups.push(next);
      if (groups.length === MAX_LAYOUT_GROUPS + 1) fail("layoutFile.tooManyGroups", texts.at("name"));
      return next;
    },

    /** Adds a module; row and column from 0. */
    addModule(
      into: GroupInProgress,
      module: { row: number; column: number; unit: string; pole: number | null },
      at: Source,
    ): void {
      const { row, column, pole } = module;
      const place = `${row}/${column}`;
      if (into.cells.has(place)) fail("layoutFile.placeTwice", at, `${row + 1}-${column + 1}`);
      into.cells.set(place, { row, column, unit: readUnit(module.unit, at), pole });
      modules += 1;
      if (modules === MAX_LAYOUT_MODULES + 1) fail("layoutFile.tooManyModules", at);
    },

    /** The layout, or why there is none. */
    build(): LayoutFileContent | { readonly problems: readonly LayoutFileProblem[] } {
      if (groups.length === 0 && problems.length === 0)
        fail("layoutFile.noCoordinates", { row: 1, column: "A" });
      const built = groups.map(({ group, rows, columns, cells }): DraftGroup => {
        const own = [...cells.values()].sort(
          (one, other) => one.row - other.row || one.column - other.column,
        );
        return {
          ...group,
          rows: rows ?? Math.max(1, ...own.map(({ row }) => row + 1)),
          columns: columns ?? Math.max(1, ...own.map(({ column }) => column + 1)),
          cells: own,
        };
      });
      for (const { name, rows, columns, cells } of built) {
        const outside = cells.find((cell) => cell.row >= rows || cell.column >= columns);
        if (outside !== undefined)
          fail("layoutFile.outside", { row: null, column: name }, `${outside.row + 1}-${outside.column + 1}`);
      }
      return problems.length > 0 ? { problems } : { layout: { groups: built }, unknown: [...unknown] };
    },
  };
}

export type DraftBuilder = ReturnType<typeof createDraftBuilder>;
export type BuiltLayout = ReturnType<DraftBuilder["build"]>;
