import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import type { Endpoint } from "@heliograph/contract";
import { allEndpoints, endpoints } from "@heliograph/contract";
import { sql } from "kysely";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { createAvatar, createIds, createPicture, createView } from "../../test/access-ids.ts";
import { picture } from "../../test/access-samples.ts";
import { createStage } from "../../test/actors.ts";
import { cutLists, toDocumentIds } from "../../test/document-response.ts";
import { createExampleData } from "../../test/example-data.ts";
import { createAccount, createSession } from "../../test/fixtures.ts";
import { openTestStage } from "../../test/stage.ts";
import { documentValues, exampleId } from "./examples/document-examples.ts";
import { RESPONSES_FILE } from "./examples/document-responses.ts";
import { EXAMPLE_PASSWORD } from "./examples/example.ts";
import type { Json } from "./json-schema.ts";

// Every example of the OpenAPI document is sent to a listening server, and every response is checked against the schema
// that the document declares for its status. The commands of the documentation page send the same requests.

const { engines, server } = await openTestStage({ isOwnDatabase: true });
const { db } = engines;
await server.app.listen({ host: "127.0.0.1", port: 0 });
const address = `http://127.0.0.1:${(server.app.server.address() as AddressInfo).port}`;

interface Envelope {
  code: string;
  data?: { rows?: readonly unknown[] } | null;
}
interface Operation {
  security: readonly unknown[];
  parameters: { name: string; example?: unknown }[];
  requestBody?: { content: Record<string, { example?: unknown }> };
  responses: Record<string, { content: Record<string, { schema: Json; example?: Envelope }> }>;
}
interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Json };
}

const document = (await (await fetch(`${address}/api/openapi.json`)).json()) as Document;
const toCall = ({ method, path }: Pick<Endpoint, "method" | "path">) => ({
  name: `${method} /api${path}`,
  method,
  path: `/api${path}`,
  operation: document.paths[`/api${path}`]?.[method.toLowerCase()] as Operation,
});
type Call = ReturnType<typeof toCall>;

/** Query and body of the example; bytes where the document says only that they are bytes. */
function readExample({ operation }: Call) {
  const query = new URLSearchParams(
    operation.parameters.flatMap(({ name, example }) =>
      example === undefined ? [] : [[name, String(example)]],
    ),
  ).toString();
  const contents = Object.entries(operation.requestBody?.content ?? {});
  const withExample = contents.find(([, { example }]) => example !== undefined);
  const [contentType, content] = withExample ?? contents[0] ?? [];
  if (contentType === undefined) return { query };
  const { example = picture } = content ?? {};
  const body = contentType === "application/json" ? JSON.stringify(example) : (example as string | Buffer);
  return { query, contentType, body };
}

const stage = await createStage(db);
const ids = await createIds(db, stage);
const ownerId = stage.actors.owner.accountId as string;
await createAccount(db, { email: documentValues.email(), password: EXAMPLE_PASSWORD });
await sql`
  update accounts set password_hash = (select password_hash from accounts where email = ${documentValues.email()})
  where id = ${ownerId}`.execute(db);
const own = Object.fromEntries(Object.entries(ids).map(([field, sides]) => [field, sides.own]));
/** A file of devices, uploaded by the account that imports it. */
async function uploadImport(kind: string, file: string): Promise<{ importId: string }> {
  const { authorization } = stage.actors.ROOT;
  const { path } = endpoints.deviceImport.read;
  const headers = { "content-type": "text/csv" };
  const query = { kind, fileName: "devices.csv" };
  const { data } = (await server.call("POST", path, { authorization, query, body: file, headers })).envelope;
  // As after a check, before which no cell can be corrected.
  await sql`update device_imports set columns = '["sn","registrationCode"]' where id = ${data.importId}`.execute(
    db,
  );
  return data;
}

/** A row with a mistake, as a check stores it. */
const wrongRow = {
  ...{ row: 2, sn: "D-1", alias: "", place: "", parentSn: "", type: null, model: "" },
  problems: [{ field: "registrationCode", key: "field.registrationCode" }],
};
const importOfPlant = await uploadImport("plant", "SN,Code\nD-1");
const checkedImport = await uploadImport("plant", "SN,Code\nD-1");
await sql`
  update device_imports set state = 'checked', wrong = 1, results = ${JSON.stringify([wrongRow])}::jsonb
  where id = ${checkedImport.importId}`.execute(db);
