import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { safetyState, safetyUnitState } from "@heliograph/contract";
import { expect, test } from "vitest";
import { SAFETY_TRANSITIONS, UNIT_TRANSITIONS } from "./safety-states.ts";

const document = readFileSync(
  fileURLToPath(new URL("../../../../../../docs/safety.md", import.meta.url)),
  "utf8",
);

/** Rows of the document's tables whose head begins so, one table after the other. */
function readTables(head: string): string[][][] {
  const lines = document.split("\n");
  return lines.flatMap((line, start) => {
    if (!line.startsWith(`| ${head} |`)) return [];
    const end = lines.findIndex((other, index) => index > start && other === "");
    const rows = lines.slice(start + 2, end).map((row) =>
      row
        .split("|")
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
    return [rows];
  });
}

const listTransitions = (table: Readonly<Record<string, Readonly<Record<string, string>>>>) =>
  Object.entries(table).flatMap(([event, states]) =>
    Object.entries(states).map(([from, to]) => [from, event, to]),
  );

test("the document's transitions of plants and units are those of the code", () => {
  expect(readTables("state | event")[0]?.sort()).toEqual(listTransitions(SAFETY_TRANSITIONS).sort());
  expect(readTables("unit | event")[0]?.sort()).toEqual(listTransitions(UNIT_TRANSITIONS).sort());
});

test("the document explains every state of plants and units", () => {
  const [plants = [], units = []] = readTables("state | meaning");
  expect(plants.map(([state]) => state)).toEqual(safetyState.options);
  expect(units.map(([state]) => state)).toEqual(safetyUnitState.options);
});
