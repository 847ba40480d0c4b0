import { expect, test } from "vitest";
import { ApiError, CALL_TIMEOUT_MS, createClient, queryKey } from "./client.ts";
import { endpoints } from "./index.ts";

const date = "Fri, 20 Nov 2026 12:00:00 GMT";

/** A client whose network returns the given response, and the requests it sent. */
function createTestClient(response: object | string, status = 200) {
  const requests: { url: string; init: RequestInit }[] = [];
  const client = createClient({
    baseUrl: "https://solar.example.org",
    now: Date.now,
    getToken: () => "Bearer abc",
    language: () => "th",
    timeZone: () => "Asia/Bangkok",
    fetch: async (url, init = {}) => {
      requests.push({ url: String(url), init });
      const body = typeof response === "string" ? response : JSON.stringify(response);
      return new Response(body, { status, headers: { date } });
    },
  });
  return { client, requests };
}

test("sends base address, language, time zone and token with every request [R7.1]", async () => {
  const { client, requests } = createTestClient({ code: "0", data: true, msg: "", status: 200 });
  await client.call(endpoints.user.isSuper);
  expect(requests[0]?.url).toBe("https://solar.example.org/api/user/isSuper");
  expect(requests[0]?.init).toMatchObject({
    method: "GET",
    headers: { "accept-language": "th", "Time-Zone": "Asia/Bangkok", Authorization: "Bearer abc" },
  });
});

test("requests one response in another language, and sends no token where none is needed", async () => {
  const { client, requests } = createTestClient({ code: "0", data: true, msg: "", status: 200 });
  await client.call(endpoints.user.isSuper, { language: "pt" });
  await client.call(endpoints.token.anonymous, { body: { endpoint: "WEB" } });
  expect(requests[0]?.init.headers).toMatchObject({ "accept-language": "pt" });
  expect(requests[1]?.init.headers).not.toHaveProperty("Authorization");
});

test("sends the query in one order and the body as JSON", async () => {
  const { client, requests } = createTestClient({ code: "0", data: null, msg: "", status: 0 });
  await client.call(endpoints.station.list, {
    query: { search: "a b&c", page: 2, status: undefined },
  });
  expect(requests[0]?.url).toBe(
    "https://solar.example.org/api/workData/powerStation/list?page=2&search=a+b%26c",
  );
  await client.call(endpoints.token.anonymous, { body: { endpoint: "WEB" } });
  expect(requests[1]?.init.body).toBe('{"endpoint":"WEB"}');
});

test("sends a file's bytes as they are, with their type", async () => {
  const { client, requests } = createTestClient({ code: "0", data: null, msg: "", status: 0 });
  const file = new Blob(["x"], { type: "image/png" });
  await client.call(endpoints.health.live, { file });
  expect(requests[0]?.init).toMatchObject({ body: file, headers: { "content-type": "image/png" } });
});

test("returns a file's bytes where the endpoint sends them, and rejects with the error message otherwise", async () => {
  const call = ({ client }: ReturnType<typeof createTestClient>) =>
    client.call(endpoints.avatar.getOwn, { query: { avatarId: "00000000-0000-4000-8000-000000000000" } });
  const response = await call(createTestClient("bytes"));
  expect(await response?.data.text()).toBe("bytes");
  const refused = createTestClient({ code: "A0404", data: null, msg: "Not found.", status: 404 }, 404);
  await expect(call(refused)).rejects.toThrow("Not found.");
});

test("treats status 0 and 200 as success, with the date of the response next to and in the data [R7.14]", async () => {
  for (const status of [0, 200]) {
    const { client } = createTestClient({ code: "0", data: { isLive: true }, msg: "ok", status });
    const result = await client.call(endpoints.health.live);
    expect(result).toEqual({
      data: { isLive: true, date: Date.parse(date) },
      date: Date.parse(date),
      msg: "ok",
    });
  }
  const { client } = createTestClient({ code: "0", data: [1], msg: "", status: 0 });
  expect((await client.call(endpoints.health.live))?.data).toEqual([1]);
});

