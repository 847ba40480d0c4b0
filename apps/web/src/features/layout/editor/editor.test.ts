import type { DraftGroup, LayoutBackground, LayoutDraft } from "@heliograph/contract";
import { MAX_GROUP_NAME } from "@heliograph/contract/layout-limits";
import { expect, it } from "vitest";
import {
  alignGroups,
  alignments,
  distributeGroups,
  findBox,
  middleOf,
  snapMove,
} from "../../../shared/roof/draft/boxes.ts";
import { findDiff, isSameLayout, listChangedPlaces } from "../../../shared/roof/draft/diff.ts";
import type { Edit } from "../../../shared/roof/draft/edits.ts";
import { applyEdit, fillCells, placeKey } from "../../../shared/roof/draft/edits.ts";
import type { History } from "../../../shared/roof/draft/history.ts";
import { edit, MAX_STEPS, redo, startHistory, undo } from "../../../shared/roof/draft/history.ts";
import { scaleBetween } from "./background-scale.ts";
import { actionOf } from "./editor-keys.ts";
import { copyGroups, editorBounds, nextName } from "./placement.ts";

const makeGroup = (groupKey: string, changes: Partial<DraftGroup> = {}): DraftGroup => {
  const { rows = 2, columns = 3 } = changes;
  return {
    ...{
      groupKey,
      name: groupKey,
      rows,
      columns,
      tiltDeg: null,
      azimuthDeg: null,
      rotationDeg: 0,
      xM: 0,
      yM: 0,
    },
    ...{ moduleWidthM: 1, moduleHeightM: 2, cells: fillCells(rows, columns) },
    ...changes,
  };
};

/** A generator of the same numbers in every run. */
function createRandom(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { next, below: (limit: number) => Math.floor(next() * limit) };
}
type Random = ReturnType<typeof createRandom>;

const pickOne = <Value>(random: Random, values: readonly Value[]): Value =>
  values[random.below(values.length)]!;

const makePhotograph = (random: Random): LayoutBackground => {
  const widthM = 1 + random.below(50);
  const [xM, yM] = [random.below(20) - 10, random.below(20) - 10];
  const photograph: LayoutBackground = {
    pictureKey: crypto.randomUUID(),
    ...{ xM, yM, rotationDeg: random.below(360), widthM, heightM: widthM / 2, opacity: 0.5 },
  };
  // As often scaled by two points, the second one apart from the first.
  return random.next() < 0.5
    ? photograph
    : scaleBetween(
        photograph,
        [
          [xM, yM],
          [xM + 1 + random.next(), yM],
        ],
        1 + random.below(9),
      );
};

function makeStep(random: Random, layout: LayoutDraft, number: number): Edit {
  const { groups } = layout;
  const some = groups.filter(() => random.next() < 0.5).map(({ groupKey }) => groupKey);
  const places = groups.flatMap(({ groupKey, cells }) =>
    cells.filter(() => random.next() < 0.2).map(({ row, column }) => ({ groupKey, row, column })),
  );
  const isSome = ({ groupKey }: DraftGroup) => some.includes(groupKey);
  const angle = random.below(720) - 360;
  return pickOne<() => Edit>(random, [
    () => ({
      kind: "addGroups",
      groups: [
        makeGroup(`g${number}`, { rows: 1 + random.below(4), columns: 1 + random.below(4), xM: number }),
      ],
    }),
    () => ({ kind: "removeGroups", groupKeys: some.slice(0, 1) }),
    () => ({ kind: "move", groupKeys: some, xM: random.next() * 10, yM: random.next() * -10 }),
    () => ({ kind: "rotate", groupKeys: some, byDeg: angle }),
    () => ({
      kind: "arrange",
      shifts: distributeGroups(groups.filter(isSome), pickOne(random, ["x", "y"] as const)),
    }),
    () => ({ kind: "arrange", shifts: alignGroups(groups.filter(isSome), pickOne(random, alignments)) }),
    () => ({ kind: "background", background: makePhotograph(random) }),
    () => ({ kind: "background", background: undefined }),
    () => ({ kind: "addGroups", groups: copyGroups(groups.filter(isSome).slice(0, 2), layout) }),
    () => ({ kind: "change", groupKeys: some, fields: { rows: 1 + random.below(5), rotationDeg: angle } }),
    () => ({
      kind: "change",
      groupKeys: some,
      fields: { columns: 1 + random.below(5), tiltDeg: random.below(90) },
    }),
    () => ({ kind: "addModules", places: places.map((place) => ({ ...place, row: place.row + 1 })) }),
    () => ({ kind: "removeModules", places }),
    () => ({
      kind: "assign",
      units: places.map((place, unit) => ({ ...place, unit: unit + 1 })),
      shared: [],
    }),
    () => ({ kind: "setPole", places, pole: 1 + random.below(9) }),
  ])();
}

