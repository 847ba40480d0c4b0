import { randomUUID } from "node:crypto";
import type { Endpoint } from "@heliograph/contract";
import { allEndpoints, endpoints, messages } from "@heliograph/contract";
import { MAX_LAYOUT_MODULES } from "@heliograph/contract/layout-limits";
import { expect, test } from "vitest";
import { createSamples } from "../../test/access-samples.ts";
import { digestTables } from "../../test/actors.ts";
import { createAccount, createSession, ensurePlatform } from "../../test/fixtures.ts";
import { absent, listViolations } from "../../test/rule-violations.ts";
import { openTestStage } from "../../test/stage.ts";
import { layoutGroup } from "./examples/layout-examples.ts";

// The server enforces every rule of the contract: one request for each rule of each query and body that violates only it.
// New endpoints and rules are included automatically; a rule without a violating value fails until test/rule-violations.ts
// has one.

type Values = Record<string, unknown>;

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const samples = createSamples();
const { companyId } = await ensurePlatform(engines.db);
const root = await createAccount(engines.db, { roleCode: "ROOT", companyId });
const { authorization } = await createSession(engines.db, { accountId: root.id });
const atFirst = await digestTables(engines.db, []);

const timeTariff = {
  method: "time",
  periods: [{ start: "00:00", end: "24:00", price: "0.25" }],
};
/** Further valid inputs, for alternatives that the first sample does not cover. */
const alternatives = new Map<Endpoint, readonly Values[]>([
  [endpoints.station.add, [{ tariff: timeTariff }]],
  [endpoints.station.update, [{ tariff: { method: "fixed", price: "0.25" } }, { tariff: timeTariff }]],
]);

const times = {
  previewAt: "2099-05-01T08:00:00Z",
  serviceStopAt: "2099-05-01T20:00:00Z",
  serviceRestartAt: "2099-05-01T22:00:00Z",
};
const [early, late] = ["2025-01-01T00:00:00Z", "2025-01-02T00:00:00Z"];
const wrongPeriods = [
  { fromAt: late, toAt: early },
  { fromAt: "2020-01-01T00:00:00Z", toAt: late },
];
/** Three parameters of a month by the minute are more values than a response has. */
const tooManyValues = {
  fromAt: early,
  toAt: "2025-02-01T00:00:00Z",
  fields: "powerW,inputVoltageV,inputCurrentA",
  stepS: "60",
};
const otherPassword = { confirmPassword: "Other-roof-99" };
const noContact = { email: absent, phone: absent };
/** Layouts with a module outside of its group, and with more modules than a layout may have. */
const wrongLayouts = [
  [{ ...layoutGroup, cells: [{ row: 1, column: 0, unit: null, pole: null }] }],
  [
    {
      ...layoutGroup,
      rows: 1_000,
      columns: 13,
      cells: Array.from({ length: MAX_LAYOUT_MODULES + 1 }, (_, index) => ({
        row: index % 1_000,
        column: Math.floor(index / 1_000),
        unit: null,
        pole: null,
      })),
    },
  ],
].map((groups) => ({ layout: { groups } }));
/** Changes of a valid input that violate a rule over several fields. */
const together = new Map<Endpoint, readonly Values[]>([
  [endpoints.account.addAccount, [noContact]],
  [endpoints.registry.invite, [noContact]],
  [endpoints.registry.register, [otherPassword]],
  [endpoints.registry.updateForgottenPassword, [otherPassword]],
  [endpoints.settings.updatePassword, [otherPassword]],
  [endpoints.devicePage.series, [...wrongPeriods, tooManyValues]],
  [endpoints.devicePage.exportData, wrongPeriods],
  [endpoints.layout.saveDraft, wrongLayouts],
  [endpoints.parameters.set, [{ values: {} }]],
  [endpoints.log.list, wrongPeriods],
  [endpoints.log.refusals, wrongPeriods],
  [
    endpoints.station.compare,
    [
      { fromDay: "2026-06-02", toDay: "2026-06-01" },
      { fromDay: "2026-06-02", toDay: "2027-06-03" },
      { toDay: absent },
    ],
  ],
  [endpoints.station.update, [{ tariff: absent, tariffFrom: "2030-01-01" }]],
  [
    endpoints.maintenance.add,
    [
      { ...times, previewAt: "2099-05-01T21:00:00Z" },
      { ...times, serviceRestartAt: "2099-05-01T19:00:00Z" },
      { ...times, serviceRestartAt: "2099-07-01T19:00:00Z" },
    ],
  ],
]);

const someId = randomUUID();
/** Uses ids that do not exist: rules are checked before any lookup. */
const withIds = (values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (!/Ids?$/.test(name)) return [name, value];
      if (value === "") return [name, someId];
      return [name, Array.isArray(value) && value[0] === "" ? [someId] : value];
    }),
  );

function listAll(endpoint: Endpoint) {
  const sample = samples.get(endpoint)?.() ?? {};
  return (["query", "body"] as const).flatMap((part) => {
    if (!endpoint[part]) return [];
    const base = withIds(sample[part] ?? {});
    const bases = [base, ...(alternatives.get(endpoint) ?? []).map((other) => ({ ...base, ...other }))];
    return bases.flatMap((one) =>
      listViolations(endpoint, { part, base: one, together: together.get(endpoint) ?? [] }).map(
        (violation) => ({ ...violation, part }),
      ),
    );
  });
}

const checked = allEndpoints.filter(
  ({ query, body, responseType, upload }) =>
    (query ?? body) !== undefined && responseType !== "stream" && !upload,
);

test.each(checked.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  "%s refuses input that violates a rule of the contract, and names the field [R5.24]",
  async (_, endpoint) => {
    for (const { rule, path, part, input } of listAll(endpoint)) {
      const { statusCode, envelope } = await server.call(endpoint.method, endpoint.path, {
        ...(endpoint.access.who !== "public" && { authorization }),
        [part]: input,
      });
      const fields = (envelope.data?.fields ?? []) as { path: string; message: string }[];
      expect({ rule, statusCode, code: envelope.code, status: envelope.status }).toEqual({
        rule,
        statusCode: 400,
        code: "A0400",
        status: 400,
      });
      expect({ rule, fields: fields.map((field) => field.path) }).toEqual({
        rule,
        fields: expect.arrayContaining([path]),
      });
      const unreported = fields.filter(
        ({ message }) => message === "" || message === messages.en["field.invalid"],
      );
      expect({ rule, unreported }).toEqual({ rule, unreported: [] });
    }
  },
);

test("changes nothing for input that violates a rule [R5.24]", async () => {
  expect(await digestTables(engines.db, [])).toEqual(atFirst);
});

test("finds the rules of the whole contract", () => {
  const all = checked.flatMap(listAll);
  const kinds = new Set(all.map(({ rule }) => rule.replace(/^.*: /, "").replace(/ .*/, "")));
  expect(all.length).toBeGreaterThan(600);
  expect([...kinds]).toEqual(
    expect.arrayContaining([
      "required",
      "unknown",
      "type",
      "null",
      "min_length",
      "max_length",
      "greater_than",
      "less_than",
      "string_format",
      "custom",
      "fields",
    ]),
  );
});
