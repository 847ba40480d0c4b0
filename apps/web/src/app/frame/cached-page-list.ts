import type { Location } from "react-router";

/** Page shown when no other is open; its tab is always first and cannot be closed. */
export const FIRST_PATH = "/home";

/** R2.21: number of pages that keep their state. */
export const MAX_CACHED_PAGES = 8;

export type Address = Pick<Location, "pathname" | "search" | "hash" | "state" | "key">;

/** A page that keeps its state while another is shown. Its path is its identity. */
export interface CachedPageEntry {
  readonly path: string;
  /** Last address of the page; it reads this one while it is hidden. */
  readonly location: Address;
  readonly label?: string | undefined;
  readonly isUnsaved: boolean;
  /** What it showed no longer exists or is not accessible: its tab closes once another is shown. */
  readonly isMissing: boolean;
  /** Number of times it was opened at another address: each starts at the top (R2.2). */
  readonly opened: number;
}

/** Pages in the order of their tabs, and their paths by the time they were last shown, latest first. */
export interface CachedPageList {
  readonly pages: readonly CachedPageEntry[];
  readonly recent: readonly string[];
}

export const noCachedPages: CachedPageList = { pages: [], recent: [] };

const addressOf = ({ pathname, search, hash }: Address): string => pathname + search + hash;

/** The list after a page was shown. Gives the same list when nothing changed. */
export function visit(before: CachedPageList, location: Address): CachedPageList {
  const { pathname: path } = location;
  const list = withoutMissing(before, path);
  const known = list.pages.find((page) => page.path === path);
  if (known === undefined) {
    const page: CachedPageEntry = { path, location, isUnsaved: false, isMissing: false, opened: 0 };
    const pages = path === FIRST_PATH ? [page, ...list.pages] : [...list.pages, page];
    return withoutOldest({ pages, recent: [path, ...list.recent] });
  }
  const isShown = list.recent[0] === path;
  if (isShown && known.location === location) return list;
  const isOtherAddress = !isShown && addressOf(known.location) !== addressOf(location);
  return {
    pages: list.pages.map((page) =>
      page === known ? { ...page, location, opened: page.opened + (isOtherAddress ? 1 : 0) } : page,
    ),
    recent: [path, ...list.recent.filter((other) => other !== path)],
  };
}

// The first page and pages with unsaved input are never removed, even beyond the maximum.
// Another page of a tab goes before the only page of one: the tab of an account does not close for a look around a plant.
function withoutOldest(list: CachedPageList): CachedPageList {
  if (list.pages.length <= MAX_CACHED_PAGES) return list;
  const [, ...hidden] = list.recent;
  const removable = hidden.filter((path) => path !== FIRST_PATH && !isUnsaved(list, path));
  const tabs = Map.groupBy(list.pages, ({ path }) => tabOf(path));
  const sharesTab = (path: string) => (tabs.get(tabOf(path))?.length ?? 0) > 1;
  const oldest = removable.findLast(sharesTab) ?? removable.at(-1);
  return oldest === undefined ? list : remove(list, (path) => path === oldest);
}

/** Without the tabs of missing pages; the one on screen stays, because it says that its page is missing. */
function withoutMissing(list: CachedPageList, shown: string): CachedPageList {
  const missing = new Set(list.pages.filter((page) => page.isMissing).map(({ path }) => tabOf(path)));
  missing.delete(tabOf(shown));
  return missing.size === 0 ? list : remove(list, (path) => missing.has(tabOf(path)));
}

const isUnsaved = (list: CachedPageList, path: string): boolean =>
  list.pages.some((page) => page.path === path && page.isUnsaved);

function remove(list: CachedPageList, isRemoved: (path: string) => boolean): CachedPageList {
  return {
    pages: list.pages.filter(({ path }) => !isRemoved(path)),
    recent: list.recent.filter((path) => !isRemoved(path)),
  };
}

/** The list without the page and the others of its tab. */
export const closeTab = (list: CachedPageList, path: string): CachedPageList =>
  remove(list, (other) => tabOf(other) === tabOf(path));

/** What a page reports about itself. */
export type PageReport = Partial<Pick<CachedPageEntry, "label" | "isUnsaved" | "isMissing">>;

export function change(list: CachedPageList, path: string, update: PageReport): CachedPageList {
  const isChanged = list.pages.some(
    (page) =>
      page.path === path &&
      Object.entries(update).some(([name, value]) => page[name as keyof typeof update] !== value),
  );
  if (!isChanged) return list;
  return { ...list, pages: list.pages.map((page) => (page.path === path ? { ...page, ...update } : page)) };
}

/** Pages with the same name share a tab, as those of one plant do; other pages are alone. */
const tabOf = (path: string): string => /^\/station\/[^/]+/.exec(path)?.[0] ?? path;

/** A tab: the page of it that was shown last, and the paths of all its pages. */
export interface PageTab extends Pick<CachedPageEntry, "path" | "label" | "isUnsaved"> {
  readonly paths: readonly string[];
}

/** The pages as tabs: the first page leads, whether it has been opened yet or not. */
export function listTabs({ pages, recent }: CachedPageList): readonly PageTab[] {
  const tabs = [...Map.groupBy(pages, ({ path }) => tabOf(path)).values()].map((group): PageTab => {
    const [first] = group as [CachedPageEntry];
    const last = recent.find((path) => tabOf(path) === tabOf(first.path));
    const { path, label } = group.find((page) => page.path === last) ?? first;
    const isTabUnsaved = group.some((page) => page.isUnsaved);
    return { path, label, isUnsaved: isTabUnsaved, paths: group.map((page) => page.path) };
  });
  if (tabs[0]?.path === FIRST_PATH) return tabs;
  return [{ path: FIRST_PATH, isUnsaved: false, paths: [FIRST_PATH] }, ...tabs];
}

/** Address a menu entry or tab opens: the last address of the page, else its path. */
export function findAddress(list: CachedPageList, path: string): string {
  const page = list.pages.find((each) => each.path === path);
  return page === undefined ? path : addressOf(page.location);
}
