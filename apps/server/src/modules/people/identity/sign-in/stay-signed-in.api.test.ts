import { createHash } from "node:crypto";
import { request as requestHttp } from "node:http";
import type { AddressInfo } from "node:net";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { createTestApp } from "../../../../../test/app.ts";
import { createAccount } from "../../../../../test/fixtures.ts";
import { listMessages } from "../../../../../test/outbox.ts";
import { openTestStage } from "../../../../../test/stage.ts";

const { engines, server } = await openTestStage();
const password = "Blue-roof-77";
const origin = "http://localhost:8080";

const host = { host: "localhost:8080" };
const signIn = (account: string, more: object = { keepSignedIn: true }, on = server) =>
  on.call("POST", "/token/login", { body: { account, password, endpoint: "WEB", ...more } });
const cookieOf = ({ headers }: { headers: Record<string, unknown> }) =>
  /heliograph_kept=([\w-]*)/.exec(String(headers["set-cookie"] ?? ""))?.[1];
const refreshBy = (kept: string | undefined, headers: Record<string, string> = { origin }, on = server) =>
  on.call("POST", "/token/refresh", {
    body: {},
    headers: { ...host, cookie: `other=1; heliograph_kept=${kept}`, ...headers },
  });
/** A refresh over a real connection with a Host header of its own, which fetch does not allow. */
function refreshOver(port: number, host: string, kept: string | undefined) {
  return new Promise<{ code: string; kept: string | undefined }>((resolve, reject) => {
    const headers = {
      host,
      origin: `http://${host}`,
      cookie: `heliograph_kept=${kept}`,
      "content-type": "application/json",
    };
    const options = { host: "127.0.0.1", port, path: "/api/token/refresh", method: "POST", headers };
    const sent = requestHttp(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        text += part;
      });
      response.on("end", () => resolve({ code: JSON.parse(text).code, kept: cookieOf(response) }));
    });
    sent.on("error", reject).end("{}");
  });
}
const isLive = async (access: string) =>
  (await server.call("GET", "/user/isSuper", { authorization: `Bearer ${access}` })).envelope.code === "0";

test("sets an HttpOnly cookie limited to the refresh call, when asked to keep the user signed in", async () => {
  const { email } = await createAccount(engines.db, { password });
  const kept = await signIn(email);
  expect(kept.headers["set-cookie"]).toMatch(
    /^heliograph_kept=[\w-]{43}; Path=\/api\/token\/refresh; Max-Age=1209600; HttpOnly; SameSite=Strict$/,
  );
  expect(JSON.stringify(kept.envelope)).not.toContain(cookieOf(kept));
  const { rows } = await sql`
    select from tokens where hash = ${createHash("sha256")
      .update(String(cookieOf(kept)))
      .digest()}`.execute(engines.db);
  expect(rows).toHaveLength(1);
  const plain = await signIn(email, {});
  expect(plain.headers["set-cookie"]).toContain("heliograph_kept=; ");
  expect(plain.headers["set-cookie"]).toContain("Max-Age=0");
});

test("marks the cookie as secure, with the path of the console's public address", async () => {
  const { email } = await createAccount(engines.db, { password });
  const secure = await createTestApp({
    ...engines,
    environment: { PUBLIC_URL: "https://example.org/solar" },
  });
  const response = await signIn(email, { keepSignedIn: true }, secure);
  expect(response.headers["set-cookie"]).toMatch(/Path=\/solar\/api\/token\/refresh; .*; Secure$/);
  const own = { origin: "https://example.org" };
  expect((await refreshBy(cookieOf(response), own, secure)).envelope.code).toBe("0");
  await secure.close();
});

