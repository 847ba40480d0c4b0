import type { FieldSchema, NumberSchema, Rule, TextSchema } from "./schema.ts";

/** What stands in a field: text as it was typed, so that nothing is lost because it is not a number yet. */
export type Draft = Readonly<Record<string, unknown>>;

/** A broken rule: which sentence says so, and the bounds it names. */
export interface Problem {
  readonly key: string;
  readonly params?: Readonly<Record<string, number>>;
}

/** What the field shows at first: a value given, the server's own, or nothing. */
export function toDraft(field: FieldSchema, given: unknown): unknown {
  const value = given ?? field.initial;
  if (field.kind === "boolean") return value === true;
  if (field.kind === "custom") return value ?? (field.isNullable === true ? null : undefined);
  return value === undefined || value === null ? "" : String(value);
}

/** A change leaves an absent field as it is, so a field that has a value and cannot be cleared must not be emptied. */
export function requireFilled(field: FieldSchema, given: unknown): FieldSchema {
  const isFilled =
    given !== undefined && given !== null && given !== "" && !(Array.isArray(given) && given.length === 0);
  const canBeCleared = field.isNullable === true || (field.kind === "text" && field.canBeEmpty);
  return isFilled && !canBeCleared ? { ...field, isNeeded: true } : field;
}

/** The first rule that the field breaks, told as the server would. */
export function findProblem(field: FieldSchema, draft: unknown): Problem | undefined {
  const broken = findBroken(field, draft);
  if (broken === undefined) return undefined;
  const { sentences } = field;
  const key = sentences[broken.rule] ?? sentences.kind ?? sentences.required ?? "field.invalid";
  return { key, ...(broken.params !== undefined && { params: broken.params }) };
}

interface Broken {
  readonly rule: Rule;
  readonly params?: Readonly<Record<string, number>>;
}

function findBroken(field: FieldSchema, draft: unknown): Broken | undefined {
  if (field.kind === "boolean") return undefined;
  if (field.kind === "custom")
    return field.isNeeded && draft === undefined ? { rule: "required" } : undefined;
  const text = clean(field, draft);
  if (text === "") return findEmpty(field);
  if (field.kind === "choice") return field.choices.includes(text) ? undefined : { rule: "choice" };
  if (field.kind === "text") return findInText(field, text);
  if (field.kind === "number" || field.kind === "integer") return findInNumber(field, toNumber(text));
  return undefined;
}

// A value the server has one for by itself is not taken away by emptying its field.
function findEmpty(field: FieldSchema): Broken | undefined {
  const isText = field.kind === "text";
  const canBeAbsent = !field.isNeeded && field.initial === undefined;
  if (canBeAbsent || field.isNullable === true || (isText && field.canBeEmpty)) return undefined;
  return { rule: isText ? "empty" : "required" };
}

function findInText(
  { patterns = [], leastLength, mostLength }: TextSchema,
  text: string,
): Broken | undefined {
  if (leastLength !== undefined && text.length < leastLength)
    return { rule: "tooShort", params: { min: leastLength } };
  if (mostLength !== undefined && text.length > mostLength)
    return { rule: "tooLong", params: { max: mostLength } };
  return patterns.every((pattern) => new RegExp(pattern, "u").test(text)) ? undefined : { rule: "pattern" };
}

function findInNumber(
  { kind, least, most, moreThan, lessThan }: NumberSchema,
  value: number,
): Broken | undefined {
  if (Number.isNaN(value) || (kind === "integer" && !Number.isInteger(value))) return { rule: "kind" };
  if (least !== undefined && value < least) return { rule: "tooSmall", params: { min: least } };
  if (moreThan !== undefined && value <= moreThan) return { rule: "tooSmall", params: { min: moreThan } };
  if (most !== undefined && value > most) return { rule: "tooBig", params: { max: most } };
  if (lessThan !== undefined && value >= lessThan) return { rule: "tooBig", params: { max: lessThan } };
  return undefined;
}

const isSecret = ({ path }: FieldSchema): boolean => /password/i.test(path);

/** What is typed at the ends by accident does not count; in a password it does. */
function clean(field: FieldSchema, draft: unknown): string {
  const text = typeof draft === "string" ? draft : "";
  return isSecret(field) ? text : text.trim();
}

/** Decimal comma or point; NaN for anything else. */
function toNumber(text: string): number {
  const plain = text.replace(/\s/gu, "").replace(/^([^.,]*),([^.,]*)$/, "$1.$2");
  return /^[+-]?\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** What is sent; undefined where the body says nothing of the field. */
export function toValue(field: FieldSchema, draft: unknown): unknown {
  if (field.kind === "boolean" || field.kind === "custom") return draft;
  const text = clean(field, draft);
  if (text === "") {
    if (field.isNullable === true) return null;
    return field.kind === "text" && field.canBeEmpty ? "" : undefined;
  }
  return field.kind === "number" || field.kind === "integer" ? toNumber(text) : text;
}

/** The value at a path such as `servers.china`. */
export function valueAt(source: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((inner, name) => (inner as Record<string, unknown> | null | undefined)?.[name], source);
}

/** The body of the call from what was typed. */
export function toBody(fields: readonly FieldSchema[], draft: Draft): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of fields) {
    const value = toValue(field, draft[field.path]);
    if (value === undefined) continue;
    const names = field.path.split(".");
    let inner = body;
    for (const name of names.slice(0, -1)) {
      inner[name] ??= {};
      inner = inner[name] as Record<string, unknown>;
    }
    inner[names.at(-1) ?? ""] = value;
  }
  return body;
}

/** A sentence with its bounds filled in. */
export function fill(sentence: string, params: Readonly<Record<string, number>> = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}
