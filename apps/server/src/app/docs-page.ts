import type { Endpoint } from "@heliograph/contract";
import { allEndpoints, codes, messages, webhookBody } from "@heliograph/contract";
import type { FastifyInstance } from "fastify";
import type { z } from "zod";
import { webhookExample } from "../modules/devices/webhooks/webhook-example.ts";
import { findDocumentExample } from "./examples/document-examples.ts";
import { findDocumentResponse } from "./examples/document-responses.ts";
import { buildExampleCommand } from "./examples/example-command.ts";
import { describeSchema, toJsonSchema } from "./json-schema.ts";
import { buildOpenApi, describeAccess, webhookSummary } from "./openapi.ts";
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

// Colours of the console's tokens.css, which this page does not load.
const style = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; scroll-padding-top: 1rem; }
body { margin: 0; background: light-dark(#f5f6f8, #0b1017); color: light-dark(#121a26, #e8edf4); }
.page { display: grid; grid-template-columns: 15rem minmax(0, 62rem); gap: 2.5rem; max-width: 80rem; margin: 0 auto;
  padding: 2rem 1.25rem 6rem; }
nav { position: sticky; top: 2rem; align-self: start; max-height: calc(100vh - 4rem); overflow: auto; }
nav h2 { font-size: .8rem; margin: 1.25rem 0 .25rem; text-transform: none; color: light-dark(#566274, #9aa8ba); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; justify-content: space-between; padding: .2rem .5rem; border-radius: .375rem; text-decoration: none; color: inherit; }
nav a:hover { background: light-dark(#e3e7ed, #222d3b); }
h1 { font-size: 1.75rem; margin-top: 0; } h2 { font-size: 1.2rem; margin-top: 2.5rem; }
a { color: light-dark(#2a66dd, #78a6ff); }
details { border: 1px solid light-dark(#d8dde3, #2c3949); border-radius: .5rem; margin: .5rem 0; padding: .5rem .9rem;
  background: light-dark(#ffffff, #121922); }
summary { cursor: pointer; overflow-wrap: anywhere; } summary code { font-weight: 600; }
code, pre { font: .85rem/1.45 ui-monospace, monospace; }
pre { overflow: auto; max-height: 32rem; background: light-dark(#eef1f4, #0b1017); padding: .75rem; border-radius: .4rem; }
.method { display: inline-block; min-width: 4.2em; color: light-dark(#0a6b3d, #5fd39a); }
[data-method="POST"] > .method { color: light-dark(#8a4b00, #f2b234); }
[data-method="DELETE"] > .method { color: light-dark(#b42318, #ff8a80); }
.quiet { color: light-dark(#566274, #9aa8ba); }
td { padding: .15rem .75rem .15rem 0; vertical-align: top; }
:focus-visible { outline: 2px solid currentColor; outline-offset: 2px; }
@media (max-width: 60rem) { .page { display: block; } nav { position: static; max-height: none; } }`;

/** Commands of a new integrator, with the names that all examples use. */
const FIRST_CALLS = `SERVER=https://solar.example.org
TOKEN=hgk_your-key
curl "$SERVER/api/workData/powerStation/list?pageSize=50" -H "Authorization: Bearer $TOKEN"
curl "$SERVER/api/metrics/plants" -H "Authorization: Bearer $TOKEN"`;

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
  return `<details id="${endpoint.method.toLowerCase()}${endpoint.path.replaceAll("/", "-")}"><summary><code data-method="${endpoint.method}"><span class="method">${endpoint.method}</span> /api${escapeHtml(endpoint.path)}</code>
<span class="quiet">${escapeHtml(endpoint.summary)}</span></summary>
<p>Access: ${escapeHtml(describeAccess(endpoint))}.<br>Errors: ${errors}</p>
${schemaBlock("Query", endpoint.query, "input")}${schemaBlock("Body", endpoint.body, "input")}
${uploadBlock(endpoint)}${exampleBlock(endpoint)}${responseBlock(endpoint)}</details>`;
}

/** Titles of areas whose path is not a word of the language. */
const areaTitles: Readonly<Record<string, string>> = {
  customerType: "Account types",
  forgetPassword: "Password reset",
  index: "Home",
  registry: "Registration",
  user: "Own account",
  "workData-device": "Devices",
  "workData-layout": "Layouts",
  "workData-commissioning": "Commissioning",
  "workData-powerStation": "Plants",
};

/** The first part of a path, of the largest area the second one too. */
function areaOf({ path }: Endpoint): string {
  const [, area = "", part = ""] = path.split("/");
  return area === "workData" ? `${area}-${part}` : area;
}

const titleOf = (area: string): string =>
  areaTitles[area] ?? `${area.charAt(0).toUpperCase()}${area.slice(1)}`;

function renderMenu(areas: ReadonlyMap<string, readonly Endpoint[]>): string {
  const link = (id: string, text: string, count = "") =>
    `<li><a href="#${id}">${text}<span class="quiet">${count}</span></a></li>`;
  const calls = [...areas].map(([area, list]) => link(`area-${area}`, titleOf(area), String(list.length)));
  return `<nav aria-label="Contents"><h2>Start</h2><ul>${link("start", "First calls")}${link("webhooks", "Webhooks")}${link("codes", "Codes")}</ul>
<h2>Calls</h2><ul>${calls.join("")}</ul></nav>`;
}

function renderWebhooks(): string {
  return `<h2 id="webhooks">Webhooks</h2><p>${escapeHtml(webhookSummary)}. They are set under Alarms &gt; Webhooks, which also
shows the secret, or by <code>/api/alarm/webhook/add</code>. The signature is the HMAC-SHA256 of <code>webhook-id.webhook-timestamp.body</code>
by the secret (base64 after <code>whsec_</code>), in base64 after <code>v1,</code>.</p>
<details><summary>Body of a request</summary>${schemaBlock("Body", webhookBody, "output")}
<p class="quiet">Example</p><pre>${escapeHtml(JSON.stringify(webhookExample, null, 2))}</pre></details>`;
}

function renderDocs(nonce: string): string {
  const areas = Map.groupBy(allEndpoints, areaOf);
  const body = [...areas].map(
    ([area, list]) => `<h2 id="area-${area}">${titleOf(area)}</h2>${list.map(endpointBlock).join("")}`,
  );
  const rows = Object.entries(codes).map(
    ([code, status]) =>
      `<tr><td><code>${code}</code></td><td>${status}</td><td>${code === "0" ? "Success" : escapeHtml(messages.en[`code.${code}` as "code.B0001"])}</td></tr>`,
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Heliograph API</title><link rel="icon" href="data:,">
<meta name="viewport" content="width=device-width, initial-scale=1"><style nonce="${nonce}">${style}</style></head>
<body><div class="page">${renderMenu(areas)}<main><h1>Heliograph API</h1>
<p>Every response is <code>{ code, data, msg, status }</code>. Send <code>Authorization: Bearer …</code>,
<code>Accept-Language</code> (zh-cn, en, pt, th) and <code>Time-Zone</code> (an IANA name).
The same as <a href="/api/openapi.json">OpenAPI 3.1</a>.</p>
<h2 id="start">First calls</h2><p>Create a key under Account &gt; API keys: it reads plants, devices and alarms of its
account. The examples name objects by made-up ids; <code>SERVER</code> is the address of the server, <code>TOKEN</code> an
API key, or an access token of <code>/api/token/login</code> for calls that change something.</p>
<pre>${escapeHtml(FIRST_CALLS)}</pre>
${renderWebhooks()}${body.join("\n")}<h2 id="codes">Codes</h2><table>${rows.join("")}</table></main></div></body></html>`;
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
