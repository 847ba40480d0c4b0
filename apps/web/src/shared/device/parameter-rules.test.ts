import { expect, test } from "vitest";
import type { ParameterRow, Words } from "./parameter-rules.ts";
import { changedValues, findUnchanged, parameterLayout } from "./parameter-rules.ts";

const makeRow = (name: string, row: Partial<ParameterRow> = {}): ParameterRow => ({
  name,
  kind: "number",
  unit: "s",
  min: 1,
  max: 200,
  choices: [],
  minMultiple: null,
  isReadOnly: false,
  texts: {},
  requested: null,
  requestedAt: null,
  reported: null,
  reportedAt: null,
  ...row,
});

const isUnchanged = (row: ParameterRow, value: unknown): boolean =>
  Object.keys(findUnchanged([row], { [`values.${row.name}`]: value })).length === 1;

test("a reported value is unchanged if it was also requested last, or none was", () => {
  for (const requested of [null, 60]) {
    const row = makeRow("poll", { reported: 60, requested });
    expect(changedValues([row], { poll: 60 })).toEqual({});
    expect(isUnchanged(row, "60")).toBe(true);
    expect(changedValues([row], { poll: 90 })).toEqual({ poll: 90 });
    expect(isUnchanged(row, "90")).toBe(false);
  }
});

test("a reported value can be requested again after another was requested and the reply was lost", () => {
  const row = makeRow("poll", { reported: 60, requested: 120 });
  expect(changedValues([row], { poll: 60 })).toEqual({ poll: 60 });
  expect(isUnchanged(row, "60")).toBe(false);
  expect(isUnchanged(row, "120")).toBe(false);
  const output = makeRow("output", { kind: "switch", reported: false, requested: true });
  expect(changedValues([output], { output: "off" })).toEqual({ output: false });
  expect(isUnchanged(output, "off")).toBe(false);
  const settled = makeRow("output", { kind: "switch", reported: false, requested: false });
  expect(changedValues([settled], { output: "off" })).toEqual({});
  expect(isUnchanged(settled, "off")).toBe(true);
});

test("an empty field sets nothing, whatever was reported and requested", () => {
  for (const row of [
    makeRow("poll", { requested: 120 }),
    makeRow("poll", { reported: 60, requested: 120 }),
  ]) {
    expect(changedValues([row], {})).toEqual({});
    expect(isUnchanged(row, " ")).toBe(true);
    expect(isUnchanged(row, undefined)).toBe(true);
  }
});

test("a field names what was requested last where the device reported another value", () => {
  const words: Words = {
    t: ((key: string, { value }: { value?: string } = {}) => `${key} ${value}`) as unknown as Words["t"],
    exists: () => false,
    language: "en",
  };
  const hintOf = (row: Partial<ParameterRow>) =>
    parameterLayout([makeRow("poll", row)], words)["values.poll"]?.hint;
  expect(hintOf({ reported: 60, requested: 120 })).toBe("commands.parameters.requestedLast 120 s");
  for (const row of [{ reported: 60, requested: 60 }, { reported: 60 }, { requested: 120 }])
    expect(hintOf(row)).toBeUndefined();
});
