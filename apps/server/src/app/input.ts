import type { FieldProblem } from "@heliograph/contract";
import { describeIssue } from "@heliograph/contract";
import type { FastifySchemaCompiler } from "fastify";
import type { FastifySerializerCompiler } from "fastify/types/schema.js";
import type { z } from "zod";

/** A request that its schema refuses. */
export class InputError extends Error {
  readonly problems: readonly FieldProblem[];
  constructor(problems: readonly FieldProblem[]) {
    super("the request does not fit its schema");
    this.problems = problems;
  }
}

/** A handler's answer that its schema refuses: a fault of ours, and better a failed call than a leaked field. */
export class AnswerError extends Error {}

export const compileValidator: FastifySchemaCompiler<z.ZodType> =
  ({ schema }) =>
  (input) => {
    // A missing body arrives as null, and a body that is no object has no fields to name.
    const result = schema.safeParse(input ?? {}, { reportInput: true });
    if (result.success) return { value: result.data };
    return { error: new InputError(result.error.issues.flatMap(describeIssue)) };
  };

/** Strips what the schema does not name, and refuses what does not fit it. */
export const compileSerializer: FastifySerializerCompiler<z.ZodType> =
  ({ schema, url }) =>
  (answer) => {
    const result = schema.safeParse(answer);
    if (result.success) return JSON.stringify(result.data);
    const places = result.error.issues.map((issue) => `${issue.path.join(".")}: ${issue.code}`);
    throw new AnswerError(`the answer of ${url} does not fit its schema: ${places.slice(0, 5).join(", ")}`);
  };
