import type { Access, Endpoint, ErrorCode } from "@heliograph/contract";
import { allEndpoints, codes, fieldErrors, messages, webhookBody } from "@heliograph/contract";
import { MAX_TRAVEL_MS } from "@heliograph/contract/client";
import { webhookExample } from "../modules/devices/webhooks/webhook-example.ts";
import { findDocumentExample } from "./examples/document-examples.ts";
import { findDocumentResponse } from "./examples/document-responses.ts";
import type { Example } from "./examples/example.ts";
import { findExampleType } from "./examples/example.ts";
import type { Json } from "./json-schema.ts";
import { moveDefinitions, toJsonSchema } from "./json-schema.ts";

function envelopeSchema(data: Json, code: string): Json {
  return {
    type: "object",
    required: ["code", "data", "msg", "status"],
    properties: { code: { const: code }, data, msg: { type: "string" }, status: { type: "integer" } },
  };
}

/** Describes who may call the endpoint. */
export function describeAccess({ access, stepUp }: Pick<Endpoint, "access" | "stepUp">): string {
  const description = describeCaller(access);
  return stepUp ? `${description}; after step-up (POST /user/stepUp)` : description;
}

function describeCaller({ who, accountsNeed, scope }: Access): string {
  const callers: Record<string, string> = {
    public: "anyone",
    anonymous: `any session${accountsNeed ? `, an account's with ${accountsNeed.join(" or ")}` : ""}`,
    "signed-in": "any account",
  };
  const caller = typeof who === "string" ? callers[who] : `an account with ${who.join(" or ")}`;
  switch (scope.kind) {
    case "none":
      return `${caller}`;
    case "in-scope":
      return `${caller}; returns objects in the caller's scope`;
    case "plant":
      return `${caller}; ${scope.level} on the plant of ${Object.values(scope.by).join()}`;
    case "addressed":
      return `${caller}; the open offer of ${Object.values(scope.by).join()} made to it`;
    case "company":
      return `${caller}; the company of ${scope.by} in the caller's scope`;
    case "account":
      return `${caller}; the account of ${scope.by} in the caller's scope`;
    case "role":
      return `${caller}; the role of ${scope.by} in the caller's scope`;
    case "topics":
      return `${caller}; each plant of ${scope.by} readable`;
    case "platform":
      return `${caller}; of the platform operator`;
  }
}

function queryParameters(endpoint: Endpoint, example: Example | undefined): Json[] {
  if (!endpoint.query) return [];
  const { properties = {}, required = [] } = toJsonSchema(endpoint.query, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
    ...(example?.query?.[name] !== undefined && { example: example.query[name] }),
  }));
}

const sentAtParameter: Json = {
  name: "Sent-At",
  in: "header",
  required: false,
  schema: { type: "string", format: "date-time" },
  description: `When the call was sent, by the server's clock. It is refused with A0440 when it arrives more than ${MAX_TRAVEL_MS / 1000} s later.`,
};

function errorSchema(ofStatus: readonly ErrorCode[], status: number, data: Json): Json {
  return {
    type: "object",
    required: ["code", "data", "msg", "status"],
    properties: { code: { enum: ofStatus }, data, msg: { type: "string" }, status: { const: status } },
  };
}

function findErrorData(code: ErrorCode, { errorData }: Endpoint): Json | undefined {
  const data = code === "A0400" ? fieldErrors : errorData?.[code];
  return data && toJsonSchema(data, "output");
}

/** Codes with data of their own each, and the others together. */
function describeErrors(ofStatus: readonly ErrorCode[], status: number, endpoint: Endpoint): Json {
  const others = ofStatus.filter((code) => findErrorData(code, endpoint) === undefined);
  const schemas = ofStatus.flatMap((code) => {
    const data = findErrorData(code, endpoint);
    return data ? [errorSchema([code], status, data)] : [];
  });
  if (others.length > 0) schemas.push(errorSchema(others, status, {}));
  return schemas.length === 1 ? (schemas[0] as Json) : { anyOf: schemas };
}

