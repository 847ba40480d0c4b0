import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Birth } from "./birth.ts";
import { deviceModelSchema, findModel, findParameterProblems, findUnitLimits } from "./device-model.ts";
import { expandColumns } from "./expand.ts";
import { readDeviceModels } from "./read-models.ts";

const own = readDeviceModels();
const mcon = findModel(own, { type: "MCON", model: "MC-200" });

test("each type of device has a generic model, for devices whose model has no file", () => {
  for (const type of ["DCON", "SCON", "MCON", "OPT", "RSD"])
    expect(findModel(own, { type, model: "unheard of" })).toMatchObject({ type, model: "*" });
});

test("MCONs have five intervals and timeouts in their ranges, and a relay that is only shown [R3.15]", () => {
  const ranges = Object.entries(mcon.parameters).map(([name, each]) =>
    each.kind === "number" ? `${name} ${each.min}-${each.max} ${each.unit}` : `${name} ${each.kind}`,
  );
  expect(ranges).toEqual([
    "heartbeat 1-5 s",
    "otaInterval 50-5000 ms",
    "repeatAlarm 1-1440 min",
    "mosTimeout 5-20 s",
    "alarmPolling 1-3600 s",
    "relay switch",
  ]);
  expect(findParameterProblems(mcon, { relay: false })).toEqual([{ name: "relay", rule: "unknown" }]);
});

test.each([
  [{ heartbeat: 0 }, { rule: "min", bound: 1 }],
  [{ heartbeat: 6 }, { rule: "max", bound: 5 }],
  [{ heartbeat: 2.5 }, { rule: "wholeNumber" }],
  [{ heartbeat: "2" }, { rule: "wholeNumber" }],
  [{ colour: 1 }, { rule: "unknown" }],
  [{ constructor: 1 }, { rule: "unknown" }],
])("refuses %j", (values, problem) => {
  expect(findParameterProblems(mcon, values)).toMatchObject([problem]);
});

test("a timeout covers its heartbeats, whichever of the two is changed", () => {
  const problem = [{ name: "mosTimeout", rule: "minMultiple", bound: 12 }];
  expect(findParameterProblems(mcon, { heartbeat: 4, mosTimeout: 11 })).toEqual(problem);
  expect(findParameterProblems(mcon, { heartbeat: 4 }, { mosTimeout: 11 })).toEqual(problem);
  expect(findParameterProblems(mcon, { mosTimeout: 12 }, { heartbeat: 4 })).toEqual([]);
});

test("a model of a folder comes before the generic one, and a wrong file is named", () => {
  const folder = mkdtempSync(join(tmpdir(), "models-"));
  const model = { type: "MCON", model: "MC-9", points: {}, parameters: {} };
  writeFileSync(join(folder, "mc-9.json"), JSON.stringify(model));
  const models = readDeviceModels(folder);
  expect(findModel(models, model)).toMatchObject({ model: "MC-9" });
  expect(findModel(models, { type: "MCON", model: "MC-200" }).model).toBe("*");
  writeFileSync(join(folder, "wrong.json"), JSON.stringify({ ...model, points: { xx: {} } }));
  expect(() => readDeviceModels(folder)).toThrow(/wrong\.json is no device model/);
});

test.each([
  ["a default out of range", { parameters: { a: { kind: "number", min: 1, max: 2, default: 3 } } }],
  ["a default that is no choice", { parameters: { a: { kind: "choice", choices: ["x"], default: "y" } } }],
  [
    "a rule about an unknown parameter",
    {
      parameters: {
        a: { kind: "number", min: 1, max: 2, default: 1, minMultiple: { times: 2, parameter: "b" } },
      },
    },
  ],
  ["a range that no value can be in", { points: { vi: { min: 5_000, max: 6_000 } } }],
])("refuses a model with %s", (_, part) => {
  const model = { type: "MCON", model: "MC-9", points: {}, ...part };
  expect(deviceModelSchema.safeParse(model).success).toBe(false);
});

test("rejects rows beyond the range of the unit's model, and keeps those of other models beside them", () => {
  const model = deviceModelSchema.parse({
    type: "OPT",
    model: "MX-9",
    points: { vi: { max: 80 }, tp: {} },
  });
  const birth = {
    v: 1,
    session: 1,
    rev: 1,
    t: 0,
    clock: "ntp",
    gateway: { sn: "DC-1", type: "DCON", model: "DC-500", hw: "1", sw: "1" },
    interval: 60,
    cap: [],
    units: [
      [1, "OP-1", "OPT", "MX-9", "1", "1"],
      [2, "OP-2", "OPT", "MX-600", "1", "1"],
    ],
    columns: { "3": [["vi", "V", 0.1]] },
  } satisfies Birth;
  const limits = findUnitLimits([model, ...own], birth);
  expect([...limits.keys()]).toEqual([1]);
  const data = {
    v: 1 as const,
    rev: 1,
    s: 1,
    t: 0,
    c: 3,
    d: [
      [1, 2, 1],
      [801, 801, 800],
    ],
  };
  const { unit, columns, refused } = expandColumns(data, birth, limits);
  expect(refused).toEqual([{ unit: 1, reason: "out-of-range", column: "vi" }]);
  expect([[...unit], [...(columns.vi ?? [])]]).toEqual([
    [2, 1],
    [80.1, 80],
  ]);
  expect(expandColumns(data, birth).refused).toEqual([]);
});
