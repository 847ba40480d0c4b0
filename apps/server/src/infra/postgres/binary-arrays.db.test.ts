import { sql } from "kysely";
import { afterAll, expect, it } from "vitest";
import { openTestEngines } from "../../../test/engines.ts";
import {
  encodeDoubleArray,
  encodeInstantArray,
  encodeIntegerArray,
  encodeRealArray,
} from "./binary-arrays.ts";

const engines = await openTestEngines();
afterAll(() => engines.close());

it("passes numbers and instants as arrays of their type", async () => {
  const at = Date.parse("2026-06-21T12:00:00.123Z");
  const { rows } = await sql`
    select ${encodeRealArray([38.1, -0.5, Number.NaN])}::real[] as reals,
      ${encodeDoubleArray([999_999_999_999.25, Number.NaN])}::double precision[] as doubles,
      ${encodeInstantArray([at, 0])}::timestamptz[] as instants,
      ${encodeIntegerArray([-1, 2_147_483_647])}::integer[] as integers,
      ${encodeRealArray([])}::real[] as none`.execute(engines.db);
  expect(rows).toEqual([
    {
      reals: [38.1, -0.5, Number.NaN],
      doubles: [999_999_999_999.25, Number.NaN],
      instants: [new Date(at), new Date(0)],
      integers: [-1, 2_147_483_647],
      none: [],
    },
  ]);
});