const { clock } = server;
const listed = await createExampleData({ engines, clock, app: server, stage, ids });
/** Ids of calls that name an object of the caller, or a picture that no plant has. */
const idsByPath: Record<string, Record<string, string>> = {
  ...listed,
  "/api/user/settings/avatar": { avatarId: await createAvatar(db, ownerId) },
  "/api/user/deviceView/save": await createView(db, ownerId, "devices"),
  "/api/user/deviceView/delete": await createView(db, ownerId, "devices"),
  "/api/workData/device/import/toPlant": importOfPlant,
  "/api/workData/device/import/toRegister": await uploadImport("register", "SN,Code,Type,Model\nD-1"),
  "/api/workData/device/import/columns": importOfPlant,
  "/api/workData/device/import/edit": importOfPlant,
  "/api/workData/device/import/detail": checkedImport,
  "/api/workData/device/import/result": checkedImport,
  "/api/workData/device/import/file": checkedImport,
  "/api/workData/powerStation/add": {
    pictureId: await createPicture(db, { uploadedBy: ownerId, purpose: "plant" }),
  },
};
const [soon, later] = [1, 2].map((hours) => new Date(Date.now() + hours * 3_600_000).toISOString());

/** The text with ids of the stage, and times to come, in place of those of the document. */
function fill(text: string, { path }: Call, sessionId: string): string {
  const { fromAt, untilAt } = documentValues.period();
  return Object.entries({ ...own, ...idsByPath[path], sessionId })
    .reduce((filled, [field, id]) => filled.replaceAll(exampleId(field), id), text)
    .replace(fromAt, String(soon))
    .replace(untilAt, String(later));
}

/** What of a response is not as declared. */
function findDifferences({ operation }: Call, status: number, json: unknown): string[] {
  const schema = operation.responses[status]?.content["application/json"]?.schema;
  if (!schema) return [`${status} is not declared`];
  const text = JSON.stringify({ ...schema, $defs: document.components.schemas })
    .replaceAll("#/components/schemas/", "#/$defs/")
    // Expressions are made without the flag for classes of characters.
    .replaceAll(String.raw`\\P{Cc}`, String.raw`[^\\u0000-\\u001f\\u007f-\\u009f]`);
  const { error } = z.fromJSONSchema(JSON.parse(text)).safeParse(json);
  return (error?.issues ?? []).map(({ path, message }) => `${path.join(".")}: ${message}`);
}

async function readResponse(call: Call, response: Response) {
  const declared = call.operation.responses[response.status]?.content;
  if (declared?.["*/*"] || declared?.["text/event-stream"]) return { code: "0", differences: [] };
  const json = (await response.json()) as Envelope;
  return { code: json.code, json, differences: findDifferences(call, response.status, json) };
}

/** Reads what a change is based on, by the path of the change. */
const readsBefore: Record<string, readonly [read: Endpoint, field: string]> = {
  "/api/account/update": [endpoints.account.get, "accountId"],
  "/api/account/scope": [endpoints.account.get, "accountId"],
  "/api/account/delete": [endpoints.account.get, "accountId"],
  "/api/role/update": [endpoints.role.get, "roleId"],
  "/api/workData/device/update": [endpoints.devicePage.settings, "deviceId"],
};

/** The body with the current revision of the object, which its reader has from an earlier call. */
async function withRevision(text: string, { path }: Call, authorization: string): Promise<string> {
  const read = readsBefore[path];
  if (!read) return text;
  const [endpoint, field] = read;
  const body = JSON.parse(text) as Record<string, unknown>;
  const { envelope } = await server.call("GET", endpoint.path, {
    authorization,
    query: { [field]: body[field] },
  });
  return JSON.stringify({ ...body, revision: envelope.data?.revision ?? body.revision });
}