/** What is true of every layout that can be saved. */
function check({ groups, background }: LayoutDraft): void {
  const units: number[] = [];
  const keys = new Set(groups.map(({ groupKey }) => groupKey));
  if (keys.size !== groups.length) throw new Error("two groups with one key");
  if (
    background !== undefined &&
    !(background.widthM > 0 && background.heightM > 0 && Number.isFinite(background.xM + background.yM))
  )
    throw new Error("a photograph without a place");
  for (const { rows, columns, cells, rotationDeg, xM, yM } of groups) {
    const places = new Set(cells.map(({ row, column }) => row * columns + column));
    if (places.size !== cells.length) throw new Error("two modules at one place");
    if (!cells.every(({ row, column }) => row < rows && column < columns))
      throw new Error("outside its group");
    if (rotationDeg < 0 || rotationDeg >= 360 || !Number.isFinite(xM + yM)) throw new Error("no place");
    units.push(...cells.flatMap(({ unit }) => (unit === null ? [] : [unit])));
  }
  if (new Set(units).size !== units.length) throw new Error("a unit at two places");
}

it("leads back and forth through 500 random sequences of 100 steps, each of them a valid layout", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const random = createRandom(seed);
    const states: LayoutDraft[] = [{ groups: [makeGroup("a"), makeGroup("b", { xM: 5 })] }];
    let history: History = startHistory(states[0]!);
    for (let number = 1; number <= MAX_STEPS; number++) {
      history = edit(history, makeStep(random, history.present, number));
      check(history.present);
      states.push(history.present);
    }
    // A walk that turns around now and then, at the step where it must be.
    let at = MAX_STEPS;
    for (let walked = 0; walked < 150; walked++) {
      const isBack = random.next() < 0.7;
      history = isBack ? undo(history) : redo(history);
      at = Math.min(Math.max(at + (isBack ? -1 : 1), 0), MAX_STEPS);
      if (history.present !== states[at]) throw new Error(`seed ${seed}: another layout at step ${at}`);
    }
    while (history.past.length > 0) history = undo(history);
    expect(history.present).toBe(states[0]);
  }
});

it("undoes the last 100 steps and no more; a new step ends what could be redone", () => {
  let history = startHistory({ groups: [makeGroup("a")] });
  for (let step = 1; step <= MAX_STEPS + 20; step++)
    history = edit(history, { kind: "move", groupKeys: ["a"], xM: 1, yM: 0 });
  for (let step = 1; step <= MAX_STEPS + 20; step++) history = undo(history);
  expect(history.present.groups[0]!.xM).toBe(20);
  history = edit(history, { kind: "move", groupKeys: ["a"], xM: 0, yM: 1 });
  expect(redo(history)).toBe(history);
});

it("turns a group around its own middle, and several around the middle of all", () => {
  const one = applyEdit({ groups: [makeGroup("a")] }, { kind: "rotate", groupKeys: ["a"], byDeg: 90 });
  expect(one.groups[0]).toMatchObject({ rotationDeg: 90, xM: 3.5, yM: 0.5 });
  expect(middleOf(one.groups[0]!)).toEqual([1.5, 2]);
  const both = applyEdit(
    { groups: [makeGroup("a"), makeGroup("b", { xM: 7 })] },
    { kind: "rotate", groupKeys: ["a", "b"], byDeg: 180 },
  );
  const [first, second] = both.groups.map((group) =>
    middleOf(group).map((metres) => Math.round(metres * 1000) / 1000),
  );
  expect([first, second]).toEqual([
    [8.5, 2],
    [1.5, 2],
  ]);
});

