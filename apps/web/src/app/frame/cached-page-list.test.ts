import { expect, it } from "vitest";
import type { CachedPageList } from "./cached-page-list.ts";
import {
  change,
  closeTab,
  FIRST_PATH,
  findAddress,
  listTabs,
  MAX_CACHED_PAGES,
  noCachedPages,
  visit,
} from "./cached-page-list.ts";

const at = (pathname: string, search = "") => ({ pathname, search, hash: "", state: null, key: search });
const paths = (list: CachedPageList) => list.pages.map(({ path }) => path);
const visitAll = (...all: string[]) => all.reduce((list, path) => visit(list, at(path)), noCachedPages);

it("leads back to the address a page was left at [R2.21]", () => {
  let list = visit(noCachedPages, at("/home"));
  list = visit(list, at("/home", "?status=fault"));
  list = visit(list, at("/control/list"));
  expect(findAddress(list, "/home")).toBe("/home?status=fault");
  expect(findAddress(list, "/account/list")).toBe("/account/list");
});

it("scrolls a cached page to the top when it is opened at another address, not when it is returned to [R2.2]", () => {
  let list = visitAll("/home", "/control/list");
  list = visit(list, at("/home"));
  expect(list.pages[0]?.opened).toBe(0);
  list = visit(list, at("/home", "?status=alarm"));
  expect(list.pages[0]?.opened).toBe(0);
  list = visit(visit(list, at("/control/list")), at("/home", "?status=fault"));
  expect(list.pages[0]?.opened).toBe(1);
});

it("keeps eight pages and lets the longest hidden one go first [R2.21]", () => {
  const many = Array.from({ length: MAX_CACHED_PAGES }, (_, index) => `/page/${index}`);
  const list = visit(visit(visitAll(...many), at("/page/0")), at("/page/9"));
  expect(paths(list)).toEqual([...many.filter((path) => path !== "/page/1"), "/page/9"]);
});

it("lets no page go that holds something unsaved, even when it is the longest hidden", () => {
  const many = Array.from({ length: MAX_CACHED_PAGES }, (_, index) => `/page/${index}`);
  const list = visit(change(visitAll(...many), "/page/0", { isUnsaved: true }), at("/page/9"));
  expect(paths(list)).toContain("/page/0");
  expect(paths(list)).not.toContain("/page/1");
  const full = many.reduce((each, path) => change(each, path, { isUnsaved: true }), visitAll(...many));
  expect(paths(visit(full, at("/page/9")))).toHaveLength(MAX_CACHED_PAGES + 1);
});

it("lets another page of a plant go before the only page of a tab", () => {
  const single = ["/account/list", "/control/list"];
  const ofPlant = Array.from({ length: MAX_CACHED_PAGES - 1 }, (_, index) => `/station/1/part-${index}`);
  const list = visitAll(...single, ...ofPlant);
  expect(paths(list)).toEqual([...single, ...ofPlant.slice(1)]);
  expect(listTabs(list).map(({ path }) => path)).toEqual([FIRST_PATH, ...single, ofPlant.at(-1)]);
});

it("keeps the first page while others are evicted", () => {
  const many = Array.from({ length: MAX_CACHED_PAGES + 3 }, (_, index) => `/page/${index}`);
  const list = visitAll(FIRST_PATH, ...many);
  expect(paths(list)).toEqual([FIRST_PATH, ...many.slice(-(MAX_CACHED_PAGES - 1))]);
});

it("shows the first page as the first tab, opened or not", () => {
  const tabsOf = (list: CachedPageList) => listTabs(list).map(({ path }) => path);
  expect(tabsOf(noCachedPages)).toEqual([FIRST_PATH]);
  expect(tabsOf(visitAll("/control/list"))).toEqual([FIRST_PATH, "/control/list"]);
  expect(tabsOf(visitAll("/control/list", FIRST_PATH))).toEqual([FIRST_PATH, "/control/list"]);
});

it("gives the pages of a plant one tab, which leads to the one shown last", () => {
  const list = visitAll("/station/1", "/control/list", "/station/1/alarms", "/station/2", "/station/1");
  expect(listTabs(list).map(({ path, paths: all }) => [path, all.length])).toEqual([
    [FIRST_PATH, 1],
    ["/station/1", 2],
    ["/control/list", 1],
    ["/station/2", 1],
  ]);
  const unsaved = change(visit(list, at("/station/1/alarms")), "/station/1", { isUnsaved: true });
  expect(listTabs(unsaved)[1]).toMatchObject({ path: "/station/1/alarms", isUnsaved: true });
});

it("forgets a closed page whole", () => {
  const list = closeTab(visitAll("/home", "/control/list"), "/control/list");
  expect(list).toEqual(visitAll("/home"));
});

it("closes all pages of a plant with its tab", () => {
  const list = visitAll("/station/1", "/station/1/alarms", "/station/10", "/station/1/members");
  expect(closeTab(list, "/station/1/members")).toEqual(visitAll("/station/10"));
});

it("closes the tab of a missing plant once another tab is shown", () => {
  const list = change(visitAll("/home", "/station/1", "/station/1/alarms"), "/station/1/alarms", {
    isMissing: true,
  });
  expect(paths(visit(list, at("/station/1")))).toEqual(["/home", "/station/1", "/station/1/alarms"]);
  expect(visit(list, at("/home"))).toEqual(visitAll("/home"));
  const found = change(list, "/station/1/alarms", { isMissing: false });
  expect(paths(visit(found, at("/home")))).toContain("/station/1");
});

it("puts the first page first, whenever it is opened", () => {
  expect(paths(visitAll("/control/list", "/home"))).toEqual(["/home", "/control/list"]);
});
