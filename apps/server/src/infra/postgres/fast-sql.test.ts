import fc from "fast-check";
import type { RawBuilder, Sql } from "kysely";
import { DummyDriver, Kysely, sql as kyselySql, PostgresAdapter, PostgresQueryCompiler } from "kysely";
import { expect, it } from "vitest";
import { propertyRuns } from "../../../test/full-run.ts";
import { sql } from "./fast-sql.ts";

const db = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: () => {
      throw new Error("not used");
    },
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

/** A fragment by its parts, to be built with either tag. */
type Part =
  | { readonly is: "value"; readonly value: string | number | null | Date | readonly string[] }
  | { readonly is: "lit"; readonly value: string | number | boolean | null }
  | { readonly is: "ref"; readonly name: string }
  | { readonly is: "raw"; readonly text: string }
  | { readonly is: "both" | "join" | "joinBy"; readonly parts: readonly Part[] };

const { part } = fc.letrec<{ part: Part }>((tie) => ({
  part: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.record({
      is: fc.constant("value" as const),
      value: fc.oneof(
        fc.string(),
        fc.integer(),
        fc.constant(null),
        fc.date({ noInvalidDate: true }),
        fc.array(fc.string()),
      ),
    }),
    fc.record({
      is: fc.constant("lit" as const),
      value: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    }),
    fc.record({ is: fc.constant("ref" as const), name: fc.constantFrom("a", "p.name", 'so"me', "x.y.z") }),
    fc.record({ is: fc.constant("raw" as const), text: fc.constantFrom("", "now()", "'$1'") }),
    fc.record({
      is: fc.constantFrom("both" as const, "join" as const, "joinBy" as const),
      parts: fc.array(tie("part"), { maxLength: 4 }),
    }),
  ),
}));

/** Builds with a tag; the tag of each nested fragment is chosen by `tagOf`. */
function build(given: Part, tagOf: () => Pick<Sql, "ref" | "lit" | "raw" | "join">): RawBuilder<unknown> {
  const chosen = tagOf();
  const write = chosen as unknown as Sql;
  switch (given.is) {
    case "value":
      return write`(${given.value})`;
    case "lit":
      return chosen.lit(given.value);
    case "ref":
      return chosen.ref(given.name);
    case "raw":
      return chosen.raw(given.text);
    case "both":
      return given.parts.reduce(
        (whole, each) => write`${whole} and ${build(each, tagOf)}::text`,
        write`true`,
      );
    case "join":
      return chosen.join(given.parts.map((each) => build(each, tagOf)));
    case "joinBy":
      return chosen.join(
        given.parts.map((each) => build(each, tagOf)),
        write` or ${1} or `,
      );
  }
}

const compile = (fragment: RawBuilder<unknown>) => {
  const { sql: text, parameters } = fragment.compile(db);
  return { text, parameters };
};

it("renders the same text and parameters as Kysely, also where fragments of both are mixed", () => {
  fc.assert(
    fc.property(part, fc.infiniteStream(fc.boolean()), (given, choices) => {
      const wanted = compile(build(given, () => kyselySql));
      expect(compile(build(given, () => sql))).toEqual(wanted);
      expect(compile(build(given, () => (choices.next().value ? sql : kyselySql)))).toEqual(wanted);
    }),
    { numRuns: propertyRuns(200) },
  );
});

it("refuses a literal that has no fixed text", () => {
  expect(() => sql.lit(new Date())).toThrow("can be a literal");
});

it("shows plugins the node that Kysely would make, and uses the node of a plugin that replaces it", () => {
  const nodes: unknown[] = [];
  const watched = db.withPlugin({
    transformQuery: ({ node }) => {
      nodes.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  });
  const replaced = db.withPlugin({
    transformQuery: ({ node }) => ({ ...node, ...kyselySql`select 2`.toOperationNode() }) as typeof node,
    transformResult: async ({ result }) => result,
  });
  const query = sql`select ${1}`;
  expect(query.compile(watched).sql).toBe("select $1");
  expect(nodes).toEqual([kyselySql`select ${1}`.toOperationNode()]);
  expect(query.compile(replaced).sql).toBe("select 2");
});