it("aligns edges and middles, and distributes equal gaps between groups that stay at the ends", () => {
  const groups = [
    makeGroup("a"),
    makeGroup("b", { xM: 4, yM: 1 }),
    makeGroup("c", { xM: 20, columns: 1, yM: 3 }),
  ];
  const apply = (shifts: Record<string, readonly [number, number]>) =>
    applyEdit({ groups }, { kind: "arrange", shifts }).groups.map((group) => findBox([group]));
  expect(apply(alignGroups(groups, "right")).map(({ right }) => right)).toEqual([21, 21, 21]);
  expect(apply(alignGroups(groups, "middle")).map(({ top, bottom }) => top + bottom)).toEqual([7, 7, 7]);
  const [first, second, third] = apply(distributeGroups(groups, "x"));
  expect([first!.left, second!.left - first!.right, third!.left - second!.right]).toEqual([0, 7, 7]);
});

it("shows the photograph with the groups, turned around its corner", () => {
  const background = { pictureKey: "p", xM: 0, yM: 0, widthM: 40, heightM: 10, rotationDeg: 90, opacity: 1 };
  // Around a group of 3 m by 4 m there are 2 m for others.
  expect(editorBounds({ groups: [makeGroup("a")] })).toEqual({ left: -2, top: -2, right: 5, bottom: 6 });
  const { left, top, right, bottom } = editorBounds({ groups: [makeGroup("a")], background });
  expect([left, top, right, bottom].map(Math.round)).toEqual([-10, -2, 5, 40]);
});

it("copies groups without their units, each with a name of its own", () => {
  const cells = fillCells(2, 3).map((cell, unit) => ({ ...cell, unit, pole: 4 }));
  const groups = ["West", "West 2", ""].map((name, at) => makeGroup(`g${at}`, { name, cells, xM: at * 5 }));
  const copies = copyGroups(groups, { groups });
  expect(copies.map(({ name, xM, yM }) => [name, xM, yM])).toEqual([
    ["West 3", 1, 1],
    ["West 4", 6, 1],
    ["", 11, 1],
  ]);
  const keys = [...groups, ...copies].map(({ groupKey }) => groupKey);
  expect(new Set(keys).size).toBe(6);
  for (const copy of copies) expect(copy.cells).toEqual(cells.map((cell) => ({ ...cell, unit: null })));
  const long = "x".repeat(MAX_GROUP_NAME);
  expect(nextName(long, { groups: [makeGroup("a", { name: long })] })).toBe(`${long.slice(2)} 2`);
});

it("draws a dragged group to edges of others nearby, else to a grid", () => {
  const [moved, others] = [[makeGroup("a")], [makeGroup("b", { xM: 10, yM: 0.3 })]];
  // The right edge of the one meets the left edge of the other; the tops too.
  const snap = (by: readonly [number, number]) =>
    snapMove({ moved, others }, by, 0.2).map((metres) => Math.round(metres * 1000) / 1000);
  expect(snap([6.9, 0.22])).toEqual([7, 0.3]);
  expect(snap([2.02, 8.13])).toEqual([2, 8.15]);
});

