import type { Endpoint, Language, MessageKey } from "@heliograph/contract";
import { describeIssue, messages } from "@heliograph/contract";
import type { FieldSchema, FormSchema, Rule, TextKind } from "../src/shared/form/schema.ts";

type Body = NonNullable<Endpoint["body"]>;

interface Json {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly default?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Json;
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Json[];
  readonly oneOf?: readonly Json[];
  readonly allOf?: readonly Json[];
  readonly writeOnly?: boolean;
  readonly "x-kinds"?: readonly TextKind[];
  readonly "x-same-as"?: string;
}

type Sentences = Partial<Record<Rule, MessageKey>>;
type Probe = Readonly<Record<string, unknown>>;

/** Where a field is: the body, the path of its container, and the values that select the union it belongs to. */
interface Place {
  readonly body: Body;
  readonly prefix: string;
  readonly given: Probe;
}

/** Describes a body for a form. The server's sentence for a rule is found by breaking the rule. */
export function describeForm(body: Body): FormSchema {
  const json = body.toJSONSchema({ io: "input", unrepresentable: "any" }) as Json;
  if (json.properties === undefined) throw new Error("Only an object can be a form");
  const fields = describeObject({ body, prefix: "", given: {} }, json);
  const keys = new Set(fields.flatMap(listSentences));
  const sentences = Object.fromEntries(
    Object.entries(messages).map(([language, texts]) => [
      language,
      Object.fromEntries([...keys].map((key) => [key, texts[key]])),
    ]),
  ) as Record<Language, Record<string, string>>;
  return { fields, sentences };
}

function listSentences(field: FieldSchema): MessageKey[] {
  const own = Object.values(field.sentences);
  if (field.kind === "array") return [...own, ...field.items.flatMap(listSentences)];
  const kinds = field.kind === "text" ? (field.textKinds ?? []) : [];
  return [...own, ...kinds.map(({ sentence }) => sentence)];
}

function describeObject(place: Place, json: Json): FieldSchema[] {
  return Object.entries(json.properties ?? {}).flatMap(([name, property]) => {
    const path = `${place.prefix}${name}`;
    if (property.properties !== undefined) return describeObject({ ...place, prefix: `${path}.` }, property);
    const selector = findSelector(property);
    if (selector !== undefined) return describeUnion(place, { path, property, selector });
    return [describeField(place, { path, property, isListed: json.required?.includes(name) === true })];
  });
}

const isConstant = (property: Json | undefined): boolean => typeof property?.const === "string";

/** The field that says which of several objects it is. */
function findSelector({ oneOf, anyOf }: Json): string | undefined {
  const options = oneOf ?? anyOf ?? [];
  const names = Object.keys(options[0]?.properties ?? {});
  return names.find((name) => options.every(({ properties }) => isConstant(properties?.[name])));
}

interface Union {
  readonly path: string;
  readonly property: Json;
  readonly selector: string;
}

/** A union as a choice, and the fields of each alternative that count while it is chosen. */
function describeUnion(place: Place, { path, property, selector }: Union): FieldSchema[] {
  const options = property.oneOf ?? property.anyOf ?? [];
  const selectorPath = `${path}.${selector}`;
  const choices = options.map(({ properties }) => String(properties?.[selector]?.const));
  const choice: FieldSchema = {
    path: selectorPath,
    kind: "choice",
    isRequired: true,
    choices,
    sentences: findSentences(place, selectorPath, [
      ["required", ""],
      ["choice", "\u0001"],
    ]),
  };
  const others = options.flatMap((option, index) => {
    const is = choices[index] as string;
    const { [selector]: _, ...properties } = option.properties ?? {};
    const given = { ...place.given, [selectorPath]: is };
    return describeObject({ ...place, prefix: `${path}.`, given }, { ...option, properties }).map(
      (field): FieldSchema => ({ ...field, when: { path: selectorPath, is } }),
    );
  });
  return [choice, ...others];
}

interface Property {
  readonly path: string;
  readonly property: Json;
  readonly isListed: boolean;
}

function describeField(place: Place, { path, property, isListed }: Property): FieldSchema {
  const { json, isNullable, canBeEmpty } = unwrap(property);
  const say: Say = (...probes) => findSentences(place, path, probes);
  const base: Base = {
    path,
    isRequired: isListed && property.default === undefined,
    ...(isNullable && { isNullable }),
    ...(property.default !== undefined && { initial: property.default }),
    ...(json.writeOnly === true && { isSecret: true }),
    // A field that may be absent can still be one that must not be emptied: then the sentence is that of an empty value.
    sentences: say(["required", ""], ["required", undefined]),
  };
  if (json.enum?.every((each) => typeof each === "string"))
    return {
      ...base,
      kind: "choice",
      choices: json.enum as string[],
      sentences: { ...base.sentences, ...say(["choice", "\u0001"]) },
    };
  switch (json.type) {
    case "boolean":
      return { ...base, kind: "boolean", ...(json.const === true && { mustBeTrue: true }) };
    case "number":
    case "integer":
      return describeNumber(base, json, say);
    case "string":
      return describeText(base, { ...json, canBeEmpty }, say);
    case "array":
      if (json.items?.properties !== undefined) return describeArray(place, base, json);
  }
  return { ...base, kind: "custom" };
}

type Base = Pick<FieldSchema, "path" | "isRequired" | "isNullable" | "initial" | "isSecret" | "sentences">;
type Say = (...probes: readonly (readonly [Rule, unknown])[]) => Sentences;

