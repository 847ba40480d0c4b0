import type { Endpoint } from "@heliograph/contract";
import { z } from "zod";

// Finds every rule in the schemas of an endpoint and builds one request for each that violates only this rule.

type Values = Record<string, unknown>;
type Schema = z.core.$ZodType;
type Check = z.core.$ZodCheck | (Schema & z.core.$ZodCheck);

export interface Violation {
  /** Readable name of the rule: `tariff.price: string_format`. */
  readonly rule: string;
  /** The field that the response must name. */
  readonly path: string;
  readonly input: Values;
}

export interface RuleSource {
  readonly part: "query" | "body";
  /** A valid input, which each violation changes in one place. */
  readonly base: Values;
  /** Changes of the valid input that break a rule over several fields. */
  readonly together: readonly Values[];
}

/** A field that a change leaves out. */
export const absent = Symbol("absent");

/** Values that together violate every rule about a single field; a rule that none of them violates needs another one. */
const wrongValues: readonly unknown[] = [
  "x",
  "?",
  "",
  " ",
  "\u0007",
  "a b\u0000",
  "030 1234567",
  "javascript:alert(1)",
  "1900-01-01",
  "1900-01-01T00:00:00Z",
  "1900",
  { password: "x" },
  { long: "x".repeat(40_000) },
  Object.fromEntries(
    Array.from("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", (key) => [key, true]),
  ),
];

const rightValues: readonly unknown[] = [
  "3f2b8c1e-7d64-4a5b-9c0d-1e2f3a4b5c6d",
  "en",
  "energy",
  "station:read",
  "text",
  "0.25",
  "00:00",
];

const defOf = (schema: Schema) => schema._zod.def as unknown as Values & { type: string; checks?: Check[] };
const isCheck = (schema: Schema): schema is Schema & z.core.$ZodCheck => schema._zod.traits.has("$ZodCheck");
const wrappers = new Set(["optional", "nullable", "default", "prefault", "nonoptional", "readonly", "catch"]);

/** The schema that holds the rules, without "or absent" and "or null". */
function unwrap(schema: Schema): { inner: Schema; isNullable: boolean } {
  let [inner, isNullable] = [schema, false];
  for (;;) {
    const def = defOf(inner);
    if (def.type === "pipe") inner = def.in as Schema;
    else if (wrappers.has(def.type)) {
      isNullable ||= def.type === "nullable";
      inner = def.innerType as Schema;
    } else return { inner, isNullable };
  }
}

function checksOf(schema: Schema): Check[] {
  const all = [...(isCheck(schema) ? [schema] : []), ...(defOf(schema).checks ?? [])];
  return all.filter((check) => nameOf(check) !== "overwrite");
}
const nameOf = (check: Check): string => String((check._zod.def as { check?: string }).check);

/** Whether a value breaks one check, whatever the others say. */
function breaks(check: Check, value: unknown): boolean {
  const payload = { value, issues: [] as unknown[] };
  try {
    void check._zod.check(payload as never);
  } catch {
    return false;
  }
  return payload.issues.length > 0;
}

/** Values just beyond the bound that a check sets. */
function beyond(check: Check, schema: Schema, value: unknown): unknown[] {
  const def = check._zod.def as unknown as { check: string; value: number; minimum: number; maximum: number };
  const repeat = (count: number): unknown =>
    defOf(schema).type === "array"
      ? Array.from({ length: count }, () => elementOf(value, schema))
      : "a".repeat(count);
  switch (def.check) {
    case "min_length":
      return [repeat(def.minimum - 1)];
    case "max_length":
      return [repeat(def.maximum + 1)];
    case "greater_than":
      return [def.value - 1, def.value];
    case "less_than":
      return [def.value + 1, def.value];
    case "number_format":
      return [0.5];
    default:
      return [];
  }
}

const isRight = (schema: Schema, value: unknown): boolean => z.safeParse(schema, value).success;

/** An element of the valid list, or one that the list accepts. */
const elementOf = (list: unknown, schema: Schema): unknown =>
  Array.isArray(list) && list.length > 0 ? list[0] : findRight(defOf(schema).element as Schema);

/** A value that a schema accepts: for elements of lists. */
function findRight(schema: Schema): unknown {
  const { inner } = unwrap(schema);
  const { type, shape } = defOf(inner);
  if (type === "object")
    return Object.fromEntries(
      Object.entries(shape as Record<string, Schema>)
        .filter(([, field]) => !isRight(field, undefined))
        .map(([name, field]) => [name, findRight(field)]),
    );
  if (type === "enum") return Object.values(defOf(inner).entries as object)[0];
  const found = [...rightValues, "ABCDEFGHIJKLMNOP"].find((value) => isRight(schema, value));
  if (found === undefined) throw new Error(`add a right value for ${type} to test/rule-violations.ts`);
  return found;
}

/** A value of another type than the schema's own. */
function wrongTypes(schema: Schema, part: RuleSource["part"]): unknown[] {
  const { type } = defOf(schema);
  if (part === "query") return type === "number" ? ["x"] : [["x", "y"]];
  switch (type) {
    case "string":
      return [12];
    case "enum":
    case "literal":
      return ["no such value"];
    case "union":
      return ["\u0001", 12, { none: true }];
    case "unknown":
    case "any":
      return [];
    default:
      return ["x"];
  }
}

