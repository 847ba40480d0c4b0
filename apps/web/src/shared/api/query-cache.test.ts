import type { Endpoint, Language } from "@heliograph/contract";
import { allEndpoints, endpoints } from "@heliograph/contract";
import { QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { createThrottle } from "../live/throttle.ts";
import { ApiError } from "./api-error.ts";
import { createQueryCache } from "./query-cache.ts";
import type { Call } from "./request.ts";
import { noteShown } from "./shown-refusals.ts";

const minutes = (count: number): number => count * 60_000;
const rights = (...perms: string[]) => ({ tree: [], roles: ["owner"], perms });
const permission = endpoints.permission.getPermission;

const leavers: (() => void)[] = [];
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse("2026-03-29T08:00:00Z") });
});
afterEach(() => {
  for (const leave of leavers.splice(0)) leave();
  vi.useRealTimers();
});

/** A cache in front of a server that replies with the entry of `replies` for a path, or else with an increasing number. */
function openCache() {
  const state = { account: "s1", language: "en" as Language };
  const replies = new Map<string, () => unknown>();
  const asked: string[] = [];
  const announced: string[] = [];
  const call = (async (
    endpoint: Endpoint,
    { language = state.language, signal }: Parameters<Call>[1] = {},
  ) => {
    asked.push(`${endpoint.path} ${language}`);
    const data = await (replies.get(endpoint.path) ?? (() => asked.length))();
    signal?.throwIfAborted();
    return data === undefined ? undefined : { data, date: 0 };
  }) as Call;
  const cache = createQueryCache({
    call,
    readAccount: () => state.account,
    readLanguage: () => state.language,
    announce: (sentence) => announced.push(sentence),
    permissionPath: permission.path,
  });
  cache.client.mount();

  /** Observes a query as a page does; `read` returns what is on screen. */
  function show(endpoint: Endpoint, query?: Record<string, unknown>) {
    const observer = new QueryObserver(cache.client, cache.queryOf(endpoint, query));
    const leave = observer.subscribe(() => undefined);
    leavers.push(leave);
    return { read: () => observer.getCurrentResult(), leave };
  }
  return { cache, state, replies, asked, announced, show };
}

const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(5);

it("caches a response for five minutes by address, method and payload [R9.2]", async () => {
  const { asked, show } = openCache();
  const first = show(endpoints.station.list, { page: 1, search: "" });
  await settle();
  first.leave();
  show(endpoints.station.list, { page: 1 }).leave();
  await settle();
  expect(asked).toHaveLength(1);
  show(endpoints.station.list, { page: 2 }).leave();
  show(endpoints.home.getOverview).leave();
  await settle();
  expect(asked).toHaveLength(3);
  await vi.advanceTimersByTimeAsync(minutes(5) + 1);
  show(endpoints.station.list, { page: 1 });
  await settle();
  expect(asked).toHaveLength(4);
});

it("reads warning count, system configuration and permission addresses anew each time [R9.2]", async () => {
  const bypassed = allEndpoints.filter(
    ({ method, path }) => method === "GET" && /^\/(permission|system\/config)\/|\/warningCount$/u.test(path),
  );
  expect(bypassed.map(({ path }) => path).sort()).toEqual([
    "/index/warningCount",
    "/permission/checkStationOp",
    "/permission/getPermission",
    "/permission/tree",
    "/system/config/get",
    "/system/config/history",
  ]);
  const { replies, asked, show } = openCache();
  replies.set(permission.path, () => rights());
  for (const endpoint of bypassed) {
    asked.length = 0;
    for (let time = 0; time < 3; time += 1) {
      const shown = show(endpoint);
      // A query left before its response arrives is fetched again in any case.
      await settle();
      shown.leave();
    }
    expect(asked, endpoint.path).toHaveLength(3);
  }
});

it("forgets everything when another account signs in or this one leaves [R9.2]", async () => {
  const { cache, state, asked, show } = openCache();
  show(endpoints.home.getOverview).leave();
  await settle();
  state.account = "s2";
  cache.followAccount();
  const next = show(endpoints.home.getOverview);
  expect(next.read().data).toBeUndefined();
  await settle();
  expect(asked).toHaveLength(2);
});

it("asks again for all that is on screen when the rights change, and shows nothing of before [R9.2]", async () => {
  const { replies, asked, show, cache } = openCache();
  replies.set(permission.path, () => rights("station:read"));
  show(permission);
  const overview = show(endpoints.home.getOverview);
  show(endpoints.station.list).leave();
  await settle();
  replies.set(permission.path, () => rights("station:read", "station:add"));
  replies.set(endpoints.home.getOverview.path, () => new Promise(() => undefined));
  void cache.dropPath(permission.path);
  await settle();
  expect(overview.read()).toMatchObject({ data: undefined, status: "pending" });
  expect(asked.filter((each) => each.startsWith("/index/overview"))).toHaveLength(2);
  show(endpoints.station.list);
  await settle();
  expect(asked.filter((each) => each.startsWith("/workData/powerStation/list"))).toHaveLength(2);
});

