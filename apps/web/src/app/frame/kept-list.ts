import type { Location } from "react-router";

/** Where the frame leads when nothing else is open; its tab is always first and cannot be closed. */
export const FIRST_PATH = "/home";

/** R2.21: so many pages stay as they were left. */
export const MOST_KEPT = 8;

export type Address = Pick<Location, "pathname" | "search" | "hash" | "state" | "key">;

/** A page that lives on while another is shown. Its path is its identity. */
export interface Kept {
  readonly path: string;
  /** Where it was last; the page goes on reading this one while hidden. */
  readonly location: Address;
  readonly label?: string | undefined;
  readonly isUnsaved: boolean;
  /** Counts how often it was opened anew at another address: each starts at the top (R2.2). */
  readonly opened: number;
}

/** Pages in the order of their tabs, and the same paths from the latest shown to the longest hidden. */
export interface KeptList {
  readonly pages: readonly Kept[];
  readonly recent: readonly string[];
}

export const nothingKept: KeptList = { pages: [], recent: [] };

const addressOf = ({ pathname, search, hash }: Address): string => pathname + search + hash;

/** The list after a page was shown. Gives the same list when nothing changed. */
export function visit(list: KeptList, location: Address): KeptList {
  const { pathname: path } = location;
  const known = list.pages.find((page) => page.path === path);
  if (known === undefined) {
    const page: Kept = { path, location, isUnsaved: false, opened: 0 };
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

// The first page is never removed, and neither is one with unsaved input: such pages stay even beyond the number.
function withoutOldest(list: KeptList): KeptList {
  if (list.pages.length <= MOST_KEPT) return list;
  const oldest = list.recent
    .toReversed()
    .find((path, place) => path !== FIRST_PATH && place < list.recent.length - 1 && !isUnsaved(list, path));
  return oldest === undefined ? list : close(list, oldest);
}

const isUnsaved = (list: KeptList, path: string): boolean =>
  list.pages.some((page) => page.path === path && page.isUnsaved);

export function close(list: KeptList, path: string): KeptList {
  return {
    pages: list.pages.filter((page) => page.path !== path),
    recent: list.recent.filter((other) => other !== path),
  };
}

export function change(
  list: KeptList,
  path: string,
  told: Partial<Pick<Kept, "label" | "isUnsaved">>,
): KeptList {
  const isNews = list.pages.some(
    (page) =>
      page.path === path &&
      Object.entries(told).some(([name, value]) => page[name as keyof typeof told] !== value),
  );
  if (!isNews) return list;
  return { ...list, pages: list.pages.map((page) => (page.path === path ? { ...page, ...told } : page)) };
}

/** The pages as tabs: the first page leads, whether it has been opened yet or not. */
export function listTabs({ pages }: KeptList): readonly Pick<Kept, "path" | "label" | "isUnsaved">[] {
  return pages[0]?.path === FIRST_PATH ? pages : [{ path: FIRST_PATH, isUnsaved: false }, ...pages];
}

/** Address a menu or tab leads to: where the page was left, else its path. */
export function findAddress(list: KeptList, path: string): string {
  const page = list.pages.find((each) => each.path === path);
  return page === undefined ? path : addressOf(page.location);
}
