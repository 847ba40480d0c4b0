import { endpoints } from "@heliograph/contract";
import { expect, it, vi } from "vitest";
import { ApiError } from "./api-error.ts";
import type { RequestDeps } from "./request.ts";
import { createRequest } from "./request.ts";
import { noteShown } from "./shown-refusals.ts";

const date = "Sun, 29 Mar 2026 08:00:00 GMT";

function wire(
  reply: { code?: string; data?: unknown; msg?: string; status: number },
  overrides: Partial<RequestDeps> = {},
) {
  const seen: Request[] = [];
  const said: string[] = [];
  const call = createRequest({
    baseUrl: "http://console.test",
    now: Date.now,
    fetch: async (url, init) => {
      seen.push(new Request(url as string, init));
      return Response.json({ code: "0", data: null, msg: "", ...reply }, { headers: { date } });
    },
    language: () => "pt",
    timeZone: () => "America/Bahia",
    getAccessToken: async () => "Bearer a1",
    onMissingToken: () => said.push("missing"),
    onInvalidToken: () => said.push("invalid"),
    onUnknownUser: () => said.push("unknown"),
    onStepUp: async () => false,
    onSuccessMessage: (msg) => said.push(`success ${msg}`),
    onErrorMessage: (msg) => said.push(`error ${msg}`),
    onRefused: () => undefined,
    onChanged: async ({ path }) => void said.push(`changed ${path}`),
    unreachable: () => "no answer",
    ...overrides,
  });
  return { call, seen, said };
}

it("sends language, zone and token with a call that needs a session [R7.1]", async () => {
  const { call, seen } = wire({ status: 200, data: { rows: [], total: 0 } });
  await call(endpoints.station.list, { query: { page: 2, search: "" } });
  expect(seen[0]?.url).toBe("http://console.test/api/workData/powerStation/list?page=2");
  expect(Object.fromEntries(seen[0]?.headers ?? [])).toMatchObject({
    "accept-language": "pt",
    "time-zone": "America/Bahia",
    authorization: "Bearer a1",
  });
});

it("gives data and the header's date, the date also on the data object [R7.14]", async () => {
  const { call } = wire({ status: 0, data: { plantCount: 3 } });
  expect(await call(endpoints.home.getOverview)).toEqual({
    data: { plantCount: 3, date: Date.parse(date) },
    date: Date.parse(date),
  });
});

it("does not send a call without a token where one is needed, and resets [R5.21, R8.5]", async () => {
  const { call, seen, said } = wire({ status: 200 }, { getAccessToken: async () => undefined });
  await expect(call(endpoints.home.getOverview)).rejects.toBeInstanceOf(ApiError);
  expect(seen).toEqual([]);
  expect(said).toEqual(["missing"]);
});

it("shows a success message as a toast and nothing for an empty one [R7.15]", async () => {
  const spoken = wire({ status: 200, msg: "已添加" });
  await spoken.call(endpoints.home.warningCount);
  const silent = wire({ status: 200, data: 4 });
  expect(await silent.call(endpoints.home.warningCount)).toMatchObject({ data: 4 });
  expect([spoken.said, silent.said]).toEqual([["success 已添加"], []]);
});

it("gives nothing for status 5003 [R7.16]", async () => {
  const { call, said } = wire({ status: 5003, code: "B0001", msg: "late" });
  expect(await call(endpoints.home.warningCount)).toBeUndefined();
  expect(said).toEqual([]);
});

it("shows another status as an error toast and rejects with its message [R7.17, R8.3]", async () => {
  const { call, said } = wire({ status: 500, code: "B0001", msg: "system error" });
  await expect(call(endpoints.home.warningCount)).rejects.toThrow("system error");
  expect(said).toEqual(["error system error"]);
});

it("keeps the fields a refusal names", async () => {
  const { call } = wire({
    status: 400,
    code: "A0400",
    msg: "check",
    data: { fields: [{ path: "name", message: "needed" }] },
  });
  await expect(call(endpoints.home.warningCount)).rejects.toMatchObject({
    fields: [{ path: "name", message: "needed" }],
  });
});

it("asks again for sign-in on A0230 and leaves on an unknown user [R8.1, R8.2, R8.6]", async () => {
  const dead = wire({ status: 401, code: "A0230", msg: "invalid" });
  await expect(dead.call(endpoints.home.warningCount)).rejects.toThrow();
  const gone = wire({ status: 401, code: "A0201", msg: "user does not exist" });
  await expect(gone.call(endpoints.home.warningCount)).rejects.toThrow();
  expect([dead.said, gone.said]).toEqual([["invalid"], ["unknown"]]);
});

