import type { Endpoint } from "@heliograph/contract";
import type { Example } from "./example.ts";
import { findExampleType } from "./example.ts";

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function listBody({ upload, body }: Endpoint, example: Example): string[] {
  const type = upload ? findExampleType(upload) : "application/json";
  if (upload && example.file === undefined) return [`-H 'Content-Type: ${type}'`, '--data-binary @"$FILE"'];
  if (upload) return [`-H 'Content-Type: ${type}'`, `--data-binary ${quote(example.file as string)}`];
  if (!body) return [];
  return [`-H 'Content-Type: ${type}'`, `-d ${quote(JSON.stringify(example.body))}`];
}

/** The example as a command of the shell, which reads SERVER and TOKEN, and FILE where an upload is no text. */
export function buildExampleCommand(endpoint: Endpoint, example: Example): string {
  const { method, path, access } = endpoint;
  const query = new URLSearchParams(
    Object.entries(example.query ?? {}).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const parts = [
    `curl${method === "GET" ? "" : ` -X ${method}`} "$SERVER/api${path}${query && `?${query}`}"`,
    ...(access.who === "public" ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...listBody(endpoint, example),
  ];
  return parts.join(" \\\n  ");
}
