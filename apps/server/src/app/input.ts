import type { FieldProblem } from "@heliograph/contract";
import { describeIssue } from "@heliograph/contract";
import type { FastifySchemaCompiler } from "fastify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import type { z } from "zod";

/** A request that does not match its schema. */
export class InputError extends Error {
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super("the request does not match its schema");
    this.problems = problems;
  }
}

/** A response that does not match its schema: a server fault, which fails the call rather than leak a field. */
export class ResponseError extends Error {}

export const compileValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    // A missing body arrives as null, and a body that is not an object has no field names.
    const result = schema.safeParse(input ?? {}, { reportInput: true });
    if (result.success) return { value: result.data };
    return { error: new InputError(result.error.issues.flatMap(describeIssue)) };
  };

/** Removes fields that the schema does not declare, and throws for a response that does not match it. */
export const compileSerializer: FastifySerializerCompiler<z.ZodType> =
  ({ schema, url }) =>
  (response) => {
    const result = schema.safeParse(response);
    if (result.success) return JSON.stringify(result.data);
    const places = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`);
    throw new ResponseError(
      `the response of ${url} does not match its schema: ${places.slice(0, 5).join(", ")}`,
    );
  };