async function send(call: Call, { authorization, sessionId }: { authorization: string; sessionId: string }) {
  const { query, contentType, body } = readExample(call);
  const controller = new AbortController();
  const response = await fetch(`${address}${call.path}?${fill(query, call, sessionId)}`, {
    method: call.method,
    signal: controller.signal,
    headers: {
      "accept-language": "en",
      ...(call.operation.security.length > 0 && { authorization }),
      ...(contentType !== undefined && { "content-type": contentType }),
    },
    ...(body && {
      body:
        typeof body === "string"
          ? await withRevision(fill(body, call, sessionId), call, authorization)
          : new Uint8Array(body),
    }),
  });
  const read = await readResponse(call, response);
  // A stream does not end.
  controller.abort();
  return read;
}

/** Responses to the examples that succeed, as the document shows them. */
const responses = new Map<string, unknown>();

/** The response with the ids of the document and the first entries of its lists, where its schema accepts fewer. */
function toDocumentResponse(call: Call, json: unknown): unknown {
  const whole = toDocumentIds(json, { ...own, ...idsByPath[call.path] });
  const cut = cutLists(whole);
  return findDifferences(call, 200, cut).length === 0 ? cut : whole;
}

/** Sends the example by accounts with different access until one succeeds. */
async function sendByEach(call: Call) {
  const steppedUpAt = new Date(server.clock.now());
  const outcomes: Awaited<ReturnType<typeof send>>[] = [];
  for (const name of ["owner", "ROOT", "other owner", "participant"] as const) {
    outcomes.push(await send(call, await createSession(db, { ...stage.actors[name], steppedUpAt })));
    const { code, json } = outcomes.at(-1) as (typeof outcomes)[number];
    if (code !== "0") continue;
    const isEmptyList = call.method === "GET" && json?.data?.rows?.length === 0;
    if (json && !(isEmptyList && responses.has(call.name)))
      responses.set(call.name, toDocumentResponse(call, json));
    // Another account may have what the list is about.
    if (!isEmptyList) break;
  }
  return outcomes;
}

/** Valid examples that are refused all the same. */
const refusals: Record<string, string> = Object.fromEntries(
  Object.entries({
    // Codes, tokens, passkeys and passwords that were never issued.
    A0200: ["POST /api/token/passkey"],
    A0210: ["POST /api/user/settings/updatePassword"],
    A0230: ["POST /api/token/refresh", "POST /api/token/secondFactor", "POST /api/token/ticket"],
    A0240: [
      "GET /api/registry/checkCode",
      "GET /api/registry/invitation",
      "POST /api/forgetPassword/updatePassword",
      "POST /api/registry/register",
      "POST /api/user/settings/bind",
      "POST /api/user/settings/totp",
      "POST /api/workData/device/add",
      "POST /api/workData/device/replace",
    ],
    // Roles and types in use.
    A0430: ["POST /api/customerType/delete", "POST /api/role/delete"],
    // Revisions other than the current one, and objects in another state.
    A0440: [
      "POST /api/company/delete",
      "POST /api/company/update",
      // Its accounts would lose the permissions of the calls that follow.
      "POST /api/customerType/update",
      "POST /api/job/cancel",
      "POST /api/permission/override",
      "POST /api/public/responder",
      "POST /api/system/maintenance/delete",
      "POST /api/system/maintenance/switch",
      "POST /api/system/provider/sort",
      "POST /api/system/provider/update",
      "POST /api/system/upgrade/pause",
      "POST /api/user/settings/passkey",
      "POST /api/workData/device/move",
      "POST /api/workData/device/parametersCopy",
      "POST /api/workData/device/release",
      "POST /api/workData/device/remove",
      "POST /api/workData/layout/publish",
      "POST /api/workData/powerStation/igniteCancel",
      "POST /api/workData/powerStation/transfer",
      "POST /api/workData/powerStation/transferWithdraw",
      // Others confirm the plant by its name.
      "POST /api/workData/powerStation/update",
      "POST /api/workData/powerStation/urgentReset",
    ],
    // The file that was uploaded is not complete, and the devices cannot do it.
    A0700: ["POST /api/system/firmware/publish"],
    A0720: [
      "POST /api/system/upgrade/add",
      "POST /api/workData/device/close",
      "POST /api/workData/device/open",
      "POST /api/workData/powerStation/operation/drill",
    ],
  }).flatMap(([code, names]) => names.map((name) => [name, code])),
);