test("returns nothing for status 5003 [R7.16]", async () => {
  const { client } = createTestClient({ code: "0", data: { isLive: true }, msg: "", status: 5003 });
  expect(await client.call(endpoints.health.live)).toBeUndefined();
});

test("rejects any other status with its message, code and refused fields", async () => {
  const fields = [{ path: "name", message: "This field is required." }];
  const { client } = createTestClient(
    { code: "A0400", data: { fields }, msg: "Not valid.", status: 400 },
    400,
  );
  const error = await client.call(endpoints.health.live).catch((refusal: unknown) => refusal);
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ message: "Not valid.", code: "A0400", status: 400, fields });
});

test("rejects a response that is not an envelope", async () => {
  for (const body of ["<h1>Bad Gateway</h1>", "[]", "null"]) {
    const { client } = createTestClient(body, 502);
    await expect(client.call(endpoints.health.live)).rejects.toMatchObject({ code: undefined, status: 502 });
  }
});

test("a call says when it was sent: before its token was asked for", async () => {
  const sent: Headers[] = [];
  let now = Date.parse("2026-11-20T12:00:00Z");
  const client = createClient({
    baseUrl: "",
    now: () => now,
    getToken() {
      now += 60_000;
      return "Bearer abc";
    },
    language: () => "en",
    timeZone: () => "UTC",
    fetch: async (_url, init) => {
      sent.push(new Headers(init?.headers));
      return Response.json({ code: "0", data: null, msg: "", status: 200 });
    },
  });
  await client.call(endpoints.safety.reset, { body: { stationId: "s", idempotencyKey: "k", name: "Roof" } });
  expect(sent.map((headers) => headers.get("sent-at"))).toEqual(["2026-11-20T12:00:00.000Z"]);
});

test("aborts a call after 300000 ms [R9.1]", () => {
  expect(CALL_TIMEOUT_MS).toBe(300_000);
});

test("rejects with Time Out without a response in time [R8.4], and with the caller's reason when aborted", async () => {
  const silent: typeof fetch = (_url, init) =>
    new Promise((_resolve, reject) => {
      const giveUp = () => reject(init?.signal?.reason as Error);
      if (init?.signal?.aborted) giveUp();
      init?.signal?.addEventListener("abort", giveUp);
    });
  const options = {
    baseUrl: "",
    now: Date.now,
    fetch: silent,
    language: () => "en" as const,
    timeZone: () => "UTC",
  };
  const hasty = createClient({ ...options, timeoutMs: 1 });
  await expect(hasty.call(endpoints.health.live)).rejects.toThrow(/^Time Out$/);
  const controller = new AbortController();
  const call = createClient(options).call(endpoints.health.live, { signal: controller.signal });
  controller.abort(new Error("left the page"));
  await expect(call).rejects.toThrow("left the page");
});

test("sends the Endpoint header only for calls without a session", async () => {
  const seen: (string | null)[] = [];
  const client = createClient({
    baseUrl: "https://solar.example.org",
    now: Date.now,
    getToken: () => "Bearer abc",
    language: () => "en",
    timeZone: () => "UTC",
    endpointName: () => "APP",
    fetch: async (_url, init = {}) => {
      seen.push(new Headers(init.headers).get("endpoint"));
      return Response.json({ code: "0", data: null, msg: "", status: 200 });
    },
  });
  await client.call(endpoints.maintenance.current);
  await client.call(endpoints.home.getOverview);
  expect(seen).toEqual(["APP", null]);
});

test("keys a response by address, method and sorted query [R9.2]", () => {
  expect(queryKey(endpoints.station.list, { page: 2, search: "x" })).toEqual(
    queryKey(endpoints.station.list, { search: "x", page: 2 }),
  );
  expect(queryKey(endpoints.station.list, { page: 2, search: "" })).toEqual(
    queryKey(endpoints.station.list, { page: 2 }),
  );
  expect(queryKey(endpoints.user.isSuper)).toEqual(["/user/isSuper", "GET", ""]);
});
