import type { Access, Endpoint, ErrorCode } from "@heliograph/contract";
import { allEndpoints, codes, fieldErrors, messages } from "@heliograph/contract";
import type { Json } from "./json-schema.ts";
import { toJsonSchema } from "./json-schema.ts";

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

function queryParameters(endpoint: Endpoint): Json[] {
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
  }));
}

function describeErrorData(codesOfStatus: readonly ErrorCode[], errorData: Endpoint["errorData"]): Json {
  if (codesOfStatus.includes("A0400")) return toJsonSchema(fieldErrors, "output");
  const own = codesOfStatus.flatMap((code) => errorData?.[code] ?? []);
  // Codes with the same status may have different data.
  return codesOfStatus.length === 1 && own[0] ? toJsonSchema(own[0], "output") : {};
}

function errorResponses(endpoint: Endpoint): Json {
  const errors = errorsOf(endpoint);
  const byStatus = Map.groupBy(errors, (code) => codes[code]);
  return Object.fromEntries(
    [...byStatus].map(([status, ofStatus]) => [
      String(status),
      {
        description: ofStatus.map((code) => `${code}: ${messages.en[`code.${code}`]}`).join(" · "),
        content: {
          "application/json": {
            schema: {
              type: "object",
              required: ["code", "data", "msg", "status"],
              properties: {
                code: { enum: ofStatus },
                data: describeErrorData(ofStatus, endpoint.errorData),
                msg: { type: "string" },
                status: { const: status },
              },
            },
          },
        },
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

function responseContent({ responseType, data }: Endpoint): Json {
  if (responseType === "stream") return { "text/event-stream": { schema: { type: "string" } } };
  if (responseType === "file") return { "*/*": bytes };
  return { "application/json": { schema: envelopeSchema(toJsonSchema(data, "output"), "0") } };
}

function requestBody({ body, upload }: Endpoint): Json | undefined {
  if (upload)
    return {
      required: true,
      description: `The file's bytes, at most ${upload.maxBytes}.`,
      content: Object.fromEntries(upload.contentTypes.map((type) => [type, bytes])),
    };
  if (!body) return undefined;
  return { required: true, content: { "application/json": { schema: toJsonSchema(body, "input") } } };
}

function toOperation(endpoint: Endpoint): Json {
  const body = requestBody(endpoint);
  return {
    summary: endpoint.summary,
    description: `Access: ${describeAccess(endpoint)}.${endpoint.duringMaintenance ? " Available during maintenance." : ""}`,
    operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replaceAll("/", "_")}`,
    tags: [endpoint.path.split("/")[1] ?? ""],
    security: endpoint.access.who === "public" ? [] : [{ token: [] }],
    parameters: queryParameters(endpoint),
    ...(body && { requestBody: body }),
    responses: {
      "200": { description: "Success", content: responseContent(endpoint) },
      ...errorResponses(endpoint),
    },
  };
}

/** Builds the OpenAPI 3.1 document from the contract. */
export function buildOpenApi(endpoints: readonly Endpoint[] = allEndpoints): Json {
  const paths: Record<string, Json> = {};
  for (const endpoint of endpoints) {
    const path = `/api${endpoint.path}`;
    paths[path] = { ...paths[path], [endpoint.method.toLowerCase()]: toOperation(endpoint) };
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
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
}
