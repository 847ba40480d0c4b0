import { expect, test } from "vitest";
import type { z } from "zod";
import { addAccount, addCompany } from "./account.ts";
import { updateCompany } from "./company-change.ts";
import { addDevice } from "./device.ts";
import { listDevices } from "./device-list.ts";
import { replaceDevice } from "./device-moves.ts";
import { describeIssue } from "./field-problems.ts";
import { plantDay, plantPeriod } from "./primitives.ts";
import { providerInput } from "./provider.ts";
import { addRole } from "./role.ts";
import { listStations, stationInput, tariff } from "./station.ts";
import { login } from "./token.ts";

function problemsOf(schema: z.ZodType | undefined, input: unknown): string[] {
  const result = schema?.safeParse(input, { reportInput: true });
  return (result?.error?.issues ?? []).flatMap(describeIssue).map(({ path, key }) => `${path}: ${key}`);
}

const station = {
  name: "Roof",
  installedCapacityKwp: 8,
  gridConnectionDate: "2024-05-01",
  timeZone: "Europe/Berlin",
  currency: "EUR",
  tariff: { method: "fixed", price: "0.25" },
  personInCharge: "Ana",
  phone: "+49 30 123456",
};

test("accepts a plant with the required fields only", () => {
  expect(problemsOf(stationInput, station)).toEqual([]);
});

test("asks for each missing field by name", () => {
  expect(problemsOf(stationInput, {}).sort()).toEqual([
    "currency: choose.currency",
    "gridConnectionDate: prompt.gridConnectionDate",
    "installedCapacityKwp: prompt.installedCapacity",
    "name: prompt.name",
    "personInCharge: prompt.personInCharge",
    "phone: prompt.phone",
    "tariff: choose.pricingMethod",
    "timeZone: field.required",
  ]);
  expect(problemsOf(stationInput, { ...station, name: "  " })).toEqual(["name: prompt.name"]);
});

test("reports an empty field before its format", () => {
  const problems = (serviceEmail: string) =>
    problemsOf(providerInput, { countryOrRegion: "BR", serviceEmail });
  expect(problems("")).toEqual(["serviceEmail: field.required"]);
  expect(problems("nobody")).toEqual(["serviceEmail: field.email"]);
  expect(problemsOf(stationInput, { ...station, phone: "" })).toEqual(["phone: prompt.phone"]);
});

test("asks to choose a value for fields picked from a list: an account, a role, a type", () => {
  const roles = (change: object) =>
    problemsOf(addAccount.body, {
      userName: "Ana",
      email: "ana@example.org",
      password: "Blue-roof-77",
      ...change,
    });
  expect(roles({})).toEqual(["companyId: choose.company", "roleId: choose.role"]);
  expect(roles({ companyId: "", roleId: "x" })).toEqual(["companyId: choose.company", "roleId: field.id"]);
  expect(problemsOf(addRole.body, { customerTypeId: "" })).toContain("customerTypeId: choose.accountType");
});

test("asks to choose currency and pricing method of a plant", () => {
  const problems = (change: object) => problemsOf(stationInput, { ...station, ...change });
  expect(problems({ currency: "" })).toEqual(["currency: choose.currency"]);
  expect(problems({ currency: "euro" })).toEqual(["currency: field.currency"]);
  expect(problems({ tariff: { price: "0.3" } })).toEqual(["tariff.method: choose.pricingMethod"]);
  expect(problems({ tariff: { method: "" } })).toEqual(["tariff.method: choose.pricingMethod"]);
  expect(problems({ tariff: { method: "free" } })).toEqual(["tariff.method: field.choice"]);
  expect(problems({ tariff: { method: "fixed" } })).toEqual(["tariff.price: prompt.price"]);
});

test("describes the violated rule in terms of the field", () => {
  const problems = (change: object) => problemsOf(stationInput, { ...station, ...change });
  expect(problems({ installedCapacityKwp: 0 })).toEqual(["installedCapacityKwp: field.min"]);
  expect(problems({ installedCapacityKwp: 1e-8 })).toEqual(["installedCapacityKwp: field.min"]);
  expect(problems({ installedCapacityKwp: 0.001 })).toEqual([]);
  expect(problems({ installedCapacityKwp: "8" })).toEqual(["installedCapacityKwp: field.number"]);
  expect(problems({ latitude: 91 })).toEqual(["latitude: field.latitude"]);
  expect(problems({ gridConnectionDate: "1.5.2024" })).toEqual(["gridConnectionDate: field.date"]);
  expect(problems({ currency: "euro" })).toEqual(["currency: field.currency"]);
  expect(problems({ phone: "call me" })).toEqual(["phone: field.phone"]);
  expect(problems({ name: "a\nb" })).toEqual(["name: field.text"]);
  expect(problems({ name: "x".repeat(121) })).toEqual(["name: field.tooLong"]);
  expect(problems({ ownerId: "me" })).toEqual(["ownerId: field.id"]);
  expect(problems({ isSuper: true, role: "ROOT" })).toEqual([
    "isSuper: field.unknown",
    "role: field.unknown",
  ]);
});

test("names a field inside a list by its index", () => {
  const tariff = { method: "time", periods: [{ start: "07:10", end: "23:00", price: "0,5" }] };
  expect(problemsOf(stationInput, { ...station, tariff })).toEqual([
    "tariff.periods.0.start: field.quarterHour",
    "tariff.periods.0.price: field.price",
  ]);
  expect(problemsOf(stationInput, { ...station, tariff: { method: "time", periods: [] } })).toEqual([
    "tariff.periods: field.tooFew",
  ]);
});

