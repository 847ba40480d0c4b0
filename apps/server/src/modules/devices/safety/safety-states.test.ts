import { safetyState, safetyUnitState } from "@heliograph/contract";
import { expect, test } from "vitest";
import { readSafetyTables } from "../../../../test/safety-tables.ts";
import { SAFETY_TRANSITIONS, UNIT_TRANSITIONS } from "./safety-states.ts";

const listTransitions = (table: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.entries(table).flatMap(([event, states]) =>
    Object.entries(states).map(([from, to]) => [from, event, to]),
  );

test("the document's transitions of plants and units are those of the code", () => {
  expect(readSafetyTables("state | event")[0]?.sort()).toEqual(listTransitions(SAFETY_TRANSITIONS).sort());
  expect(readSafetyTables("unit | event")[0]?.sort()).toEqual(listTransitions(UNIT_TRANSITIONS).sort());
});

test("the document explains every state of plants and units", () => {
  const [plants = [], units = []] = readSafetyTables("state | meaning");
  expect(plants.map(([state]) => state)).toEqual(safetyState.options);
  expect(units.map(([state]) => state)).toEqual(safetyUnitState.options);
});
