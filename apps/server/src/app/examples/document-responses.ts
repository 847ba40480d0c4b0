import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Endpoint } from "@heliograph/contract";

/** Responses to the examples by call, written by the test that sends them (examples.api.test.ts). */
export const RESPONSES_FILE = join(import.meta.dirname, "responses.json");

let responses: Readonly<Record<string, object>> | undefined;

/** What a server returned to the example of an endpoint; undefined where that is a file, a stream or a refusal. */
export function findDocumentResponse({ method, path }: Endpoint): object | undefined {
  responses ??= JSON.parse(readFileSync(RESPONSES_FILE, "utf8")) as Record<string, object>;
  return responses[`${method} /api${path}`];
}
