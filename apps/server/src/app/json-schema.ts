import { z } from "zod";

/** A JSON schema as plain data. */
export type Json = Record<string, unknown>;

/** The JSON schema of a zod schema, without the bounds that every safe integer has. */
export function toJsonSchema(schema: z.ZodType, io: "input" | "output"): Json {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    override({ jsonSchema }) {
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
    },
  });
  return json as Json;
}

/**
 * A copy in which recursive schemas are references to `#/components/schemas`, where their definitions are added: a
 * reference of a schema is resolved against the whole document that contains it.
 */
export function moveDefinitions<Node>(node: Node, prefix: string, schemas: Json): Node {
  if (Array.isArray(node)) return node.map((item) => moveDefinitions(item, prefix, schemas)) as Node;
  if (typeof node !== "object" || node === null) return node;
  const { $defs = {}, ...rest } = node as Json & { $defs?: Json };
  const nameOf = (name: string) => `${prefix}${name}`;
  for (const [name, definition] of Object.entries($defs))
    schemas[nameOf(name)] = moveDefinitions(definition, prefix, schemas);
  const moved = Object.entries(rest).map(([key, value]): [string, unknown] => {
    if (key !== "$ref" || typeof value !== "string") return [key, moveDefinitions(value, prefix, schemas)];
    return [key, value.replace(/^#\/\$defs\/(.+)$/, (_, name) => `#/components/schemas/${nameOf(name)}`)];
  });
  return Object.fromEntries(moved) as Node;
}

const formats: Record<string, string> = { uuid: "id", "date-time": "instant", date: "day", email: "email" };

function describeNumber({ type, minimum, maximum, exclusiveMinimum }: Json): string {
  const min = exclusiveMinimum === undefined ? minimum : `>${exclusiveMinimum}`;
  const range = min === undefined && maximum === undefined ? "" : ` ${min ?? ""}…${maximum ?? ""}`;
  return `${type}${range}`;
}

function describeText({ format, minLength, maxLength, pattern }: Json): string {
  if (typeof format === "string" && formats[format] !== undefined) return formats[format];
  const length = maxLength === undefined ? "" : ` ${minLength ?? 0}…${maxLength}`;
  return `string${length}${length === "" && pattern !== undefined ? ` /${pattern}/` : ""}`;
}

function describeObject(schema: Json, indent: string, root: Json): string {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Json>);
  if (properties.length === 0) return "{ … }";
  const required = (schema.required ?? []) as string[];
  const lines = properties.map(([name, property]) => {
    const preset = property.default === undefined ? "" : ` = ${JSON.stringify(property.default)}`;
    const mark = required.includes(name) ? "" : "?";
    return `${indent}  ${name}${mark}: ${describeSchema(property, `${indent}  `, root)}${preset}`;
  });
  return `{\n${lines.join("\n")}\n${indent}}`;
}

/** Describes a JSON schema in a short notation: `name?: type range = default`. */
export function describeSchema(schema: Json, indent = "", root: Json = schema): string {
  if (typeof schema.$ref === "string") {
    const target = schema.$ref.split("/").at(-1) as string;
    const known = (root.$defs as Record<string, Json> | undefined)?.[target];
    // A recursive schema is described once.
    return known && indent.length < 4 ? describeSchema(known, indent, root) : "…";
  }
  if ("const" in schema) return JSON.stringify(schema.const);
  if (Array.isArray(schema.enum)) return schema.enum.map((value) => JSON.stringify(value)).join(" | ");
  const options = (schema.anyOf ?? schema.oneOf) as Json[] | undefined;
  if (options) return options.map((option) => describeSchema(option, indent, root)).join(" | ");
  if (Array.isArray(schema.prefixItems))
    return `[${schema.prefixItems.map((item: Json) => describeSchema(item, indent, root)).join(", ")}]`;
  if (schema.type === "array") return `${describeSchema(schema.items as Json, indent, root)}[]`;
  if (schema.type === "object") return describeObject(schema, indent, root);
  if (schema.type === "number" || schema.type === "integer") return describeNumber(schema);
  if (Array.isArray(schema.type)) return schema.type.join(" | ");
  return schema.type === "string" ? describeText(schema) : String(schema.type ?? "any");
}
