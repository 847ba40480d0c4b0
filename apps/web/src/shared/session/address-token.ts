/** An address with and without its token. */
interface Read {
  readonly token: string;
  /** Search and hash without it. */
  readonly rest: string;
}

function takeFrom(query: string): { token?: string; query: string } {
  const parts = query.split("&").filter((part) => part !== "");
  const found = parts.find((part) => part.startsWith("token="));
  if (found === undefined) return { query };
  const token = decodeURIComponent(found.slice("token=".length));
  return { token, query: parts.filter((part) => !part.startsWith("token=")).join("&") };
}

const withMark = (query: string): string => (query === "" ? "" : `?${query}`);

/** The `token` of an address, before or inside the hash (R4.4); undefined where there is none. */
export function readAddressToken({ search, hash }: { search: string; hash: string }): Read | undefined {
  const mark = hash.indexOf("?");
  const before = takeFrom(search.slice(1));
  const inside = takeFrom(mark === -1 ? "" : hash.slice(mark + 1));
  const token = inside.token ?? before.token;
  if (token === undefined || token === "") return undefined;
  const page = mark === -1 ? hash : hash.slice(0, mark);
  return { token, rest: `${withMark(before.query)}${page}${withMark(inside.query)}` };
}

/** Reads the token and takes it from address bar and history at once. */
export function takeAddressToken(): string | undefined {
  const found = readAddressToken(location);
  if (found === undefined) return undefined;
  history.replaceState(history.state, "", `${location.pathname}${found.rest}`);
  return found.token;
}

/** An address with a token that is opened in a tab that stands already starts it anew. */
export function watchAddressToken(): void {
  window.addEventListener("hashchange", () => {
    if (readAddressToken(location) !== undefined) location.reload();
  });
}