function setAt(values: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (/^\d+$/.test(name)) {
    const list = Array.isArray(values) ? [...values] : [];
    list[Number(name)] = setAt(list[Number(name)], rest, value);
    return list;
  }
  const { [name]: before, ...others } = (values ?? {}) as Values;
  return value === absent && rest.length === 0 ? others : { ...others, [name]: setAt(before, rest, value) };
}

const at = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, name) => (inner as Values | undefined)?.[name], values);

/** Every violation of the rules of an endpoint's query or body. */
export function listViolations(endpoint: Endpoint, { part, base, together }: RuleSource): Violation[] {
  const root = endpoint[part] as Schema;
  const found: Violation[] = [];
  const problemsOf = (input: unknown): string[] =>
    (z.safeParse(root, input).error?.issues ?? []).flatMap((issue) =>
      issue.code === "unrecognized_keys"
        ? issue.keys.map((key) => [...issue.path, key].join("."))
        : [issue.path.join(".")],
    );
  const isUnder = (problem: string, path: string): boolean =>
    problem === path || problem.startsWith(`${path}.`) || path === "";

  /** Takes the first candidate that breaks the rule at the path and nothing elsewhere. */
  function add(rule: string, path: readonly string[], candidates: readonly unknown[]): void {
    const place = path.join(".");
    for (const value of candidates) {
      const input = setAt(base, path, value) as Values;
      const problems = problemsOf(input);
      const [problem] = problems;
      if (problem === undefined || !problems.every((each) => isUnder(each, place))) continue;
      found.push({ rule: `${place}: ${rule}`, path: problem, input });
      return;
    }
    throw new Error(
      `${endpoint.path} ${place}: nothing in test/rule-violations.ts breaks "${rule}" and only it`,
    );
  }

  function walkObject(schema: Schema, path: readonly string[]): void {
    const { shape, catchall } = defOf(schema);
    if (catchall !== undefined && defOf(catchall as Schema).type === "never")
      add("unknown field", [...path, "unknownField"], ["x"]);
    for (const [name, field] of Object.entries(shape as Record<string, Schema>)) {
      const inner = [...path, name];
      if (!isRight(field, undefined)) add("required", inner, [absent]);
      walk(field, inner);
    }
  }

  function walkUnion(schema: Schema, path: readonly string[]): void {
    for (const option of defOf(schema).options as Schema[]) {
      // Rules of the alternative that the valid input takes; others are walked with an input that takes them.
      if (defOf(option).type === "object" && isRight(option, at(base, path))) walkObject(option, path);
      if (defOf(option).type === "string")
        for (const check of checksOf(option)) addCheck(option, check, path);
    }
  }

  function addCheck(schema: Schema, check: Check, path: readonly string[]): void {
    const inputs = together.map((change) =>
      Object.entries(change).reduce<unknown>((input, [name, value]) => setAt(input, [name], value), base),
    );
    if (defOf(schema).type === "object") {
      const broken = inputs.filter((input) => breaks(check, at(input, path)) && problemsOf(input).length > 0);
      if (broken.length === 0)
        throw new Error(`${endpoint.path}: no change of the valid input breaks its rule over several fields`);
      for (const input of broken)
        found.push({
          rule: "fields together",
          path: problemsOf(input)[0] as string,
          input: input as Values,
        });
      return;
    }
    const value = at(base, path);
    const element = defOf(schema).type === "array" ? elementOf(value, schema) : undefined;
    const changed = path.length > 0 ? inputs.map((input) => at(input, path)) : [];
    const candidates = [...beyond(check, schema, value), [element, element], ...changed, ...wrongValues];
    add(
      nameOf(check),
      path,
      candidates
        .filter((candidate) => breaks(check, candidate))
        .map((candidate) => (part === "query" ? String(candidate) : candidate)),
    );
  }

  function walk(schema: Schema, path: readonly string[]): void {
    const { inner, isNullable } = unwrap(schema);
    const { type } = defOf(inner);
    const isField = path.length > 0;
    const types = wrongTypes(inner, part);
    if (isField && types.length > 0) add(`type ${type}`, path, types);
    if (isField && !isNullable && part === "body" && types.length > 0) add("null", path, [null]);
    if (type === "object") walkObject(inner, path);
    if (type === "union") walkUnion(inner, path);
    if (type === "array") {
      const element = defOf(inner).element as Schema;
      const kept = at(base, path);
      if (!Array.isArray(kept) || kept.length === 0) walkElement(element, path);
      else walk(element, [...path, "0"]);
    }
    for (const check of checksOf(inner)) addCheck(inner, check, path);
  }

  /** Elements of a list that the valid input leaves out. */
  function walkElement(element: Schema, path: readonly string[]): void {
    const list = { part, base: setAt(base, path, [findRight(element)]) as Values, together };
    const place = path.join(".");
    found.push(
      ...listViolations(endpoint, list).filter((violation) => violation.rule.startsWith(`${place}.0`)),
    );
  }

  const wrong = problemsOf(base);
  if (wrong.length > 0)
    throw new Error(`${endpoint.path}: the valid input is refused at ${wrong.join(", ")}`);
  walk(root, []);
  return found;
}
