import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { webhookBody } from "@heliograph/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestApp } from "../../test/app.ts";
import { createTestApp } from "../../test/app.ts";
import type { TestEngines } from "../../test/engines.ts";
import { openTestEngines } from "../../test/engines.ts";
import { createAccount, createSession, ensurePlatform } from "../../test/fixtures.ts";

let engines: TestEngines;
let server: TestApp;
let webFolder: string;

beforeAll(async () => {
  engines = await openTestEngines();
  webFolder = await mkdtemp(join(tmpdir(), "heliograph-web-"));
  await mkdir(join(webFolder, "assets"));
  await writeFile(
    join(webFolder, "assets/index-a1b2.js"),
    `console.log(${JSON.stringify("x".repeat(4_000))})`,
  );
  await writeFile(
    join(webFolder, "index.html"),
    '<!doctype html><meta name="csp-nonce" content="__CSP_NONCE__"><script type="module" src="/assets/index-a1b2.js"></script>',
  );
  server = await createTestApp({ ...engines, webFolder });
});

afterAll(async () => {
  await server.close();
  await engines.close();
  await rm(webFolder, { recursive: true });
});

test("returns a success in the envelope with code 0, its data and a Date header [R8.6]", async () => {
  const response = await server.call("GET", "/health/live");
  expect(response.statusCode).toBe(200);
  expect(response.envelope).toEqual({ code: "0", data: { isLive: true }, msg: "", status: 200 });
  expect(Date.parse(String(response.headers.date))).toBeGreaterThan(0);
});

test("reports that it is ready once the databases respond", async () => {
  expect((await server.call("GET", "/health/ready")).envelope.data).toMatchObject({ isReady: true });
});

test("returns A0404 in the envelope for an unknown address below /api", async () => {
  const response = await server.call("GET", "/no/such/thing");
  expect(response.statusCode).toBe(404);
  expect(response.envelope).toEqual({ code: "A0404", data: null, msg: "Not found.", status: 404 });
});

test("returns A0405 with the allowed methods for a wrong method", async () => {
  const response = await server.call("GET", "/token/login");
  expect(response.statusCode).toBe(405);
  expect(response.headers.allow).toBe("POST");
  expect(response.envelope.code).toBe("A0405");
});

test("refuses broken JSON, another content type and a body over 1 MiB, each in the envelope", async () => {
  const send = (payload: string, type: string) =>
    server.app.inject({
      method: "POST",
      url: "/api/token/login",
      payload,
      headers: { "content-type": type, "accept-language": "en" },
    });
  expect((await send('{"account":', "application/json")).json().code).toBe("A0402");
  expect((await send("account=a", "application/x-www-form-urlencoded")).json().code).toBe("A0402");
  expect((await send('{"__proto__":{"a":1}}', "application/json")).json().code).toBe("A0402");
  const large = await send(JSON.stringify({ account: "x".repeat(1_100_000) }), "application/json");
  expect(large.statusCode).toBe(413);
  expect(large.json().code).toBe("A0413");
});

test("names each refused field in the caller's language and refuses fields it does not know", async () => {
  const body = { password: "x", endpoint: "TV", isSuper: true };
  const inEnglish = (await server.call("POST", "/token/login", { body })).envelope;
  expect(inEnglish.code).toBe("A0400");
  expect(inEnglish.data.fields).toEqual([
    { path: "account", message: "Enter the account." },
    { path: "endpoint", message: "Select one of the available values." },
    { path: "isSuper", message: "This field is unknown." },
  ]);
  const headers = { "accept-language": "pt-BR,pt;q=0.9,en;q=0.8" };
  const inPortuguese = (await server.call("POST", "/token/login", { body, headers })).envelope;
  expect(inPortuguese.msg).toBe("Alguns valores não são válidos.");
  expect(inPortuguese.data.fields[0]).toEqual({ path: "account", message: "Informe a conta." });
  const { msg } = (await server.call("POST", "/token/login", { body, headers: { "accept-language": "fr" } }))
    .envelope;
  expect(msg).toBe("部分内容填写有误");
});

test("refuses a page size over 200", async () => {
  const account = await createAccount(engines.db, { roleCode: "ROOT" });
  const { authorization } = await createSession(engines.db, { accountId: account.id });
  const list = (pageSize: number) =>
    server.call("GET", "/workData/powerStation/list", { query: { pageSize }, authorization });
  expect((await list(200)).statusCode).toBe(200);
  const refused = await list(201);
  expect(refused.envelope.code).toBe("A0400");
  expect(refused.envelope.data.fields).toEqual([{ path: "pageSize", message: "Must be 200 or less." }]);
});

test("sends security headers and forbids caching with all API responses", async () => {
  for (const path of ["/health/live", "/user/isSuper", "/no/such/thing"]) {
    const { headers } = await server.call("GET", path);
    expect(headers["cache-control"]).toBe("no-store");
    expect(headers["content-security-policy"]).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["referrer-policy"]).toBe("no-referrer");
    expect(headers["cross-origin-opener-policy"]).toBe("same-origin");
    expect(headers["strict-transport-security"]).toBeUndefined();
  }
});

