import { endpoints } from "@heliograph/contract";
import { expect, test } from "vitest";
import { texts } from "../base/i18n/locales/logs/en.ts";
import { formatObject, formatValue } from "./format-value.ts";

const [ada, gone, secret, unknown] = ["1", "2", "3", "4"].map(
  (digit) => `0000000${digit}-0000-4000-8000-000000000000`,
) as [string, string, string, string];
const names = {
  [ada]: { name: "Ada Lin", isDeleted: false },
  [gone]: { name: null, isDeleted: true },
  [secret]: { name: null, isDeleted: false },
};
const labels: Readonly<Record<string, string>> = texts.logs.field;
const words = {
  tag: "en-GB",
  field: (path: string) => labels[path.slice(path.lastIndexOf(".") + 1)],
  code: (field: string, code: string) =>
    field === "state" ? ({ done: "Done" } as const)[code as "done"] : undefined,
  yes: "Yes",
  no: "No",
  empty: "Empty",
  hidden: "Not visible to you",
  deleted: (kind: string) => `Deleted ${kind}`,
};
const say = (path: string, value: unknown) => formatValue(value, { path, names, words });

test("names people and things instead of their ids, deleted ones as deleted [R3.14]", () => {
  expect(say("ownerId", ada)).toBe("Ada Lin");
  expect(say("ownerId", gone)).toBe("Deleted account");
  expect(say("companyId", unknown)).toBe("Deleted company");
  expect(say("roleId", secret)).toBe("Not visible to you");
  expect(say("stationIds", [ada, unknown])).toBe("Ada Lin, Deleted station");
  expect(say("commandId", unknown)).toBe("00000004");
});

test("says the codes of a field in words, and unknown ones as they are [R3.14]", () => {
  expect(say("state", "done")).toBe("Done");
  expect(say("result.state", "done")).toBe("Done");
  expect(say("state", "newer")).toBe("newer");
  expect(say("name", "done")).toBe("done");
});

test("says dates, moments, switches, lists and nested values in words", () => {
  expect(say("gridConnectionDate", "2026-11-22")).toBe("22/11/2026");
  expect(say("endsAt", "2027-06-01T12:00:00Z")).toMatch(/^01\/06\/2027 \d\d:00:00$/u);
  expect(say("isOn", true)).toBe("Yes");
  expect(say("remarks", "")).toBe("Empty");
  expect(say("args", {})).toBe("Empty");
  expect(say("args", [])).toBe("Empty");
  expect(say("fields", ["userName", "phone"])).toBe("Account name, Phone");
  expect(say("periods", [{ start: "08:00", end: "18:00", price: "0.3" }])).toBe(
    "Start: 08:00 · End: 18:00 · Price: 0.3",
  );
});

test("calls a deleted object of a row deleted, and names none of a kind without names", () => {
  expect(formatObject(unknown, { kind: "account", names, words })).toBe("Deleted account");
  expect(formatObject(ada, { kind: "account", names, words })).toBe("Ada Lin");
  expect(formatObject(unknown, { kind: "session", names, words })).toBeUndefined();
  expect(formatObject("DC-1", { kind: "device", names, words })).toBeUndefined();
});

/** The names of the fields in a schema, at every depth. */
function listFields(schema: unknown): string[] {
  if (typeof schema !== "object" || schema === null) return [];
  const node = schema as Record<string, unknown>;
  const own = Object.entries((node.properties as object | undefined) ?? {});
  const inner = ["items", "anyOf", "oneOf", "allOf"].flatMap((key) => [node[key]].flat());
  return [...own.flatMap(([name, value]) => [name, ...listFields(value)]), ...inner.flatMap(listFields)];
}

test("every field that a logged change takes has a word of its own", () => {
  const {
    account,
    company,
    configuration,
    customerType,
    device,
    maintenance,
    provider,
    role,
    settings,
    sharing,
    station,
  } = endpoints;
  const logged = [
    account.addAccount,
    account.addCompany,
    account.setScope,
    account.update,
    company.update,
    configuration.update,
    customerType.add,
    device.add,
    device.register,
    maintenance.add,
    provider.add,
    role.add,
    settings.updateUserInfo,
    sharing.settings,
    station.add,
    station.update,
  ];
  // What a call needs and no row keeps.
  const never = ["revision", "password", "registrationCode", "installedAt", "target", "op"];
  const fields = logged.flatMap(({ body }) =>
    body === undefined ? [] : listFields(body.toJSONSchema({ io: "input", unrepresentable: "any" })),
  );
  expect(fields.length).toBeGreaterThan(60);
  expect([...new Set(fields)].filter((name) => !(name in labels) && !never.includes(name))).toEqual([]);
});