test("signs a new window in by the cookie, which is valid once and replaced by another [R7.4]", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const kept = await signIn(email);
  const first = await refreshBy(cookieOf(kept));
  expect(first.envelope.data).toMatchObject({ token_type: "Bearer", expires_in: 1_800 });
  const authorization = `Bearer ${first.envelope.data.access_token}`;
  const info = await server.call("GET", "/user/settings/getUserInfo", { authorization });
  expect(info.envelope.data.accountId).toBe(id);
  expect(cookieOf(first)).not.toBe(cookieOf(kept));
  expect((await refreshBy(cookieOf(first))).envelope.code).toBe("0");
  // The tab that was open before keeps using its own token.
  const tab = await server.call("POST", "/token/refresh", {
    body: { refresh_token: kept.envelope.data.refresh_token },
  });
  expect(tab.envelope.code).toBe("0");
});

test("gives two concurrent windows the same pair and cookie; a stale cookie ends the token family", async () => {
  const { email } = await createAccount(engines.db, { password });
  const kept = await signIn(email);
  const [one, other] = await Promise.all([refreshBy(cookieOf(kept)), refreshBy(cookieOf(kept))]);
  expect(one?.envelope.data).toEqual(other?.envelope.data);
  expect(cookieOf(one as never)).toBe(cookieOf(other as never));
  await sql`update tokens set used_at = used_at - interval '2.1 s' where used_at is not null`.execute(
    engines.db,
  );
  expect((await refreshBy(cookieOf(kept))).envelope.code).toBe("A0230");
  expect(await isLive(one?.envelope.data.access_token)).toBe(false);
});

test("accepts the cookie from the console's own pages only, and from no other origin", async () => {
  const { email } = await createAccount(engines.db, { password });
  const kept = cookieOf(await signIn(email));
  for (const headers of [
    {},
    { origin: "https://evil.example" },
    { origin: "null" },
    { origin: "http://localhost:8081" },
  ] as Array<Record<string, string>>)
    expect((await refreshBy(kept, headers)).envelope).toMatchObject({ code: "A0230", status: 401 });
  expect((await refreshBy(kept)).envelope.code).toBe("0");
});

test.each([
  ["a name that resolves to this machine", "evil.example:8080"],
  ["another port of this machine", "localhost:9999"],
  ["an address of another machine", "203.0.113.9:8080"],
  ["a name that only begins like its own", "localhost.evil.example:8080"],
])("accepts no cookie where Host and Origin agree on %s", async (_, foreign) => {
  const { email } = await createAccount(engines.db, { password });
  const kept = cookieOf(await signIn(email));
  const headers = { host: foreign, origin: `http://${foreign}` };
  expect((await refreshBy(kept, headers)).envelope).toMatchObject({ code: "A0230", status: 401 });
  expect((await refreshBy(kept)).envelope.code).toBe("0");
});

test("accepts the cookie at every address and port the server listens on", async () => {
  const { email } = await createAccount(engines.db, { password });
  const listening = await createTestApp(engines);
  await listening.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = listening.app.server.address() as AddressInfo;
  let kept = cookieOf(await signIn(email));
  const refresh = (host: string) => refreshOver(port, host, kept);
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    const response = await refresh(host);
    expect([host, response.code]).toEqual([host, "0"]);
    kept = response.kept;
  }
  for (const host of [`evil.example:${port}`, "localhost:8080"])
    expect([host, (await refresh(host)).code]).toEqual([host, "A0230"]);
  await listening.close();
});

test("accepts the cookie from PUBLIC_URL with any Host, and from no foreign name", async () => {
  const { email } = await createAccount(engines.db, { password });
  const known = await createTestApp({ ...engines, environment: { PUBLIC_URL: "https://example.org" } });
  const kept = cookieOf(await signIn(email, { keepSignedIn: true }, known));
  const foreign = { host: "evil.example:8080", origin: "http://evil.example:8080" };
  expect((await refreshBy(kept, foreign, known)).envelope.code).toBe("A0230");
  const own = { host: "10.0.0.7:8080", origin: "https://example.org" };
  expect((await refreshBy(kept, own, known)).envelope.code).toBe("0");
  await known.close();
});