it("rejects with Time Out when no response arrives in time [R8.4]", async () => {
  const { call, said } = wire(
    { status: 200 },
    {
      timeoutMs: 1,
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    },
  );
  await expect(call(endpoints.home.warningCount)).rejects.toThrow("Time Out");
  expect(said).toEqual(["error Time Out"]);
});

it("says in one sentence that the server did not answer, and nothing where the caller announces it", async () => {
  const away = {
    fetch: async () => {
      throw new TypeError("Failed to fetch");
    },
  };
  const { call, said } = wire({ status: 200 }, away);
  await expect(call(endpoints.home.warningCount)).rejects.toMatchObject({ message: "no answer", status: 0 });
  await expect(call(endpoints.home.warningCount, { refusalIn: "caller" })).rejects.toThrow("no answer");
  expect(said).toEqual(["error no answer"]);
  const odd = wire(
    { status: 200 },
    { fetch: async () => new Response("<h1>Bad Gateway</h1>", { status: 502 }) },
  );
  await expect(odd.call(endpoints.home.warningCount)).rejects.toMatchObject({
    message: "no answer",
    code: undefined,
    status: 502,
  });
});

it("leaves the toast out only where a place of the page shows the sentence [R7.17, R8.3]", async () => {
  vi.useFakeTimers();
  try {
    const { call, said } = wire({ status: 409, code: "A0440", msg: "conflict" });
    const refuse = () => call(endpoints.home.warningCount, { refusalIn: "form" }).catch((error) => error);
    noteShown(await refuse());
    vi.runAllTimers();
    expect(said).toEqual([]);
    await refuse();
    vi.runAllTimers();
    expect(said).toEqual(["error conflict"]);
  } finally {
    vi.useRealTimers();
  }
});

it("leaves a call its caller has given up without a word", async () => {
  const leaving = new AbortController();
  const { call, said } = wire(
    { status: 200 },
    {
      fetch: (_url, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
          leaving.abort(new Error("left the page"));
        }),
    },
  );
  await expect(call(endpoints.home.warningCount, { signal: leaving.signal })).rejects.toThrow(
    "left the page",
  );
  expect(said).toEqual([]);
});

it("reports a change the server has made, and no other call", async () => {
  const { call, said } = wire({ status: 200 });
  await call(endpoints.home.warningCount);
  await call(endpoints.token.anonymous, { body: { endpoint: "WEB" } });
  expect(said).toEqual([`changed ${endpoints.token.anonymous.path}`]);
  const refused = wire({ status: 400, code: "A0400", msg: "no" });
  await expect(refused.call(endpoints.token.anonymous, { body: { endpoint: "WEB" } })).rejects.toThrow("no");
  expect(refused.said).toEqual(["error no"]);
});

it("takes a refused refresh token for no word about the session on screen [R4.2]", async () => {
  const { call, said } = wire({ status: 401, code: "A0230", msg: "invalid" });
  const body = { refresh_token: "r1" };
  await expect(call(endpoints.token.refresh, { body, refusalIn: "caller" })).rejects.toThrow("invalid");
  expect(said).toEqual([]);
});

it("asks for the password where a call needs it, and repeats the call once when it was given", async () => {
  for (const isGiven of [true, false]) {
    const asked: string[] = [];
    const replies = [
      { code: "A0220", data: null, msg: "password", status: 403 },
      { code: "0", data: null, msg: "", status: 200 },
    ];
    const { call, said } = wire(
      { status: 200 },
      {
        fetch: async () => Response.json(replies[asked.length], { headers: { date } }),
        onStepUp: async () => {
          asked.push("asked");
          return isGiven;
        },
      },
    );
    const done = call(endpoints.secondFactor.removeTotp, { body: {} });
    if (isGiven) expect((await done)?.data).toBeNull();
    else await expect(done).rejects.toMatchObject({ code: "A0220" });
    expect(asked).toEqual(["asked"]);
    expect(said.filter((each) => each.startsWith("error"))).toEqual([]);
  }
});

it("gives what a refusal says besides its sentence", async () => {
  const data = { challenge: "c1", methods: ["totp"] };
  const { call } = wire({ code: "A0221", status: 401, msg: "second step", data });
  const body = { account: "a", password: "b", endpoint: "WEB" } as const;
  await expect(call(endpoints.token.login, { body, refusalIn: "form" })).rejects.toMatchObject({ data });
});