it("leaves everything as it is while the rights are the same, in whatever order", async () => {
  const { replies, asked, show, cache } = openCache();
  replies.set(permission.path, () => rights("station:read", "device:read"));
  show(permission);
  show(endpoints.home.getOverview);
  await settle();
  replies.set(permission.path, () => rights("device:read", "station:read"));
  await cache.dropPath(permission.path);
  await settle();
  expect(asked.filter((each) => each.startsWith("/index/overview"))).toHaveLength(1);
});

it("drops what is not on screen on 401 and 403, and leaves what is there [R9.2]", async () => {
  for (const status of [401, 403]) {
    const { cache, asked, show } = openCache();
    const shown = show(endpoints.home.getOverview);
    show(endpoints.station.list).leave();
    await settle();
    cache.followRefusal({ status });
    await settle();
    expect(shown.read().data).toBe(1);
    expect(asked).toHaveLength(2);
    show(endpoints.station.list);
    await settle();
    expect(asked).toHaveLength(3);
  }
});

it("asks for the rights again after a 403", async () => {
  const { cache, replies, asked, show } = openCache();
  replies.set(permission.path, () => rights());
  show(permission);
  await settle();
  cache.followRefusal({ status: 403 });
  await settle();
  expect(asked).toEqual([`${permission.path} en`, `${permission.path} en`]);
});

it("keeps what is on screen under the dialog of a dead session, empty places too [R8.2]", async () => {
  const { replies, show, cache } = openCache();
  const dead = () => {
    throw new ApiError("over", { code: "A0230", status: 401 });
  };
  const shown = show(endpoints.home.getOverview);
  await settle();
  replies.set(endpoints.home.getOverview.path, dead);
  replies.set(endpoints.station.list.path, dead);
  void cache.dropPath(endpoints.home.getOverview.path);
  const loading = show(endpoints.station.list);
  await vi.advanceTimersByTimeAsync(minutes(10));
  expect(shown.read()).toMatchObject({ data: 1, isError: false });
  expect(loading.read()).toMatchObject({ data: undefined, status: "pending" });
});

it("leaves the last answer standing when another no longer matters [R7.16]", async () => {
  const { replies, show, cache } = openCache();
  const shown = show(endpoints.home.warningCount);
  await settle();
  replies.set(endpoints.home.warningCount.path, () => undefined);
  await cache.dropPath(endpoints.home.warningCount.path);
  expect(shown.read()).toMatchObject({ data: 1, isError: false });
});

it("drops what a change made stale, or everything when it changed permissions [R9.2]", async () => {
  const { cache, asked, show } = openCache();
  show(endpoints.station.list);
  show(endpoints.home.getOverview);
  show(endpoints.station.get, { stationId: "x" }).leave();
  await settle();
  await cache.followChange({ invalidates: [endpoints.station.list.path] });
  expect(asked.slice(3)).toEqual(["/workData/powerStation/list en"]);
  await cache.followChange({ invalidates: "all" });
  expect(asked.slice(4).sort()).toEqual(["/index/overview en", "/workData/powerStation/list en"]);
  show(endpoints.station.get, { stationId: "x" });
  await settle();
  expect(asked).toHaveLength(7);
});

it("loads responses in the new language before the switch, and shows none of the old language after it", async () => {
  const { cache, state, asked, show } = openCache();
  const shown = show(endpoints.user.getUserInfo);
  await settle();
  await cache.prepareLanguage("th");
  expect([shown.read().data, asked.at(-1)]).toEqual([1, "/user/settings/getUserInfo th"]);
  state.language = "th";
  cache.followLanguage("th");
  expect(shown.read()).toMatchObject({ data: 2, isPlaceholderData: false });
  await settle();
  expect(asked).toHaveLength(2);
  expect(cache.client.getQueryCache().getAll()).toHaveLength(1);
});

it("keeps the last response while a slow server responds in the new language", async () => {
  const { cache, state, replies, show } = openCache();
  const shown = show(endpoints.user.getUserInfo);
  await settle();
  replies.set(endpoints.user.getUserInfo.path, () => new Promise(() => undefined));
  state.language = "th";
  cache.followLanguage("th");
  await settle();
  expect(shown.read()).toMatchObject({ data: 1, isPlaceholderData: true });
});

it("does not show a late response that was requested in another scope", async () => {
  const { cache, state, replies, show } = openCache();
  let reply: (value: string) => void = () => undefined;
  replies.set(endpoints.user.getUserInfo.path, () => new Promise((resolve) => (reply = resolve)));
  const shown = show(endpoints.user.getUserInfo);
  const late = reply;
  state.language = "pt";
  cache.followLanguage("pt");
  late("english");
  await settle();
  expect(shown.read().data).toBeUndefined();
  reply("português");
  await settle();
  expect(shown.read().data).toBe("português");
});