function describeArray(place: Place, base: Base, json: Json): FieldSchema {
  const prefix = `${base.path}.0.`;
  const { minItems = 0, maxItems, items = {} } = json;
  const tooMany = maxItems === undefined ? [] : Array.from({ length: maxItems + 1 }, () => ({}));
  return {
    ...base,
    kind: "array",
    items: describeObject({ ...place, prefix }, items).map((field) => ({
      ...field,
      path: field.path.slice(prefix.length),
    })),
    minItems,
    ...(maxItems !== undefined && { maxItems }),
    sentences: {
      ...base.sentences,
      ...(minItems > 0 && findSentences(place, base.path, [["tooFew", []]])),
      ...(maxItems !== undefined && findSentences(place, base.path, [["tooMany", tooMany]])),
    },
  };
}

function describeNumber(base: Base, json: Json, say: Say): FieldSchema {
  const kind = json.type as "number" | "integer";
  // zod bounds whole numbers by what can be counted exactly; that is no rule of a form.
  const min = json.minimum === Number.MIN_SAFE_INTEGER ? undefined : json.minimum;
  const max = json.maximum === Number.MAX_SAFE_INTEGER ? undefined : json.maximum;
  const { exclusiveMinimum: moreThan, exclusiveMaximum: lessThan } = json;
  const low = min === undefined ? moreThan : min - 1;
  const high = max === undefined ? lessThan : max + 1;
  return {
    ...base,
    kind,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(moreThan !== undefined && { moreThan }),
    ...(lessThan !== undefined && { lessThan }),
    sentences: {
      ...base.sentences,
      ...say(["kind", kind === "integer" ? 0.5 : "x"]),
      ...(low !== undefined && say(["tooSmall", low])),
      ...(high !== undefined && say(["tooBig", high])),
    },
  };
}

const TEXT_FORMATS: Readonly<Record<string, "email" | "id" | "password" | "decimal">> = {
  email: "email",
  uuid: "id",
  password: "password",
  decimal: "decimal",
};

function describeText(base: Base, json: Json & { canBeEmpty: boolean }, say: Say): FieldSchema {
  if (json.format === "date-time" || json.format === "date")
    return {
      ...base,
      kind: json.format === "date" ? "day" : "instant",
      sentences: { ...base.sentences, ...say(["kind", "x"]) },
    };
  const patterns = [json, ...(json.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  const { minLength, maxLength, "x-kinds": textKinds, "x-same-as": sameAs } = json;
  const format = TEXT_FORMATS[json.format ?? ""];
  const wrong = patterns
    .map((pattern) => breakPattern(pattern, minLength))
    .find((text) => text !== undefined);
  const empty = say(["empty", ""]);
  return {
    ...base,
    kind: "text",
    canBeEmpty: json.canBeEmpty || empty.empty === undefined,
    ...(format !== undefined && { format }),
    ...(minLength !== undefined && minLength > 0 && { minLength }),
    ...(maxLength !== undefined && { maxLength }),
    ...(patterns.length > 0 && { patterns }),
    ...(textKinds !== undefined && { textKinds }),
    ...(sameAs !== undefined && { sameAs }),
    sentences: {
      ...base.sentences,
      ...empty,
      ...(wrong !== undefined && say(["pattern", wrong])),
      ...(sameAs !== undefined && say(["same", "\u0001"])),
      ...(minLength !== undefined && minLength > 1 && say(["tooShort", "a".repeat(minLength - 1)])),
      ...(maxLength !== undefined && say(["tooLong", "a".repeat(maxLength + 1)])),
    },
  };
}

/** A text that a pattern refuses, close to an honest mistake. */
function breakPattern(pattern: string, minLength = 1): string | undefined {
  const rule = new RegExp(pattern, "u");
  return ["a", "?", "a b", "\u0001"].map((text) => text.repeat(minLength)).find((text) => !rule.test(text));
}

/** The alternatives of a field, those of its alternatives included. */
function flatten(property: Json): readonly Json[] {
  return property.anyOf?.flatMap(flatten) ?? [property];
}

/** The rules of a field apart from "or empty" and "or null". */
function unwrap(property: Json): { json: Json; isNullable: boolean; canBeEmpty: boolean } {
  const others = flatten(property);
  const isNullable = others.some(({ type }) => type === "null");
  const canBeEmpty = others.some((each) => each.const === "");
  const real = others.filter((each) => each.type !== "null" && each.const !== "");
  return { json: real.length === 1 && real[0] !== undefined ? real[0] : {}, isNullable, canBeEmpty };
}

/** What the server says to each probe in a field, by the rule that the probe breaks. */
function findSentences(
  { body, given }: Place,
  path: string,
  probes: readonly (readonly [Rule, unknown])[],
): Sentences {
  const found: Sentences = {};
  for (const [rule, probe] of probes) {
    const repeated = rule === "same" ? { password: "", newPassword: "" } : {};
    const key = sentenceOf(body, path, { ...repeated, ...given, [path]: probe });
    if (key !== undefined) found[rule] = key;
  }
  return found;
}

function sentenceOf(body: Body, path: string, values: Probe): MessageKey | undefined {
  const result = body.safeParse(nest(values), { reportInput: true });
  if (result.success) return undefined;
  return result.error.issues.flatMap(describeIssue).find((problem) => problem.path === path)?.key;
}

/** An object from its values by path; numbers in a path are places in a list. */
function nest(values: Probe): unknown {
  const root: Record<string, unknown> = {};
  for (const [path, value] of Object.entries(values)) {
    const names = path.split(".");
    let inner: Record<string, unknown> = root;
    for (const [index, name] of names.slice(0, -1).entries()) {
      inner[name] ??= /^\d+$/.test(names[index + 1] ?? "") ? [] : {};
      inner = inner[name] as Record<string, unknown>;
    }
    inner[names.at(-1) ?? ""] = value;
  }
  return root;
}
