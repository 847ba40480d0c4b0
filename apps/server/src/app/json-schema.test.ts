import { expect, test } from "vitest";
import { z } from "zod";
import type { Json } from "./json-schema.ts";
import { describeSchema, moveDefinitions, toJsonSchema } from "./json-schema.ts";

const describe = (schema: z.ZodType) => describeSchema(toJsonSchema(schema, "input"));

test("describes a schema in short lines: optional fields, types, defaults", () => {
  const schema = z.strictObject({
    stationId: z.uuid(),
    page: z.int().min(1).default(1),
    price: z.number().positive().max(9).optional(),
    note: z.string().nullable(),
    kind: z.enum(["a", "b"]).nullable(),
    rows: z.array(z.object({ at: z.iso.datetime() })),
  });
  expect(describe(schema)).toBe(`{
  stationId: id
  page?: integer 1… = 1
  price?: number >0…9
  note: string | null
  kind: "a" | "b" | null
  rows: {
    at: instant
  }[]
}`);
});

test("describes a recursive schema once", () => {
  const node = z.object({
    id: z.string().max(9),
    get children() {
      return z.array(node);
    },
  });
  expect(describe(node)).toContain("id: string 0…9");
});

test("leaves out the bounds that every integer has", () => {
  expect(toJsonSchema(z.int(), "output")).toEqual({ type: "integer" });
});

test("moves a recursive schema to the components of the document that contains it", () => {
  const node = z.object({
    id: z.string(),
    get children() {
      return z.array(node);
    },
  });
  const schemas: Json = {};
  const inner = toJsonSchema(z.object({ tree: node }), "output");
  const moved = moveDefinitions({ data: inner, given: ["a", null] }, "get_tree", schemas);
  expect(JSON.stringify({ moved, schemas })).not.toContain("$defs");
  const [name] = Object.keys(schemas);
  expect(moved).toMatchObject({
    data: { properties: { tree: { $ref: `#/components/schemas/${name}` } } },
    given: ["a", null],
  });
  expect(schemas[name as string]).toMatchObject({
    properties: { children: { items: { $ref: `#/components/schemas/${name}` } } },
  });
});