it("announces a refused query once, after its last try, unless a place of the page shows the sentence [R7.17, R8.3]", async () => {
  const { replies, announced, show } = openCache();
  const refuse = (message: string, code?: "B0001"): void => {
    replies.set(endpoints.home.getOverview.path, () => {
      throw new ApiError(message, { status: code === undefined ? 0 : 500, ...(code && { code }) });
    });
  };
  refuse("System error", "B0001");
  show(endpoints.home.getOverview, {});
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announced).toEqual(["System error"]);

  refuse("no answer");
  show(endpoints.home.getOverview, { again: "1" });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(announced).toEqual(["System error", "no answer"]);

  refuse("shown in a card", "B0001");
  const card = show(endpoints.home.getOverview, { again: "2" });
  await settle();
  noteShown(card.read().error);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announced).toEqual(["System error", "no answer"]);
});

it("does not announce that what a change removed is not found, but that anything else is", async () => {
  const { cache, replies, announced, show } = openCache();
  const refuse = (status: number): void => {
    replies.set(endpoints.home.getOverview.path, () => {
      throw new ApiError(`refused with ${status}`, { status, code: "A0404" });
    });
  };
  const { path } = endpoints.home.getOverview;
  show(endpoints.home.getOverview);
  await settle();
  refuse(404);
  await cache.followChange({ invalidates: [path] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announced).toEqual([]);
  refuse(500);
  await cache.followChange({ invalidates: [path] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announced).toEqual(["refused with 500"]);
  refuse(404);
  await cache.dropPath(path);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(announced).toEqual(["refused with 500", "refused with 404"]);
});

it("pushed changes wait for the request under way instead of cancelling it, and are read by one that begins after them", async () => {
  const { cache, replies, asked, show } = openCache();
  const { path } = endpoints.safety.get;
  let state = 1;
  // A reply of the state at its request, a second later: changes come faster.
  replies.set(path, async () => {
    const read = state;
    await new Promise((done) => setTimeout(done, 1_000));
    return read;
  });
  const shown = show(endpoints.safety.get);
  await vi.advanceTimersByTimeAsync(100);
  state = 2;
  // As of several components of a page.
  for (let component = 0; component < 3; component += 1) void cache.refreshPath(path);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown.read().data).toBe(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(shown.read().data).toBe(2);
  expect(asked).toHaveLength(2);
});

it("a pushed change cancels a request that hangs, also the one of the pushed change before it", async () => {
  const { cache, replies, show } = openCache();
  const { path } = endpoints.safety.get;
  // As pages follow the stream.
  const pushed = createThrottle(() => cache.refreshPath(path), 500);
  replies.set(path, () => "old");
  const shown = show(endpoints.safety.get);
  await settle();
  replies.set(path, () => new Promise(() => undefined));
  pushed.run();
  await settle();
  replies.set(path, () => "new");
  pushed.run();
  await vi.advanceTimersByTimeAsync(10_100);
  expect(shown.read().data).toBe("new");
});

it("announces a refusal of what is requested again before a place could show it only while that fails too", async () => {
  const { cache, replies, announced, show } = openCache();
  const { path } = endpoints.home.getOverview;
  let failures = 1;
  replies.set(path, async () => {
    await new Promise((done) => setTimeout(done, 100));
    if (failures-- > 0) throw new ApiError("Not found.", { status: 404, code: "A0404" });
    return "found";
  });
  const shown = show(endpoints.home.getOverview);
  void cache.refreshPath(path);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(shown.read().data).toBe("found");
  expect(announced).toEqual([]);
  failures = 2;
  void cache.refreshPath(path);
  await vi.advanceTimersByTimeAsync(110);
  void cache.refreshPath(path);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(announced).toEqual(["Not found."]);
});

it("announces the sentence of a query that keeps failing once, and again after it has succeeded", async () => {
  const { cache, replies, announced, show } = openCache();
  const fails = (): never => {
    throw new ApiError("System error", { status: 500, code: "B0001" });
  };
  const readAgain = async (reply?: () => unknown): Promise<void> => {
    if (reply === undefined) replies.delete(endpoints.home.getOverview.path);
    else replies.set(endpoints.home.getOverview.path, reply);
    await cache.dropPath(endpoints.home.getOverview.path);
    await vi.advanceTimersByTimeAsync(1_000);
  };
  show(endpoints.home.getOverview, {});
  await settle();
  for (let round = 0; round < 3; round++) await readAgain(fails);
  expect(announced).toEqual(["System error"]);
  await readAgain();
  await readAgain(fails);
  expect(announced).toEqual(["System error", "System error"]);
});