test("uses no foreign Host for passkeys, links in mails or redirects", async () => {
  const { email } = await createAccount(engines.db, { password });
  const headers = { host: "evil.example:8080", origin: "http://evil.example:8080" };
  const begun = await server.call("POST", "/token/passkey/begin", { body: {}, headers });
  expect(begun.envelope.code).toBe("0");
  await server.call("GET", "/registry/sendCode", { query: { target: email, purpose: "register" }, headers });
  await server.services.registration.sendRequested();
  const page = await server.app.inject({ url: "/home", headers: { ...headers, accept: "text/html" } });
  const mails = await listMessages(engines.db, email);
  expect(JSON.stringify(mails)).toContain("http://127.0.0.1:8080/#/");
  const said = JSON.stringify([begun.envelope, page.headers, mails]);
  expect(said).not.toContain("evil.example");
});

test("accepts the cookie's token only in the cookie of the refresh call, and no tab's token as a cookie", async () => {
  const { email } = await createAccount(engines.db, { password });
  const response = await signIn(email);
  const kept = String(cookieOf(response));
  expect(await isLive(kept)).toBe(false);
  const asBody = await server.call("POST", "/token/refresh", { body: { refresh_token: kept } });
  expect(asBody.envelope.code).toBe("A0230");
  expect((await refreshBy(response.envelope.data.refresh_token)).envelope.code).toBe("A0230");
  const asBearer = await server.call("GET", "/user/isSuper", {
    headers: { ...host, origin, cookie: `heliograph_kept=${kept}` },
  });
  expect(asBearer.envelope.code).toBe("A0230");
});

test("signing out ends the cookie's token and clears the cookie", async () => {
  const { email } = await createAccount(engines.db, { password });
  const kept = await signIn(email);
  const out = await server.call("DELETE", "/auth/logout", {
    authorization: `Bearer ${kept.envelope.data.access_token}`,
  });
  expect(out.headers["set-cookie"]).toContain("heliograph_kept=; Path=/api/token/refresh; Max-Age=0");
  expect((await refreshBy(cookieOf(kept))).envelope.code).toBe("A0230");
});

const ticketOf = async (access: string) =>
  (await server.call("POST", "/user/ticket", { authorization: `Bearer ${access}`, body: {} })).envelope.data;
const redeem = (ticket: string, on = server) =>
  on.call("POST", "/token/ticket", { body: { ticket, endpoint: "APP" } });

test("a ticket starts one session of the same account, once and within 60 s, and is stored hashed [R4.4]", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const { access_token } = (await signIn(email, {})).envelope.data;
  const { ticket, expiresInS } = await ticketOf(access_token);
  expect(expiresInS).toBe(60);
  const { rows } = await sql<{ row: string }>`select t::text as row from tickets t`.execute(engines.db);
  expect(rows.map(({ row }) => row).join()).not.toContain(ticket);
  const both = await Promise.all([redeem(ticket), redeem(ticket)]);
  expect(both.map(({ envelope }) => envelope.code).sort()).toEqual(["0", "A0230"]);
  const done = both.find(({ envelope }) => envelope.code === "0");
  const authorization = `Bearer ${done?.envelope.data.access_token}`;
  const info = await server.call("GET", "/user/settings/getUserInfo", { authorization });
  expect(info.envelope.data.accountId).toBe(id);
  const late = await createTestApp({ ...engines, startAt: server.clock.now() + 60_000 });
  expect((await redeem((await ticketOf(access_token)).ticket, late)).envelope.code).toBe("A0230");
  await late.close();
});

test("refuses a ticket of an ended session or a closed account [R4.4]", async () => {
  const { id, email } = await createAccount(engines.db, { password });
  const { access_token } = (await signIn(email, {})).envelope.data;
  const { ticket } = await ticketOf(access_token);
  await server.call("DELETE", "/auth/logout", { authorization: `Bearer ${access_token}` });
  expect((await redeem(ticket)).envelope.code).toBe("A0230");
  const again = (await signIn(email, {})).envelope.data;
  const other = await ticketOf(again.access_token);
  await sql`update accounts set disabled_at = now() where id = ${id}`.execute(engines.db);
  expect((await redeem(other.ticket)).envelope.code).toBe("A0230");
});
