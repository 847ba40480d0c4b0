import type { Endpoint } from "@heliograph/contract";
import { allEndpoints, codes, messages } from "@heliograph/contract";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { findDocumentExample } from "./examples/document-examples.ts";
import { findDocumentResponse } from "./examples/document-responses.ts";
import { buildExampleCommand } from "./examples/example-command.ts";
import { describeSchema, toJsonSchema } from "./json-schema.ts";
import { buildOpenApi, describeAccess } from "./openapi.ts";
import { createNonce, pagePolicy } from "./security-headers.ts";

const escapes: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => escapes[character] as string);
}

const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 0 auto; padding: 2rem 1.25rem 6rem; }
h1 { font-size: 1.75rem; } h2 { font-size: 1.2rem; margin-top: 2.5rem; text-transform: capitalize; }
details { border: 1px solid light-dark(#d8dde3, #3a424c); border-radius: .5rem; margin: .5rem 0; padding: .5rem .9rem; }
summary { cursor: pointer; overflow-wrap: anywhere; } summary code { font-weight: 600; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { overflow: auto; background: light-dark(#f4f6f8, #1c2127); padding: .75rem; border-radius: .4rem; }
.method { display: inline-block; min-width: 4.2em; } .quiet { color: light-dark(#59636e, #9aa6b2); }
td { padding: .15rem .75rem .15rem 0; vertical-align: top; }`;

function schemaBlock(title: string, schema: z.ZodType | undefined, io: "input" | "output"): string {
  if (!schema) return "";
  const text = describeSchema(toJsonSchema(schema, io));
  return `<p class="quiet">${title}</p><pre>${escapeHtml(text)}</pre>`;
}

function uploadBlock({ upload }: Endpoint): string {
  if (!upload) return "";
  return `<p class="quiet">Body</p><pre>bytes of ${upload.contentTypes.join(" | ")}, at most ${upload.maxBytes}</pre>`;
}

function responseBlock(endpoint: Endpoint): string {
  const { responseType, data } = endpoint;
  if (responseType === "file") return '<p class="quiet">Response</p><pre>the bytes of the file</pre>';
  const example = findDocumentResponse(endpoint);
  const text = example && escapeHtml(JSON.stringify(example, null, 2));
  const schema = schemaBlock("Data of the response", data, "output");
  return text === undefined
    ? schema
    : `${schema}<p class="quiet">Response to the example</p><pre>${text}</pre>`;
}

function exampleBlock(endpoint: Endpoint): string {
  const example = findDocumentExample(endpoint);
  if (!example) return "";
  return `<p class="quiet">Example</p><pre class="example">${escapeHtml(buildExampleCommand(endpoint, example))}</pre>`;
}

function endpointBlock(endpoint: Endpoint): string {
  const errors = endpoint.errors.map((code) => `<code>${code}</code>`).join(" ") || "none of its own";
  return `<details><summary><code><span class="method">${endpoint.method}</span> /api${escapeHtml(endpoint.path)}</code>
<span class="quiet">${escapeHtml(endpoint.summary)}</span></summary>
<p>Access: ${escapeHtml(describeAccess(endpoint))}.<br>Errors: ${errors}</p>
${schemaBlock("Query", endpoint.query, "input")}${schemaBlock("Body", endpoint.body, "input")}
${uploadBlock(endpoint)}${exampleBlock(endpoint)}${responseBlock(endpoint)}</details>`;
}

function renderDocs(nonce: string): string {
  const areas = Map.groupBy(allEndpoints, ({ path }) => path.split("/")[1] ?? "");
  const body = [...areas].map(
    ([area, list]) => `<h2>${escapeHtml(area)}</h2>${list.map(endpointBlock).join("")}`,
  );
  const rows = Object.entries(codes).map(
    ([code, status]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${code === "0" ? "Success" : escapeHtml(messages.en[`code.${code}` as "code.B0001"])}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Heliograph API</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${style}</style></head>
<body><h1>Heliograph API</h1>
<p>Every response is <code>{ code, data, msg, status }</code>. Send <code>Authorization: Bearer …</code>,
<code>Accept-Language</code> (zh-cn, en, pt, th) and <code>Time-Zone</code> (an IANA name).
The examples name objects by made-up ids; <code>SERVER</code> is the address of the server, <code>TOKEN</code> an access
token or an API key. The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
${body.join("\n")}<h2>Codes</h2><table>${rows.join("")}</table></body></html>`;
}

/** Serves `/api/openapi.json` for programs and `/api/docs` for people, both generated from the contract. */
export function serveDocs(app: FastifyInstance): void {
  // Built when first asked for: it takes a tenth of a start, and few servers are ever asked.
  let document: string | undefined;
  app.get("/api/openapi.json", (_request, reply) => {
    document ??= JSON.stringify(buildOpenApi());
    return reply.type("application/json; charset=utf-8").send(document);
  });
  app.get("/api/docs", (_request, reply) => {
    const nonce = createNonce();
    return reply
      .header("content-security-policy", pagePolicy(nonce))
      .type("text/html; charset=utf-8")
      .send(renderDocs(nonce));
  });
}
