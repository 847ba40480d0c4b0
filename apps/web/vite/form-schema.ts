import type { Endpoint, Language, MessageKey } from "@heliograph/contract";
import { describeIssue, messages } from "@heliograph/contract";
import type { FieldSchema, FormSchema, Rule } from "../src/shared/ui/schema-form/schema.ts";

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
  readonly properties?: Readonly<Record<string, Json>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Json[];
  readonly allOf?: readonly Json[];
}

/** Describes a body for a form. What the server would say to a broken rule is found by breaking it. */
export function describeForm(body: Body): FormSchema {
  const json = body.toJSONSchema({ io: "input", unrepresentable: "any" }) as Json;
  if (json.properties === undefined) throw new Error("Only an object can be a form");
  const fields = describeObject(body, json, "");
  const keys = new Set(fields.flatMap(({ sentences }) => Object.values(sentences)));
  const sentences = Object.fromEntries(
    Object.entries(messages).map(([language, texts]) => [
      language,
      Object.fromEntries([...keys].map((key) => [key, texts[key as MessageKey]])),
    ]),
  ) as Record<Language, Record<string, string>>;
  return { fields, sentences };
}

function describeObject(body: Body, json: Json, prefix: string): FieldSchema[] {
  return Object.entries(json.properties ?? {}).flatMap(([name, property]) => {
    const path = `${prefix}${name}`;
    if (property.properties !== undefined) return describeObject(body, property, `${path}.`);
    return [describeField(body, path, property, json.required?.includes(name) === true)];
  });
}

function describeField(body: Body, path: string, property: Json, isListed: boolean): FieldSchema {
  const { json, isNullable, canBeEmpty } = unwrap(property);
  const say = (rule: Rule, probe: unknown): Partial<Record<Rule, string>> => {
    const key = sentenceOf(body, path, probe);
    return key === undefined ? {} : { [rule]: key };
  };
  const base = {
    path,
    isNeeded: isListed && property.default === undefined,
    ...(isNullable && { isNullable }),
    ...(property.default !== undefined && { initial: property.default }),
  };
  // A field that may be absent can still be one that must not be emptied: then the sentence is that of an empty value.
  const required = { ...say("required", ""), ...say("required", undefined) };
  if (json.enum?.every((each) => typeof each === "string"))
    return {
      ...base,
      kind: "choice",
      choices: json.enum as string[],
      sentences: { ...required, ...say("choice", "\u0001") },
    };
  switch (json.type) {
    case "boolean":
      return { ...base, kind: "boolean", sentences: required };
    case "number":
    case "integer":
      return describeNumber(base, json, json.type, say, required);
    case "string":
      return describeText(base, json, canBeEmpty, say, required);
    default:
      return { ...base, kind: "custom", sentences: required };
  }
}

type Base = Pick<FieldSchema, "path" | "isNeeded" | "isNullable" | "initial">;
type Say = (rule: Rule, probe: unknown) => Partial<Record<Rule, string>>;

function describeNumber(
  base: Base,
  json: Json,
  kind: "number" | "integer",
  say: Say,
  required: Partial<Record<Rule, string>>,
): FieldSchema {
  // zod bounds whole numbers by what can be counted exactly; that is no rule of a form.
  const least = json.minimum === Number.MIN_SAFE_INTEGER ? undefined : json.minimum;
  const most = json.maximum === Number.MAX_SAFE_INTEGER ? undefined : json.maximum;
  const { exclusiveMinimum: moreThan, exclusiveMaximum: lessThan } = json;
  const low = least === undefined ? moreThan : least - 1;
  const high = most === undefined ? lessThan : most + 1;
  return {
    ...base,
    kind,
    ...(least !== undefined && { least }),
    ...(most !== undefined && { most }),
    ...(moreThan !== undefined && { moreThan }),
    ...(lessThan !== undefined && { lessThan }),
    sentences: {
      ...required,
      ...say("kind", kind === "integer" ? 0.5 : "x"),
      ...(low !== undefined && say("tooSmall", low)),
      ...(high !== undefined && say("tooBig", high)),
    },
  };
}

function describeText(
  base: Base,
  json: Json,
  canBeEmpty: boolean,
  say: Say,
  required: Partial<Record<Rule, string>>,
): FieldSchema {
  if (json.format === "date-time" || json.format === "date")
    return {
      ...base,
      kind: json.format === "date" ? "day" : "instant",
      sentences: { ...required, ...say("kind", "x") },
    };
  const patterns = [json, ...(json.allOf ?? [])].flatMap(({ pattern }) => pattern ?? []);
  const { minLength: leastLength, maxLength: mostLength } = json;
  const wrong = patterns
    .map((pattern) => breakPattern(pattern, leastLength))
    .find((text) => text !== undefined);
  const empty = say("empty", "");
  return {
    ...base,
    kind: "text",
    canBeEmpty: canBeEmpty || empty.empty === undefined,
    ...(json.format === "email" && { format: "email" as const }),
    ...(json.format === "uuid" && { format: "id" as const }),
    ...(leastLength !== undefined && leastLength > 0 && { leastLength }),
    ...(mostLength !== undefined && { mostLength }),
    ...(patterns.length > 0 && { patterns }),
    sentences: {
      ...required,
      ...empty,
      ...(wrong !== undefined && say("pattern", wrong)),
      ...(leastLength !== undefined && leastLength > 1 && say("tooShort", "a".repeat(leastLength - 1))),
      ...(mostLength !== undefined && say("tooLong", "a".repeat(mostLength + 1))),
    },
  };
}

/** A text a pattern refuses, as like an honest mistake as can be. */
function breakPattern(pattern: string, leastLength = 1): string | undefined {
  const rule = new RegExp(pattern, "u");
  return ["a", "?", "a b", "\u0001"].map((text) => text.repeat(leastLength)).find((text) => !rule.test(text));
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

function sentenceOf(body: Body, path: string, probe: unknown): MessageKey | undefined {
  const value: Record<string, unknown> = {};
  const names = path.split(".");
  names.slice(0, -1).reduce<Record<string, unknown>>((inner, name) => {
    const next = {};
    inner[name] = next;
    return next;
  }, value)[names.at(-1) ?? ""] = probe;
  const result = body.safeParse(value, { reportInput: true });
  if (result.success) return undefined;
  return result.error.issues.flatMap(describeIssue).find((problem) => problem.path === path)?.key;
}
