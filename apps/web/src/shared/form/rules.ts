import type { MessageKey } from "@heliograph/contract";
import { readPlainNumber } from "../base/format/typed-numbers.ts";
import type { ArraySchema, FieldSchema, NumberSchema, Rule, TextSchema } from "./schema.ts";
import type { FormValues } from "./values.ts";
import { cleanText, isActive, readRows } from "./values.ts";

/** A broken rule: the server's sentence for it, and the bounds of its field. */
export interface Problem {
  readonly rule: Rule;
  readonly key: MessageKey;
  readonly params: Readonly<Record<string, number>>;
}

export type Problems = Readonly<Record<string, Problem>>;

interface Broken {
  readonly rule: Rule;
  readonly key?: MessageKey;
}

/** A change keeps an absent field, so a field that has a value and cannot be cleared must not be emptied. */
export function requireFilled(field: FieldSchema, given: unknown): FieldSchema {
  const isFilled =
    given !== undefined && given !== null && given !== "" && !(Array.isArray(given) && given.length === 0);
  const canBeCleared = field.isNullable === true || (field.kind === "text" && field.canBeEmpty);
  return isFilled && !canBeCleared ? { ...field, isRequired: true } : field;
}

/** The field as one that a person has to fill in, although the call may be made without it. */
export const requireAlways = (field: FieldSchema): FieldSchema => ({
  ...field,
  isRequired: true,
  isNullable: false,
  ...(field.kind === "text" && { canBeEmpty: false }),
});

/** Every field that breaks a rule of the contract, by path, with the first rule it breaks. */
export function findProblems(fields: readonly FieldSchema[], values: FormValues): Problems {
  const problems: Record<string, Problem> = {};
  for (const field of fields) {
    if (!isActive(field, values)) continue;
    const problem = findProblem(field, values[field.path], values);
    if (problem !== undefined) problems[field.path] = problem;
    if (field.kind === "array")
      for (const [index, row] of readRows(values[field.path]).entries())
        for (const [path, inner] of Object.entries(findProblems(field.items, row)))
          problems[`${field.path}.${index}.${path}`] = inner;
  }
  return problems;
}

/** The first rule that the field breaks; `values` are those of the whole form. */
export function findProblem(
  field: FieldSchema,
  typed: unknown,
  values: FormValues = {},
): Problem | undefined {
  const broken = findBroken(field, typed, values);
  if (broken === undefined) return undefined;
  const { rule, key } = broken;
  const { sentences } = field;
  return {
    rule,
    key: key ?? sentences[rule] ?? sentences.kind ?? sentences.required ?? "field.required",
    params: boundsOf(field),
  };
}

function boundsOf(field: FieldSchema): Readonly<Record<string, number>> {
  const [min, max] = findBounds(field);
  return { ...(min !== undefined && { min }), ...(max !== undefined && { max }) };
}

function findBounds(field: FieldSchema): readonly [number | undefined, number | undefined] {
  if (field.kind === "text") return [field.minLength, field.maxLength];
  if (field.kind === "array") return [field.minItems, field.maxItems];
  if (field.kind === "number" || field.kind === "integer")
    return [field.min ?? field.moreThan, field.max ?? field.lessThan];
  return [undefined, undefined];
}

function findBroken(field: FieldSchema, typed: unknown, values: FormValues): Broken | undefined {
  switch (field.kind) {
    case "boolean":
      return field.mustBeTrue === true && typed !== true ? { rule: "required" } : undefined;
    case "custom":
      return field.isRequired && typed === undefined ? { rule: "required" } : undefined;
    case "array":
      return findInArray(field, readRows(typed));
  }
  const text = cleanText(field, typed);
  if (text === "") return findEmpty(field) ?? findDifferent(field, text, values);
  switch (field.kind) {
    case "choice":
      return field.choices.includes(text) ? undefined : { rule: "choice" };
    case "text":
      return findInText(field, text) ?? findDifferent(field, text, values);
    case "number":
    case "integer":
      return findInNumber(field, readPlainNumber(text));
  }
  return undefined;
}

// Emptying a field does not clear a value that the server fills in.
function findEmpty(field: FieldSchema): Broken | undefined {
  const isText = field.kind === "text";
  const canBeAbsent = !field.isRequired && field.initial === undefined;
  if (canBeAbsent || field.isNullable === true || (isText && field.canBeEmpty)) return undefined;
  return { rule: isText ? "empty" : "required" };
}

function findDifferent(field: FieldSchema, text: string, values: FormValues): Broken | undefined {
  if (field.kind !== "text" || field.sameAs === undefined) return undefined;
  return text === values[field.sameAs] ? undefined : { rule: "same" };
}

function findInText(field: TextSchema, text: string): Broken | undefined {
  const { patterns = [], textKinds, minLength, maxLength } = field;
  if (minLength !== undefined && text.length < minLength) return { rule: "tooShort" };
  if (maxLength !== undefined && text.length > maxLength) return { rule: "tooLong" };
  const isMatch = (pattern: string): boolean => new RegExp(pattern, "u").test(text);
  if (!patterns.every(isMatch)) return { rule: "pattern" };
  const kind = textKinds?.find(({ sign }) => isMatch(sign));
  if (kind === undefined || (kind.pattern !== undefined && isMatch(kind.pattern))) return undefined;
  return { rule: "pattern", key: kind.sentence };
}

function findInArray({ minItems, maxItems }: ArraySchema, rows: readonly FormValues[]): Broken | undefined {
  if (rows.length < minItems) return { rule: "tooFew" };
  return maxItems !== undefined && rows.length > maxItems ? { rule: "tooMany" } : undefined;
}

function findInNumber(
  { kind, min, max, moreThan, lessThan }: NumberSchema,
  value: number,
): Broken | undefined {
  if (Number.isNaN(value) || (kind === "integer" && !Number.isInteger(value))) return { rule: "kind" };
  const isTooSmall = (min !== undefined && value < min) || (moreThan !== undefined && value <= moreThan);
  if (isTooSmall) return { rule: "tooSmall" };
  const isTooBig = (max !== undefined && value > max) || (lessThan !== undefined && value >= lessThan);
  return isTooBig ? { rule: "tooBig" } : undefined;
}

/** A sentence with its bounds filled in. */
export function fill(sentence: string, params: Readonly<Record<string, number>>): string {
  return sentence.replace(/\{(\w+)\}/g, (placeholder, name: string) => String(params[name] ?? placeholder));
}