test("sends the same headers for an address in another spelling or one that cannot be parsed", async () => {
  for (const url of ["/%61pi/health/live", "/api/%E0%A4%A", "/nothing/here"]) {
    const { headers } = await server.app.inject({ url });
    expect([url, headers["cache-control"], headers["x-content-type-options"]]).toEqual([
      url,
      "no-store",
      "nosniff",
    ]);
    expect(headers["content-security-policy"]).toContain("default-src 'none'");
  }
  const broken = await server.app.inject({ url: "/api/%E0%A4%A" });
  expect([broken.statusCode, broken.json().code]).toEqual([404, "A0404"]);
});

test("serves the page with a new nonce each time, without inline or foreign resources", async () => {
  const nonces = new Set<string>();
  for (const url of ["/", "/index.html"]) {
    const response = await server.app.inject({ method: "GET", url });
    const policy = String(response.headers["content-security-policy"]);
    const [, nonce = ""] = /style-src 'self' 'nonce-([\w-]{20,})'/.exec(policy) ?? [];
    expect(response.body).toContain(`content="${nonce}"`);
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(response.headers["cache-control"]).toBe("no-store");
    nonces.add(nonce);
  }
  expect(nonces.size).toBe(2);
});

test("allows pictures from the origin of the configured map tiles, and from no other", async () => {
  const findPictures = async () => {
    const { headers } = await server.app.inject({ method: "GET", url: "/" });
    return /img-src ([^;]*)/.exec(String(headers["content-security-policy"]))?.[1];
  };
  expect(await findPictures()).toBe("'self' data: blob:");
  const { companyId } = await ensurePlatform(engines.db);
  const root = await createAccount(engines.db, { companyId, roleCode: "ROOT" });
  const { authorization } = await createSession(engines.db, { accountId: root.id });
  const { revision } = (await server.call("GET", "/system/config/get")).envelope.data;
  const setTiles = (mapTileUrl: string, at: number) =>
    server.call("POST", "/system/config/update", { authorization, body: { revision: at, mapTileUrl } });
  expect(
    (await setTiles("https://tiles.example.org:8443/a/{z}/{x}/{y}.png?key=b", revision)).envelope.code,
  ).toBe("0");
  expect(await findPictures()).toBe("'self' data: blob: https://tiles.example.org:8443");
  expect((await setTiles("", revision + 1)).envelope.code).toBe("0");
  expect(await findPictures()).toBe("'self' data: blob:");
});

test("serves hashed files as immutable and compressed, and nothing outside the folder", async () => {
  const file = await server.app.inject({
    method: "GET",
    url: "/assets/index-a1b2.js",
    headers: { "accept-encoding": "gzip" },
  });
  expect(file.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
  expect(file.headers["content-encoding"]).toBe("gzip");
  for (const url of ["/../package.json", "/assets/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd"]) {
    const { statusCode } = await server.app.inject({ method: "GET", url });
    expect([400, 403, 404]).toContain(statusCode);
  }
});

test("redirects a page name typed without the hash to the console's page", async () => {
  const response = await server.app.inject({
    method: "GET",
    url: "/control/list",
    headers: { accept: "text/html" },
  });
  expect(response.statusCode).toBe(302);
  expect(response.headers.location).toBe("/#/control/list");
});

test("trusts a forwarded address and protocol only from a trusted proxy", async () => {
  const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "203.0.113.9" };
  const untrusted = await server.call("GET", "/health/live", { headers });
  expect(untrusted.headers["strict-transport-security"]).toBeUndefined();
  const behindProxy = await createTestApp({ ...engines, environment: { TRUST_PROXY: "1" } });
  const trusted = await behindProxy.call("GET", "/health/live", { headers });
  expect(trusted.headers["strict-transport-security"]).toContain("max-age=31536000");
  await behindProxy.close();
});

test("serves its OpenAPI document and a documentation page without foreign resources", async () => {
  const document = (await server.app.inject({ method: "GET", url: "/api/openapi.json" })).json();
  expect(document.openapi).toBe("3.1.0");
  expect(Object.keys(document.paths)).toContain("/api/workData/powerStation/list");
  const page = await server.app.inject({ method: "GET", url: "/api/docs" });
  expect(page.body).toContain("/api/token/login");
  expect(page.body).not.toMatch(/(src|href)="(https?:)?\/\//);
  const [, nonce] = /'nonce-([\w-]+)'/.exec(String(page.headers["content-security-policy"])) ?? [];
  expect(page.body).toContain(`<style nonce="${nonce}">`);
});

test("the documentation page begins with the calls of a key, links every area, and shows what webhooks send", async () => {
  const document = (await server.app.inject({ method: "GET", url: "/api/openapi.json" })).json();
  const { body } = await server.app.inject({ method: "GET", url: "/api/docs" });
  expect(body).toContain("/api/metrics/plants&quot; -H");
  const targets = [...body.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
  expect(targets).toEqual(expect.arrayContaining(["start", "webhooks", "codes", "area-workData-device"]));
  expect(targets.filter((id) => !body.includes(`id="${id}"`))).toEqual([]);
  expect(body).toContain("&quot;alarm.raised&quot;");
  const { schema, example } = document.webhooks["alarm.events"].post.requestBody.content["application/json"];
  expect(schema.required).toEqual(["type", "version", "timestamp", "data"]);
  expect(webhookBody.parse(example)).toEqual(example);
});