/** Calls that end what other examples name are last. */
function endsObject({ path }: Call): number {
  if (path === "/api/account/delete") return 3;
  if (path === "/api/workData/powerStation/delete" || path === "/api/user/logoff") return 2;
  return /cancel|clear|delete|remove|revoke|answer|logout|withdraw|end$|leave$|urgentStop$/i.test(path)
    ? 1
    : 0;
}
const calls = allEndpoints.map(toCall).toSorted((one, other) => endsObject(one) - endsObject(other));

test.each(calls.map((call) => [call.name, call] as const))(
  "the example of %s gets a response as declared",
  async (name, call) => {
    const outcomes = await sendByEach(call);
    expect(outcomes.flatMap(({ differences }) => differences)).toEqual([]);
    const codes = outcomes.map(({ code }) => code);
    const refusal = codes.find((code) => code !== "A0300" && code !== "A0404") ?? "A0404";
    expect(codes.includes("0") ? "0" : refusal).toBe(refusals[name] ?? "0");
  },
);

// RECORD_RESPONSES=1 writes the examples of responses, after which `npm run generate` writes the document.
if (process.env.RECORD_RESPONSES === "1")
  afterAll(async () => {
    const sorted = Object.fromEntries([...responses].toSorted(([one], [other]) => (one < other ? -1 : 1)));
    await writeFile(RESPONSES_FILE, `${JSON.stringify(sorted, null, 1)}\n`);
  });
else
  test("the document has the response to every example that succeeds, as declared", () => {
    const documented = calls.flatMap((call) => {
      const { example } = call.operation.responses["200"]?.content["application/json"] ?? {};
      return example === undefined
        ? []
        : [{ name: call.name, differences: findDifferences(call, 200, example) }];
    });
    expect(documented).toEqual(
      calls.filter(({ name }) => responses.has(name)).map(({ name }) => ({ name, differences: [] })),
    );
  });

const escapes = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'", "&amp;": "&" };

/** Commands of the documentation page by call. */
async function readCommands(): Promise<Map<string, string>> {
  const page = await (await fetch(`${address}/api/docs`)).text();
  const found = page.matchAll(
    /<span class="method">(\w+)<\/span> (\S+?)<\/code>(?:(?!<\/details>).)*?<pre class="example">(.*?)<\/pre>/gs,
  );
  return new Map(
    [...found].map(([, method, path, command = ""]) => [
      `${method} ${path}`,
      command.replaceAll(/&\w+;|&#39;/g, (text) => escapes[text as keyof typeof escapes]),
    ]),
  );
}

/** A server that returns what it was sent. */
async function openEcho() {
  const echo = createServer(async (request, response) => {
    const { authorization, "content-type": contentType } = request.headers;
    const body = (await buffer(request)).toString("base64");
    const { method, url } = request;
    const { pathname, searchParams } = new URL(String(url), "http://localhost");
    const query = Object.fromEntries(searchParams);
    response.end(JSON.stringify({ method, pathname, query, body, contentType, authorization }));
  });
  await new Promise<void>((resolve) => void echo.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void echo.close());
  return `http://127.0.0.1:${(echo.address() as AddressInfo).port}`;
}

test("the commands of the documentation page send the examples of the OpenAPI document", async () => {
  const folder = await mkdtemp(join(tmpdir(), "heliograph-examples-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "picture.png");
  await writeFile(file, picture);
  const environment = { ...process.env, SERVER: await openEcho(), TOKEN: "secret", FILE: file };
  const commands = await readCommands();
  expect([...commands.keys()].toSorted()).toEqual(calls.map(({ name }) => name).toSorted());
  for (const call of calls) {
    const command = `${commands.get(call.name)} --silent --show-error`;
    const { stdout } = await promisify(execFile)("sh", ["-c", command], { env: environment });
    const { query, contentType, body = "" } = readExample(call);
    const isOpen = call.operation.security.length === 0;
    expect(JSON.parse(stdout)).toEqual({
      method: call.method,
      pathname: call.path,
      query: Object.fromEntries(new URLSearchParams(query)),
      body: Buffer.from(body).toString("base64"),
      ...(contentType !== undefined && { contentType }),
      ...(!isOpen && { authorization: "Bearer secret" }),
    });
  }
});
