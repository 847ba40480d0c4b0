import { endpoints } from "@heliograph/contract";
import { expect, it } from "vitest";
import { describeForm } from "../../../vite/form-schema.ts";
import { fill, findProblem, requireFilled } from "./rules.ts";
import type { FormSchema } from "./schema.ts";
import { toBody, toFirstValue, valueAt } from "./values.ts";

const station = describeForm(endpoints.station.add.body as NonNullable<typeof endpoints.station.add.body>);
const account = describeForm(
  endpoints.account.addAccount.body as NonNullable<typeof endpoints.account.addAccount.body>,
);

const fieldOf = ({ fields }: FormSchema, path: string) => {
  const field = fields.find((each) => each.path === path);
  if (field === undefined) throw new Error(`no field ${path}`);
  return field;
};

/** What the form says, and what the server says to the same. */
function compare(schema: FormSchema, body: { safeParse: (value: unknown) => unknown }, path: string) {
  const field = fieldOf(schema, path);
  return (typed: string) => {
    const problem = findProblem(field, typed);
    const isRefused = (
      body.safeParse(toBody([field], { [path]: typed })) as {
        error?: { issues: { path: (string | number)[] }[] };
      }
    ).error?.issues.some((issue) => issue.path.join(".") === path);
    return { says: problem?.key, isRefusedByServer: isRefused === true };
  };
}

it("knows of each field what it is and whether it is needed", () => {
  expect(fieldOf(station, "name")).toMatchObject({ kind: "text", isRequired: true, maxLength: 120 });
  expect(fieldOf(station, "installedCapacityKwp")).toMatchObject({ kind: "number", min: 0.001 });
  expect(fieldOf(station, "gridConnectionDate")).toMatchObject({ kind: "day" });
  expect(fieldOf(station, "email")).toMatchObject({ format: "email", canBeEmpty: true, isRequired: false });
  expect(fieldOf(station, "visibility")).toMatchObject({
    kind: "choice",
    choices: ["concealed", "public"],
    initial: "concealed",
  });
  expect(fieldOf(account, "salutation")).toMatchObject({ kind: "choice", isRequired: false });
});

it("speaks the server's own sentences in every language", () => {
  expect(station.sentences.en["field.required"]).toBe("This field is required.");
  expect(Object.keys(station.sentences.th).sort()).toEqual(Object.keys(station.sentences.en).sort());
});

it.each([
  ["name", "", "prompt.name"],
  ["name", "x".repeat(121), "field.tooLong"],
  ["name", "a\u0007b", "field.text"],
  ["name", "Roof", undefined],
  ["installedCapacityKwp", "many", "field.number"],
  ["installedCapacityKwp", "0", "field.min"],
  ["installedCapacityKwp", "10000001", "field.max"],
  ["installedCapacityKwp", "12.5", undefined],
  // The input makes plain numbers of what is typed; anything else is none.
  ["installedCapacityKwp", "1,50,0", "field.number"],
  ["email", "", undefined],
  ["email", "nobody", "field.email"],
  ["phone", "12", "field.phone"],
  ["latitude", "", undefined],
  ["latitude", "91", "field.latitude"],
  ["currency", "eur", "field.currency"],
  ["visibility", "secret", "field.choice"],
])("%s typed as “%s” is refused with the server's message", (path, typed, key) => {
  const found = compare(station, endpoints.station.add.body as never, path)(typed);
  expect(found).toEqual({ says: key, isRefusedByServer: key !== undefined });
});

it("asks for an address that is not there before it asks for a correct one", () => {
  const body = endpoints.provider.add.body as NonNullable<typeof endpoints.provider.add.body>;
  const check = compare(describeForm(body), body as never, "serviceEmail");
  expect(check("")).toEqual({ says: "field.required", isRefusedByServer: true });
  expect(check("nobody")).toEqual({ says: "field.email", isRefusedByServer: true });
});

it("accepts a password as it is, with spaces at both ends", () => {
  const field = fieldOf(account, "password");
  expect(findProblem(field, "short")).toEqual({
    rule: "tooShort",
    key: "field.password",
    params: { min: 6, max: 16 },
  });
  expect(toBody([field], { password: " secret " })).toEqual({ password: " secret " });
});

it("sends what was typed as the contract wants it, and leaves out what is not there", () => {
  const draft = {
    name: "  Roof 1 ",
    installedCapacityKwp: "4.8",
    latitude: "",
    visibility: "public",
    email: "",
  };
  const fields = Object.keys(draft).map((path) => fieldOf(station, path));
  expect(toBody(fields, draft)).toEqual({
    name: "Roof 1",
    installedCapacityKwp: 4.8,
    visibility: "public",
    email: "",
  });
});

it("keeps nested fields by their paths", () => {
  const field = {
    path: "servers.china",
    kind: "text",
    isRequired: false,
    canBeEmpty: true,
    sentences: {},
  } as const;
  expect(valueAt({ servers: { china: "https://a.example" } }, field.path)).toBe("https://a.example");
  expect(toBody([field], { "servers.china": "x" })).toEqual({ servers: { china: "x" } });
  expect(toFirstValue(field, null)).toBe("");
});

it("an emptied field that has a value of its own is refused, not silently filled", () => {
  const field = {
    path: "brand",
    kind: "text",
    isRequired: false,
    initial: "Heliograph",
    canBeEmpty: false,
    sentences: { empty: "field.required" },
  } as const;
  expect(toFirstValue(field, undefined)).toBe("Heliograph");
  expect(findProblem(field, " ")).toMatchObject({ key: "field.required" });
});

const describe = (body: unknown) => describeForm(body as Parameters<typeof describeForm>[0]);

it.each([
  ["a text", endpoints.account.update.body, "userName", "Ana"],
  ["a picked entry", endpoints.account.update.body, "roleId", crypto.randomUUID()],
  ["a choice", endpoints.provider.update.body, "countryOrRegion", "DE"],
  ["a number", endpoints.configuration.update.body, "minimumWidth", 1600],
  ["an instant", endpoints.maintenance.update.body, "serviceStopAt", "2030-01-01T00:00:00Z"],
])("refuses to empty %s that a change cannot clear", (_, body, path, value) => {
  const schema = describe(body);
  const field = fieldOf(schema, path);
  const problem = findProblem(requireFilled(field, value), "");
  expect(schema.sentences.en[problem?.key ?? ""]).toMatch(/^(Please|Enter|Select)|required\.$/);
});

it("accepts a list that was empty and stays empty", () => {
  const scope = describe(endpoints.account.setScope.body);
  const field = fieldOf(scope, "stationIds");
  expect(findProblem(requireFilled(field, []), undefined)).toBeUndefined();
  expect(findProblem(requireFilled(field, ["a plant"]), undefined)).toBeDefined();
});

it("fills bounds into a sentence and leaves what is no bound", () => {
  expect(fill("At most {max}, as {z}.", { max: 3 })).toBe("At most 3, as {z}.");
});