function errorResponses(endpoint: Endpoint): Json {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => codes[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `${code}: ${messages.en[`code.${code}`]}`).join(" · "),
        content: { "application/json": { schema: describeErrors(ofStatus, status, endpoint) } },
      },
    ]),
  );
}

/** Maintenance stops every call that does not declare otherwise. */
function errorsOf({ errors, duringMaintenance, stepUp }: Endpoint): readonly ErrorCode[] {
  const own: readonly ErrorCode[] = stepUp ? [...errors, "A0220"] : errors;
  return duringMaintenance ? own : [...own, "B0100"];
}

const bytes: Json = { schema: { type: "string", format: "binary" } };

function responseContent(endpoint: Endpoint): Json {
  const { responseType, data } = endpoint;
  const example = findDocumentResponse(endpoint);
  if (responseType === "stream") return { "text/event-stream": { schema: { type: "string" } } };
  if (responseType === "file") return { "*/*": bytes };
  const schema = envelopeSchema(toJsonSchema(data, "output"), "0");
  return { "application/json": { schema, ...(example && { example }) } };
}

function requestBody({ body, upload }: Endpoint, example: Example | undefined): Json | undefined {
  if (upload)
    return {
      required: true,
      description: `The file's bytes, at most ${upload.maxBytes}.`,
      content: Object.fromEntries(
        upload.contentTypes.map((type) => {
          const hasExample = type === findExampleType(upload) && example?.file !== undefined;
          return [type, { ...bytes, ...(hasExample && { example: example.file }) }];
        }),
      ),
    };
  if (!body) return undefined;
  const content = { schema: toJsonSchema(body, "input"), ...(example?.body && { example: example.body }) };
  return { required: true, content: { "application/json": content } };
}

function toOperation(endpoint: Endpoint): Json {
  const example = findDocumentExample(endpoint);
  const body = requestBody(endpoint, example);
  return {
    summary: endpoint.summary,
    description: `Access: ${describeAccess(endpoint)}.${endpoint.duringMaintenance ? " Available during maintenance." : ""}`,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll("/", "_")}`,
    tags: [endpoint.path.split("/")[1] ?? ""],
    security: endpoint.access.who === "public" ? [] : [{ token: [] }],
    parameters: [...queryParameters(endpoint, example), ...(endpoint.promptly ? [sentAtParameter] : [])],
    ...(body && { requestBody: body }),
    responses: {
      "200": { description: "Success", content: responseContent(endpoint) },
      ...errorResponses(endpoint),
    },
  };
}

/** What this server sends to the address of a webhook. */
export const webhookSummary =
  "Changes of alarms, sent to the address of a webhook. Signed as Standard Webhooks describe (webhook-id, webhook-timestamp, webhook-signature); respond with 2xx within 10 seconds. A request that fails is sent again with the same webhook-id";

const describeWebhook = (schemas: Json): Json => {
  const schema = moveDefinitions(toJsonSchema(webhookBody, "output"), "webhook_", schemas);
  return {
    post: {
      summary: webhookSummary,
      operationId: "webhook_alarm_events",
      tags: ["alarm"],
      requestBody: { required: true, content: { "application/json": { schema, example: webhookExample } } },
      responses: { "2XX": { description: "Received" } },
    },
  };
};

/** Builds the OpenAPI 3.1 document from the contract. */
export function buildOpenApi(endpoints: readonly Endpoint[] = allEndpoints): Json {
  const paths: Record<string, Json> = {};
  const schemas: Json = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`;
    const operation = toOperation(endpoint);
    const moved = moveDefinitions(operation, String(operation.operationId), schemas);
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: moved };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Heliograph",
      version: "1",
      description:
        "Every response is { code, data, msg, status }. Requests carry Accept-Language, Time-Zone and, where needed, Authorization: Bearer. A change (update, settings, scope) sets the given fields: absent fields stay unchanged, null clears an optional one. During maintenance, calls return B0100 unless stated otherwise; it applies to sessions by the endpoint that opened them, and to calls without a session by the header Endpoint (WEB or APP).",
    },
    paths,
    webhooks: { "alarm.events": describeWebhook(schemas) },
    components: { schemas, securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}