test("takes days, months and years from 1970 to 2199 only", () => {
  for (const day of ["0000-01-01", "0001-01-01", "1969-12-31", "2200-01-01", "9999-12-31"])
    expect(problemsOf(plantDay, day)).toEqual([": field.years"]);
  for (const day of ["2026-02-29", "2026-1-1", "today"])
    expect(problemsOf(plantDay, day)).toEqual([": field.date"]);
  for (const period of ["0000", "1969-12", "2200", "9999-12"])
    expect(problemsOf(plantPeriod, period)).toEqual([": field.years"]);
  expect(problemsOf(plantPeriod, "2026-13")).toEqual([": field.format"]);
  for (const day of ["1970-01-01", "2199-12-31"]) expect(problemsOf(plantDay, day)).toEqual([]);
  for (const period of ["1970", "2199-12"]) expect(problemsOf(plantPeriod, period)).toEqual([]);
});

test("refuses control characters in search text and sign-in names", () => {
  expect(problemsOf(listStations.query, { search: "a\0b" })).toEqual(["search: field.text"]);
  expect(problemsOf(listDevices.query, { search: "\u0000" })).toEqual(["search: field.text"]);
  const body = { account: "ida\0@example.org", password: "x", endpoint: "WEB" };
  expect(problemsOf(login.body, body)).toEqual(["account: field.text"]);
  expect(problemsOf(listStations.query, { search: " Müller 屋顶 " })).toEqual([]);
});

test("accepts ASCII letters and digits in an alias, and nothing else [R5.1]", () => {
  const device = { stationId: crypto.randomUUID(), sn: "OPT-0001", registrationCode: "ABCDEFGHIJKLMNOP" };
  for (const alias of ["Roof1", "ABCxyz0189", "x".repeat(32), ""])
    expect([alias, problemsOf(addDevice.body, { ...device, alias })]).toEqual([alias, []]);
  for (const alias of ["Roof 1", "a-b", "<b>", "a_b", "屋顶2", "หลังคา3", "Dach\u00e4", "１", "x".repeat(33)])
    expect(problemsOf(addDevice.body, { ...device, alias })).toEqual(["alias: field.alias"]);
});

test("bounds passwords to 6 to 16 characters and page sizes to 200", () => {
  const passwordProblems = (password: string) =>
    problemsOf(addAccount.body, {
      companyId: crypto.randomUUID(),
      roleId: crypto.randomUUID(),
      userName: "Ana",
      email: "ana@example.org",
      password,
    });
  expect(passwordProblems("12345")).toEqual(["password: field.password"]);
  expect(passwordProblems("1".repeat(17))).toEqual(["password: field.password"]);
  expect(passwordProblems("123456")).toEqual([]);
  expect(passwordProblems("1".repeat(16))).toEqual([]);
  expect(problemsOf(listStations.query, { pageSize: "200" })).toEqual([]);
  expect(problemsOf(listStations.query, { pageSize: "201" })).toEqual(["pageSize: field.max"]);
  expect(problemsOf(listStations.query, { page: "0" })).toEqual(["page: field.min"]);
});

test("reports the problem of an optional field, and an unknown alternative as no valid choice [R5.3]", () => {
  const company = { companyId: crypto.randomUUID(), revision: "1" };
  const problems = problemsOf(updateCompany.body, { ...company, contactPhone: "12", contactEmail: "x" });
  expect(problems).toEqual(["contactPhone: field.phone", "contactEmail: field.email"]);
  expect(problemsOf(tariff, { method: "none" })).toEqual(["method: field.choice"]);
});

const company = { name: "Farm", address: "1 Sun Street", contact: "Dora", contactPhone: "+49 30 1234567" };
const device = { stationId: crypto.randomUUID(), sn: "DC-1234", registrationCode: "AAAABBBBCCCCDDDD" };
const user = {
  companyId: company.name,
  roleId: company.name,
  email: "ana@example.org",
  password: "Blue-roof-77",
};

test.each([
  ["prompt.account", login.body, "account", { account: "a", password: "b", endpoint: "WEB" }],
  ["prompt.userName", addAccount.body, "userName", user],
  ["prompt.name", stationInput, "name", station],
  ["prompt.company", addCompany.body, "name", company],
  ["prompt.company", updateCompany.body, "name", company],
  ["prompt.companyAddress", addCompany.body, "address", company],
  ["prompt.companyAddress", updateCompany.body, "address", company],
  ["prompt.contact", addCompany.body, "contact", company],
  ["prompt.contact", updateCompany.body, "contact", company],
  ["prompt.contactPhone", addCompany.body, "contactPhone", company],
  ["prompt.contactPhone", updateCompany.body, "contactPhone", company],
  ["prompt.serialNumber", replaceDevice.body, "sn", { deviceId: device.stationId, sn: device.sn }],
  ["prompt.registrationCode", addDevice.body, "registrationCode", device],
  ["prompt.installedCapacity", stationInput, "installedCapacityKwp", station],
  ["prompt.gridConnectionDate", stationInput, "gridConnectionDate", station],
  ["prompt.personInCharge", stationInput, "personInCharge", station],
  ["prompt.phone", stationInput, "phone", station],
] as const)("reports %s for an empty or null field", (key, schema, path, valid) => {
  const isNumber = path === "installedCapacityKwp";
  for (const empty of isNumber ? [null] : ["", null])
    expect(problemsOf(schema, { ...valid, [path]: empty })).toContain(`${path}: ${key}`);
});

test("asks for each price that is missing", () => {
  expect(problemsOf(stationInput, { ...station, tariff: { method: "fixed", price: "" } })).toEqual([
    "tariff.price: prompt.price",
  ]);
});

test("a company cannot be created without its address, contact and contact phone", () => {
  expect(problemsOf(addCompany.body, { name: "Farm" })).toEqual([
    "address: prompt.companyAddress",
    "contact: prompt.contact",
    "contactPhone: prompt.contactPhone",
  ]);
});