it("names what a layout changes: groups, modules, units that are placed, moved and taken away", () => {
  const before = { groups: [makeGroup("a"), makeGroup("b")] };
  const cells = fillCells(2, 3).map((cell) => ({ ...cell, unit: cell.row * 3 + cell.column + 1 }));
  before.groups[0]!.cells = cells;
  const steps: Edit[] = [
    { kind: "removeGroups", groupKeys: ["b"] },
    { kind: "addGroups", groups: [makeGroup("c")] },
    { kind: "move", groupKeys: ["a"], xM: 1, yM: 0 },
    { kind: "removeModules", places: [{ groupKey: "a", row: 0, column: 0 }] },
    { kind: "assign", units: [{ groupKey: "c", row: 0, column: 0, unit: 2 }], shared: [] },
    { kind: "assign", units: [{ groupKey: "c", row: 0, column: 1, unit: 99 }], shared: [] },
    { kind: "setPole", places: [{ groupKey: "c", row: 0, column: 2 }], pole: 4 },
  ];
  const after = steps.reduce<LayoutDraft>(applyEdit, before);
  expect(findDiff(before, after)).toEqual({
    ...{ addedGroups: ["c"], removedGroups: ["b"], changedGroups: ["a"], addedModules: 6, removedModules: 7 },
    ...{ placedUnits: [99], unplacedUnits: [1], movedUnits: [2], changedPoles: 1, changedBackgrounds: 0 },
  });
  expect(isSameLayout(before, structuredClone(before))).toBe(true);
  expect(isSameLayout(before, after)).toBe(false);
});

it("lists the modules that differ: new ones, those with another unit or pole, and all of a group that changed", () => {
  const before = { groups: [makeGroup("a"), makeGroup("b")] };
  const changedPlaces = (...steps: Edit[]) =>
    listChangedPlaces(before, steps.reduce<LayoutDraft>(applyEdit, before)).map(placeKey);
  const at = (row: number, column: number) => ({ groupKey: "a", row, column });
  expect(changedPlaces({ kind: "change", groupKeys: ["a"], fields: { name: "West" } })).toEqual([]);
  expect(
    changedPlaces(
      { kind: "assign", units: [{ ...at(0, 1), unit: 7 }], shared: [] },
      { kind: "setPole", places: [at(1, 2)], pole: 3 },
      { kind: "removeModules", places: [at(0, 0)] },
    ),
  ).toEqual([at(0, 1), at(1, 2)].map(placeKey));
  expect(changedPlaces({ kind: "move", groupKeys: ["a"], xM: 1, yM: 0 })).toHaveLength(6);
  expect(changedPlaces({ kind: "addGroups", groups: [makeGroup("c")] })).toHaveLength(6);
});

it("leaves the unit of a string in all its modules, and takes any other from where it was", () => {
  const place = (column: number) => ({ groupKey: "a", row: 0, column });
  const start = applyEdit(
    { groups: [makeGroup("a")] },
    { kind: "assign", units: [{ ...place(0), unit: 7 }], shared: [] },
  );
  const assign = (shared: number[]) =>
    applyEdit(start, { kind: "assign", units: [{ ...place(2), unit: 7 }], shared })
      .groups[0]!.cells.slice(0, 3)
      .map(({ unit }) => unit);
  expect([assign([]), assign([7])]).toEqual([
    [null, null, 7],
    [7, null, 7],
  ]);
});

it("moves, turns, deletes and selects by keys alone", () => {
  const layout = { groups: [makeGroup("a")] };
  const state = { history: startHistory(layout), mode: "groups" as const, groups: ["a"], places: [] };
  const press = (key: string, held: object = {}) =>
    actionOf(state, { key, shiftKey: false, ctrlKey: false, metaKey: false, altKey: false, ...held });
  expect(press("ArrowLeft")).toEqual({
    type: "edit",
    step: { kind: "move", groupKeys: ["a"], xM: -0.1, yM: 0 },
  });
  expect(press("ArrowDown", { shiftKey: true })).toMatchObject({ step: { yM: 1 } });
  expect(press("]")).toMatchObject({ step: { kind: "rotate", byDeg: 15 } });
  expect(press("Delete")).toMatchObject({ step: { kind: "removeGroups" } });
  expect([press("z", { ctrlKey: true }), press("Z", { ctrlKey: true, shiftKey: true })]).toEqual([
    { type: "undo" },
    { type: "redo" },
  ]);
  const modules = { ...state, mode: "modules" as const, places: [{ groupKey: "a", row: 0, column: 1 }] };
  const right = { key: "ArrowRight", shiftKey: false, ctrlKey: false, metaKey: false, altKey: false };
  expect(actionOf(modules, right)).toEqual({
    type: "selectPlaces",
    places: [{ groupKey: "a", row: 0, column: 2 }],
  });
});
